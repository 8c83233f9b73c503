#!/usr/bin/env python3
"""Makes the two tests that need no new data out of drift pairs: the element *removed* from the new screen, and the new
screen *compressed* as JPEG of quality 20. Writes rows for `lea find --batch` beside the pictures."""
import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image


def erased(picture, box):
    """The box painted over with the colour around it."""
    a = np.array(picture)
    h, w = a.shape[:2]
    x1, y1, x2, y2 = max(0, box[0]), max(0, box[1]), min(w, box[2]), min(h, box[3])
    X1, Y1, X2, Y2 = max(0, x1 - 3), max(0, y1 - 3), min(w, x2 + 3), min(h, y2 + 3)
    ring = np.concatenate([a[Y1:y1, X1:X2].reshape(-1, 3), a[y2:Y2, X1:X2].reshape(-1, 3),
                           a[y1:y2, X1:x1].reshape(-1, 3), a[y1:y2, x2:X2].reshape(-1, 3)])
    colour = np.median(ring, axis=0) if len(ring) else [128] * 3
    a[y1:y2, x1:x2] = np.array(colour).astype(np.uint8)
    return Image.fromarray(a)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, help="elements.jsonl of the drift data, or rows like it")
    parser.add_argument("out", type=Path, help="a folder for pictures and rows")
    parser.add_argument("--most", type=int, default=10**9, help="only the first rows")
    args = parser.parse_args()
    folder = args.rows.resolve().parent
    for name in ("removed", "compressed"):
        (args.out / name).mkdir(parents=True, exist_ok=True)
    rows = [r for r in map(json.loads, args.rows.open()) if not r.get("doubtful")][: args.most]
    plain, removed, compressed, pictures = [], [], [], {}
    for r in rows:
        row = {"id": r["id"], "old": str(folder / r["old"]), "old_box": [int(v) for v in r["old_box"]]}
        elsewhere = None if r.get("elsewhere_doubtful") or not r.get("elsewhere") else str(folder / r["elsewhere"])
        plain.append(dict(row, new=str(folder / r["new"]), elsewhere=elsewhere))
        new = Image.open(folder / r["new"]).convert("RGB")
        path = args.out / "removed" / f"{r['id']}.png"
        erased(new, [int(v) for v in r["new_box"]]).save(path, compress_level=1)
        removed.append(dict(row, new=str(path.resolve()), elsewhere=None))
        if r["new"] not in pictures:
            path = args.out / "compressed" / (Path(r["new"]).stem + ".jpeg")
            new.save(path, quality=20)
            pictures[r["new"]] = str(path.resolve())
        compressed.append(dict(row, new=pictures[r["new"]], elsewhere=None))
    for name, made in (("present", plain), ("removed", removed), ("compressed", compressed)):
        (args.out / f"{name}.jsonl").write_text("".join(json.dumps(m) + "\n" for m in made))
    images = sorted({m[k] for made in (plain, removed, compressed) for m in made
                     for k in ("old", "new", "elsewhere") if m.get(k)})
    (args.out / "images.jsonl").write_text("".join(json.dumps({"image": i}) + "\n" for i in images))


if __name__ == "__main__":
    main()
