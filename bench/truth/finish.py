#!/usr/bin/env python3
"""Checks truth against pixels and writes the index: finish.py OUT. A text that cannot be told from its background, or
whose widget shows no ink as wide as it, is marked clipped."""
import json
import pathlib
import sys

import numpy as np
from PIL import Image

FAINT = 28  # grey levels between ink and paper below which a person would not read it either


def contrast(grey, box):
    x1, y1, x2, y2 = box
    part = grey[y1:y2, x1:x2]
    return 0 if part.size == 0 else float(np.percentile(part, 99.5)) - float(np.percentile(part, 0.5))


def ink(part):
    """Where a strip of pixels differs from its most common grey: stretches [from, to), joined over gaps of half its height."""
    values, counts = np.unique(part, return_counts=True)
    columns = (np.abs(part.astype(int) - int(values[counts.argmax()])) > FAINT).any(axis=0)
    gap, out = max(4, part.shape[0] // 3), []
    for x in np.flatnonzero(columns):
        if out and x - out[-1][1] <= gap:
            out[-1][1] = x + 1
        else:
            out.append([x, x + 1])
    return out


def displays(grey, text):
    """Whether ink as wide as these words stands in a widget's box: names of widgets are not always what they show."""
    x1, y1, x2, y2 = text["box"]
    inset = 3 if y2 - y1 > 16 and x2 - x1 > 16 else 0
    part = grey[y1 + inset:y2 - inset, x1 + inset:x2 - inset]
    if part.size == 0:
        return False
    stretches = ink(part)
    want = text["width"]
    # Neighbouring stretches count together (words far apart), and alone (an icon or a shortcut beside the words).
    spans = [b[1] - a[0] for i, a in enumerate(stretches) for b in stretches[i:]]
    return any(0.78 * want - 4 <= s <= 1.22 * want + 4 for s in spans)


def check(folder, name):
    path = folder / f"{name}.json"
    screen = json.loads(path.read_text())
    picture = Image.open(folder / f"{name}.png")
    if list(picture.size) != screen["size"]:
        raise SystemExit(f"{name}: the picture is {picture.size}, the truth says {screen['size']}")
    grey = np.asarray(picture.convert("L"))
    for t in screen["texts"]:
        if not t["clipped"] and contrast(grey, t["box"]) < FAINT:
            t["clipped"] = True
            t["faint"] = True
        if t.get("loose") and not t["clipped"] and "width" in t and not displays(grey, t):
            t["clipped"] = t["unsure"] = True
    path.write_text(json.dumps(screen, ensure_ascii=False))
    return {k: screen[k] for k in ("name", "app", "kit", "variant", "split")} | {"texts": sum(not t["clipped"] for t in screen["texts"]), "interactive": sum(e["interactive"] for e in screen["elements"])}


def main():
    folder = pathlib.Path(sys.argv[1])
    names = sorted(p.stem for p in folder.glob("*.json") if p.with_suffix(".png").exists())
    rows = [check(folder, n) for n in names]
    (folder / "index.jsonl.new").write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows))
    (folder / "index.jsonl.new").rename(folder / "index.jsonl")
    for split in ("develop", "held"):
        mine = [r for r in rows if r["split"] == split]
        print(f"{split}: {len(mine)} screens, {sum(r['texts'] for r in mine)} texts, {sum(r['interactive'] for r in mine)} interactive elements")


main()
