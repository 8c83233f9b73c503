#!/usr/bin/env python3
"""Judges what `lea find` and its peers answered, and prints a table: hit, wrong, accepted elsewhere and where removed."""
import argparse
import json
import statistics
from pathlib import Path

from fit import center, half, is_hit, load

PEERS = (("NCC ≥ 0.80", "ncc", 0.80), ("NCC ≥ 0.96", "ncc", 0.96), ("text ≥ 0.80", "text", 0.80))


def answers(folder, name):
    """For each test: id → (box or none, accepted elsewhere or none)."""
    out = {}
    for kind in ("present", "removed", "compressed"):
        path = folder / f"{kind}.{name}.jsonl"
        if path.exists():
            out[kind] = path
    return out


def lea(folder):
    result = {}
    for kind, path in answers(folder, "lea").items():
        result[kind] = {}
        for id, r in load(path).items():
            there = r.get("elsewhere")
            result[kind][id] = (r.get("box"), there and there.get("found"), r.get("ms"), r.get("score", 0))
    return result


def peer(folder, name, least):
    result = {}
    for kind, path in answers(folder, "peers").items():
        result[kind] = {}
        for r in map(json.loads, path.open()):
            if r["peer"] == name:
                there = r.get("elsewhere")
                box = r["box"] if r["score"] >= least else None
                result[kind][r["id"]] = (box, there and there["score"] >= least, None, r["score"])
    return result


def figures(rows, result):
    present = [(r, result["present"].get(r["id"], (None, None, None, 0))) for r in rows]
    hit = sum(bool(a[0]) and is_hit(a[0], r["new_box"]) for r, a in present)
    wrong = sum(bool(a[0]) and not is_hit(a[0], r["new_box"]) for r, a in present)
    there = [a[1] for r, a in present if a[1] is not None and not r.get("elsewhere_doubtful")]
    removed = [result.get("removed", {}).get(r["id"]) for r in rows]
    removed = [a[0] is not None for a in removed if a]
    squeezed = [(r, result.get("compressed", {}).get(r["id"])) for r in rows]
    squeezed = [bool(a[0]) and is_hit(a[0], r["new_box"]) for r, a in squeezed if a]
    share = lambda part, whole: f"{100 * part / whole:.1f}" if whole else "–"
    n = len(rows)
    return [str(n), share(hit, n), share(wrong, n), share(sum(there), len(there)), share(sum(removed), len(removed)),
            share(sum(squeezed), hit) if squeezed else "–"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, help="elements.jsonl of the drift data, or rows like it")
    parser.add_argument("folder", type=Path, help="what prepare.py made, with the answers")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only the rows of this half")
    parser.add_argument("--split", help="only rows whose split this is")
    parser.add_argument("--most", type=int, default=10**9)
    args = parser.parse_args()
    rows = [r for r in map(json.loads, args.rows.open()) if not r.get("doubtful")][: args.most]
    rows = [r for r in rows if args.half is None or half(r["tag"]) == args.half]
    rows = [r for r in rows if args.split is None or r.get("split") == args.split]

    def moved(r):
        (ax, ay), (bx, by) = center(r["old_box"]), center(r["new_box"])
        return (ax - bx) ** 2 + (ay - by) ** 2 > 50 ** 2

    found = lea(args.folder)
    evidence = load(args.folder / "present.lea.jsonl")
    no_text = lambda r: evidence.get(r["id"], {}).get("text") is False
    parts = [("all", rows), ("web", [r for r in rows if r["id"].startswith("web")]),
             ("qa", [r for r in rows if r["id"].startswith("qa")]), ("moved > 50 px", [r for r in rows if moved(r)]),
             ("box without text", [r for r in rows if no_text(r)])]
    print("| method | rows | n | hit % | wrong % | accepted elsewhere % | accepted removed % | JPEG 20, of hits % |")
    print("|---|---|---|---|---|---|---|---|")
    for label, part in parts:
        if part:
            print(f"| **lea** | {label} | " + " | ".join(figures(part, found)) + " |")
    for label, name, least in PEERS:
        answered = peer(args.folder, name, least)
        if answered:
            for part_label, part in parts[:3]:
                if part:
                    print(f"| {label} | {part_label} | " + " | ".join(figures(part, answered)) + " |")
    times = [a[2] for a in found["present"].values() if a[2] is not None]
    print(f"\nms per find, median {statistics.median(times):.1f}, p95 {sorted(times)[int(0.95 * len(times))]:.1f}")
    ids = {r["id"]: r for r in rows}
    sure = [(is_hit(a[0], ids[i]["new_box"])) for i, a in found["present"].items() if i in ids and a[0]]
    print(f"finds at 0.90 and above: {len(sure)}, wrong {sum(not s for s in sure)}")


if __name__ == "__main__":
    main()
