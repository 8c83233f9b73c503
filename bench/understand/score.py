"""Scores what was seen on screens against the truth of bench/truth.

  lea look --batch LIST.jsonl --json > seen.jsonl        (score --list > LIST.jsonl writes the list)
  score --look seen.jsonl                                 Lea alone
  score --look seen.jsonl --peers rapidocr,tesseract,contours --sample 30
  score --quick --peers contours                          three screens, no judgement
"""
import argparse
import collections
import hashlib
import json
import math
import os
import pathlib
import statistics
import sys

import measure
import peers
import reader

HERE = pathlib.Path(__file__).resolve().parent


def options():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--truth", type=pathlib.Path, default=pathlib.Path(os.environ.get("LEA_TRUTH", HERE.parent / "truth" / "out")))
    a.add_argument("--look", action="append", default=[], metavar="[NAME=]FILE", help="what `lea look --batch --json` printed")
    a.add_argument("--peers", default="", help="of rapidocr, tesseract, contours")
    a.add_argument("--split", choices=["develop", "held", "both"], default="both")
    a.add_argument("--sample", type=int, help="only so many screens of each split, spread over kits, the same every time")
    a.add_argument("--quick", action="store_true", help="three screens of each split, to see that it runs")
    a.add_argument("--json", type=pathlib.Path, help="also write the figures there, with every string missed")
    a.add_argument("--list", action="store_true", help="print the rows for `lea look --batch` and do nothing else")
    return a.parse_args()


def spread(rows, count):
    """A sample that takes kits in turn and does not depend on anything but names."""
    by = collections.defaultdict(list)
    for r in sorted(rows, key=lambda r: hashlib.sha1(r["name"].encode()).hexdigest()):
        by[r["kit"], r["app"] if r["kit"].startswith(("gtk", "qt")) else ""].append(r)
    out = []
    while len(out) < count and any(by.values()):
        for key in sorted(by):
            if by[key] and len(out) < count:
                out.append(by[key].pop())
    return out


def chosen(o):
    rows = [json.loads(line) for line in open(o.truth / "index.jsonl")]
    out = []
    for split in ("develop", "held") if o.split == "both" else (o.split,):
        mine = [r for r in rows if r["split"] == split]
        count = 3 if o.quick else o.sample
        out += spread(mine, count) if count else mine
    return out


def ask_peer(name, o, row):
    """A peer's answer, remembered by the picture's content: some take seconds a screen."""
    picture = o.truth / f"{row['name']}.png"
    store = HERE.parent / "truth" / ".cache" / "peers" / name
    key = hashlib.sha1(picture.read_bytes() + pathlib.Path(peers.__file__).read_bytes()).hexdigest()
    kept = store / f"{key}.json"
    if kept.exists():
        return json.loads(kept.read_text())
    seen = peers.ALL[name](picture)
    store.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(seen))
    return seen


def judge(screen, seen, typeless):
    texts = [t for t in screen["texts"] if measure.counts_as_text(t)]
    verdicts = [(t, measure.read(t, seen["lines"])) for t in texts] if seen["lines"] or not typeless else []
    return {"texts": verdicts, "elements": measure.elements(screen, seen, typeless), "ms": seen.get("ms"), "cpu_ms": seen.get("cpu_ms"), "lines": len(seen["lines"])}


def total(judged):
    """Sums of some screens, as rates."""
    texts = [v for j in judged for v in j["texts"]]
    count = collections.Counter(v for _, v in texts)
    short = [v for t, v in texts if len(measure.trim(t["text"])) == 1]
    e = collections.Counter()
    for j in judged:
        for k in ("true", "found", "hit", "iou", "type", "type_strict"):
            e[k] += j["elements"][k]
    ms = [j["ms"] for j in judged if j["ms"] is not None]
    cpu = [j["cpu_ms"] for j in judged if j["cpu_ms"] is not None]
    f1 = lambda hit: 2 * hit / (e["found"] + e["true"]) if e["found"] + e["true"] else None  # noqa: E731
    rate = lambda a, b: a / b if b else None  # noqa: E731
    return {"screens": len(judged), "strings": len(texts), "exact": rate(count["exact"], len(texts)), "near": rate(count["exact"] + count["near"], len(texts)),
            "exact_but_single_characters": rate(count["exact"] - sum(v == "exact" for v in short), len(texts) - len(short)),
            "elements": e["true"], "f1": f1(e["hit"]), "recall": rate(e["hit"], e["true"]), "precision": rate(e["hit"], e["found"]), "f1_iou50": f1(e["iou"]),
            "type": rate(e["type"], e["hit"]), "type_strict": rate(e["type_strict"], e["hit"]),
            "ms_median": statistics.median(ms) if ms else None, "ms_p90": sorted(ms)[math.ceil(0.9 * (len(ms) - 1))] if ms else None,
            "cpu_ms_median": statistics.median(cpu) if cpu else None}


def percent(x):
    return "–" if x is None else f"{100 * x:.1f}"


def number(x):
    return "–" if x is None else f"{x:.3f}"


def table(rows):
    print("| who | where | screens | strings | exact % | near % | exact %, > 1 char | elements | F1 | P | R | F1 IoU≥.5 | type % | ms median | ms p90 | CPU ms median |")
    print("|---" * 16 + "|")
    for who, where, t in rows:
        reads, finds = t["exact"] is not None and t["reads"], t["finds"]
        ms = ["–" if t[k] is None else f"{t[k]:.0f}" for k in ("ms_median", "ms_p90", "cpu_ms_median")]
        print(f"| {who} | {where} | {t['screens']} | {t['strings'] if reads else '–'} | {percent(t['exact']) if reads else '–'} | {percent(t['near']) if reads else '–'} | {percent(t['exact_but_single_characters']) if reads else '–'}"
              f" | {t['elements'] if finds else '–'} | {number(t['f1']) if finds else '–'} | {number(t['precision']) if finds else '–'} | {number(t['recall']) if finds else '–'} | {number(t['f1_iou50']) if finds else '–'}"
              f" | {percent(t['type']) if finds and t['types'] else '–'} | {ms[0]} | {ms[1]} | {ms[2]} |")


def groups(row):
    v = row["variant"]
    scale = float(v.get("scale", 1))
    yield "all", "all"
    yield "kit", row["kit"] if not row["kit"].startswith(("gtk", "qt")) else f"{row['kit']} {row['app']}"
    yield "source", "pages" if not row["kit"].startswith(("gtk", "qt")) else "applications"
    yield "theme", v["theme"]
    yield "language", v["language"]
    yield "scale", f"{100 * scale:.0f} %"


def main():
    o = options()
    rows = chosen(o)
    if o.list:
        for r in rows:
            print(json.dumps({"id": r["name"], "image": str((o.truth / f"{r['name']}.png").resolve())}))
        return
    sources = []
    for spec in o.look:
        name, _, path = spec.rpartition("=")
        sources.append((name or "lea", reader.read_look(path), {"reads": True, "finds": True, "types": True}))
    for name in filter(None, o.peers.split(",")):
        if name not in peers.ALL:
            sys.exit(f"no peer called {name}: there are {', '.join(peers.ALL)}")
        sources.append((name, name, {"reads": name != "contours", "finds": name == "contours", "types": False}))
    if not sources:
        sys.exit("nothing to score: give --look FILE, or --peers")
    screens = {r["name"]: json.loads((o.truth / f"{r['name']}.json").read_text()) for r in rows}
    report, lines, details = {}, [], []
    for who, source, can in sources:
        judged, missing = [], []
        for r in rows:
            seen = ask_peer(source, o, r) if isinstance(source, str) else source.get(r["name"])
            if seen is None or seen.get("error"):
                missing.append(r["name"])
                continue
            judged.append((r, judge(screens[r["name"]], seen, not can["types"])))
        if missing:
            print(f"{who}: nothing for {len(missing)} of {len(rows)} screens, left out ({', '.join(missing[:3])}…)", file=sys.stderr)
        by = collections.defaultdict(list)
        for r, j in judged:
            for what, value in groups(r):
                by[r["split"], what, value].append(j)
        for (split, what, value), js in sorted(by.items(), key=lambda x: (x[0][0], ["all", "source", "kit", "theme", "language", "scale"].index(x[0][1]), x[0][2])):
            t = total(js) | can
            report.setdefault(who, []).append({"split": split, "by": what, "value": value} | t)
            lines.append((who, split if what == "all" else f"{split} · {value}", t, what))
        for r, j in judged:
            details.append({"who": who, "name": r["name"], "split": r["split"], "ms": j["ms"],
                            "missed": [{"text": t["text"], "box": t["box"], "how": v} for t, v in j["texts"] if v != "exact"],
                            "lost": collections.Counter(j["elements"]["lost"]), "confused": j["elements"]["wrong"]})
    print("## All\n")
    table([(w, s, t) for w, s, t, what in lines if what in ("all", "source")])
    print("\n## By kit, theme, language, scale\n")
    table([(w, s, t) for w, s, t, what in lines if what not in ("all", "source")])
    if o.json:
        o.json.write_text(json.dumps({"figures": report, "screens": details}, ensure_ascii=False, indent=1))


main()
