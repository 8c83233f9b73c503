#!/usr/bin/env python3
"""Simple methods on the same rows: normalised cross-correlation of the crop (0.80 and 0.96), and the text in the box by
similarity (0.80), read by the same reader. Prints one line a row and peer, as `lea find` does."""
import argparse
import difflib
import json

import cv2


def picture(path, kept={}):
    if path not in kept:
        if len(kept) > 40:
            kept.clear()
        kept[path] = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    return kept[path]


def correlation(row, new):
    old, x = picture(row["old"]), row["old_box"]
    crop, screen = old[x[1]:x[3], x[0]:x[2]], picture(new)
    if crop.shape[0] > screen.shape[0] or crop.shape[1] > screen.shape[1] or not crop.size:
        return 0.0, None
    _, best, _, at = cv2.minMaxLoc(cv2.matchTemplate(screen, crop, cv2.TM_CCOEFF_NORMED))
    return float(best), [at[0], at[1], at[0] + crop.shape[1], at[1] + crop.shape[0]]


def words(looks, image, box=None):
    for line in looks.get(image, []):
        for word in line.get("words", []):
            b = word["bbox"]
            cx, cy = (b[0] + b[2]) / 2, (b[1] + b[3]) / 2
            if box is None or (box[0] <= cx <= box[2] and box[1] <= cy <= box[3]):
                yield word


def text(row, new, looks):
    wanted = " ".join(w["text"] for w in words(looks, row["old"], row["old_box"])).lower()
    if not wanted:
        return 0.0, None
    best, where = 0.0, None
    count = len(wanted.split())
    for line in looks.get(new, []):
        all_words = line.get("words", [])
        for i in range(len(all_words)):
            span = all_words[i:i + count]
            ratio = difflib.SequenceMatcher(None, wanted, " ".join(w["text"] for w in span).lower()).ratio()
            if ratio > best:
                boxes = [w["bbox"] for w in span]
                best = ratio
                where = [min(b[0] for b in boxes), min(b[1] for b in boxes),
                         max(b[2] for b in boxes), max(b[3] for b in boxes)]
    return best, where


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows")
    parser.add_argument("looks", help="what lea look --batch printed for these pictures")
    args = parser.parse_args()
    looks = {}
    for r in map(json.loads, open(args.looks)):
        if "state" in r:
            looks[r["image"]] = r["state"]["perception"]["detected_text"]
    for row in map(json.loads, open(args.rows)):
        for name, method in (("ncc", correlation), ("text", lambda r, n: text(r, n, looks))):
            score, box = method(row, row["new"])
            line = {"id": row["id"], "peer": name, "score": score, "box": box}
            if row.get("elsewhere"):
                line["elsewhere"] = {"score": method(row, row["elsewhere"])[0]}
            print(json.dumps(line))


if __name__ == "__main__":
    main()
