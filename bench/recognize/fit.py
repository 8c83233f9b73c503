#!/usr/bin/env python3
"""Fits the weights of `locate` on one half of the drift data, judges them on the other, and writes them as JSON.

Halves are split by tag and site, so that no site or screen is on both sides. Three questions are put of every pair: the
thing is there (`present`), it was erased (`removed`), it never was there (`elsewhere`). Pairs of bench/truth (translated,
reordered) that are marked `develop` are fitted on too; those marked `held` never are.
"""
import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

WITNESSES = [
    "label", "label_exact", "label_words", "label_alone", "other_text", "meaning", "unread", "grey", "edges", "fine_grey",
    "fine_edges", "core", "colours", "landmarks", "near_landmarks", "sides", "row", "astray", "shapes", "position", "same_place", "size",
    "kind", "role", "name", "vacant",
]
# What acceptance weighs besides: products say "both".
TEXT_TERMS = [
    ["label"], ["label_exact"], ["label_alone"], ["other_text"], ["grey"], ["edges"], ["fine_grey"], ["fine_edges"],
    ["colours"], ["landmarks"], ["near_landmarks"], ["sides"], ["row"], ["position"], ["same_place"], ["size"],
    ["kind"], ["role"], ["margin"], ["letters"], ["landmarks_known"], ["other_label"], ["label_words"],
    ["landmarks_elsewhere"], ["near_elsewhere"], ["row_elsewhere"], ["sides_elsewhere"], ["look_elsewhere"],
    ["had_twins"], ["has_twins"], ["lost_twins"], ["label_exact", "landmarks_elsewhere"], ["lost_twins", "landmarks"],
    ["meaning"], ["unread"], ["astray"], ["shapes"], ["vacant"], ["meaning_elsewhere"], ["shapes_elsewhere"],
    ["unread", "fine_edges"], ["meaning", "shapes"], ["meaning", "meaning"], ["meaning", "landmarks"], ["shapes", "landmarks"],
    ["shapes", "fine_edges"], ["label_exact", "astray"], ["vacated"], ["foreign", "meaning"], ["core"], ["unread", "core"],
    ["label", "letters"], ["label_exact", "letters"], ["label", "landmarks"], ["label", "fine_edges"],
    ["landmarks", "fine_edges"], ["label", "margin"], ["label", "label"], ["label_exact", "label_alone"],
]
PLAIN_TERMS = [
    ["other_text"], ["grey"], ["edges"], ["fine_grey"], ["fine_edges"], ["colours"], ["landmarks"],
    ["near_landmarks"], ["sides"], ["row"], ["position"], ["same_place"], ["size"], ["kind"], ["margin"],
    ["pixels"], ["landmarks_known"], ["landmarks_elsewhere"], ["near_elsewhere"], ["look_elsewhere"], ["landmarks", "fine_edges"], ["landmarks", "edges"], ["fine_edges", "pixels"],
    ["fine_edges", "fine_edges"], ["fine_grey", "colours"], ["astray"], ["shapes"], ["vacant"], ["shapes_elsewhere"],
    ["shapes", "fine_edges"], ["shapes", "landmarks"], ["name"], ["has_name", "name"], ["name_elsewhere"],
    ["has_name"], ["vacated"], ["core"], ["core", "landmarks"], ["core", "shapes"],
]


# How strongly weights are held small: 1 to 10 gave the same within a row or two.
STRENGTH = 3.0
# What speaks against a place when it is large; everything else speaks for it.
AGAINST = {
    "other_text", "other_label", "landmarks_elsewhere", "near_elsewhere", "row_elsewhere", "sides_elsewhere",
    "look_elsewhere", "had_twins", "has_twins", "lost_twins", "astray", "vacant", "meaning_elsewhere", "shapes_elsewhere", "name_elsewhere", "vacated",
}
# What may speak either way.
EITHER = {"letters", "landmarks_known", "pixels", "unread", "has_name"}


def bounds(term):
    """The sense of a term is known beforehand: with few data, a weight of the wrong sign is chance."""
    if any(n in EITHER for n in term) and len(term) == 1:
        return None, None
    return (None, 0) if any(n in AGAINST for n in term) else (0, None)


def half(tag):
    return hashlib.sha256(tag.encode()).digest()[0] % 2


def center(b):
    return (b[0] + b[2]) / 2, (b[1] + b[3]) / 2


def inside(p, b):
    return b[0] <= p[0] <= b[2] and b[1] <= p[1] <= b[3]


def is_hit(found, true):
    return inside(center(found), true) or inside(center(true), found)


def same_place(a, b):
    (ax, ay), (bx, by) = center(a), center(b)
    near = lambda d, s1, s2: abs(d) < max(0.3 * min(s1, s2), 8.0)
    return near(ax - bx, a[2] - a[0], b[2] - b[0]) and near(ay - by, a[3] - a[1], b[3] - b[1])


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


def fit_rank(cases, names, strength):
    """Listwise: the place that hits should have the highest sum."""
    lists = []
    for c in cases:
        x = np.array([[p["witnesses"][n] for n in names] for p in c["places"]])
        y = np.array([is_hit(p["bbox"], c["true"]) for p in c["places"]])
        if y.any() and not y.all():
            lists.append((x, y))

    def loss(w):
        total, grad = strength * w @ w, 2 * strength * w
        for x, y in lists:
            s = x @ w
            e = np.exp(s - s.max())
            p, q = e / e.sum(), np.where(y, e, 0) / np.where(y, e, 0).sum()
            total -= np.log(p[y].sum() + 1e-12)
            grad += x.T @ (p - q)
        return total, grad

    limits = [bounds([n]) for n in names]
    return minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", bounds=limits).x


def fit_accept(x, y, weight, strength, terms):
    mean, dev = x.mean(0), x.std(0) + 1e-6
    z = (x - mean) / dev

    def loss(w):
        s = z @ w[1:] + w[0]
        p = sigmoid(s)
        total = -(weight * (y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12))).sum()
        g = weight * (p - y)
        grad = np.concatenate([[g.sum()], z.T @ g])
        return total + strength * w[1:] @ w[1:], grad + np.concatenate([[0], 2 * strength * w[1:]])

    limits = [(None, None)] + [bounds(t) for t in terms]
    w = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B", bounds=limits).x
    coef = w[1:] / dev
    return w[0] - (coef * mean).sum(), coef


def ranked(case, names, w):
    places = sorted(case["places"], key=lambda p: -sum(p["witnesses"][n] * v for n, v in zip(names, w)))
    return places


def evidence(case, names, w):
    """The quantities of `locate::evidence`, for the weights at hand."""
    if not case["places"]:
        return {}, None, False
    places = ranked(case, names, w)
    rank = lambda p: sum(p["witnesses"][n] * v for n, v in zip(names, w))
    first = places[0]
    second = next((p for p in places[1:] if not same_place(p["bbox"], first["bbox"])), None)
    q = dict(case["evidence"])
    q.update(first["witnesses"])
    q["rank"] = rank(first)
    q["margin"] = min(4.0, rank(first) - rank(second)) if second else 4.0
    q["other_label"] = second["witnesses"]["label"] if second else 0.0
    most = lambda n: max(p["witnesses"][n] for p in places) - first["witnesses"][n]
    for name, of in (("landmarks", "landmarks"), ("near", "near_landmarks"), ("row", "row"), ("sides", "sides"),
                     ("look", "fine_edges"), ("meaning", "meaning"), ("shapes", "shapes"), ("name", "name")):
        q[name + "_elsewhere"] = most(of)
    context = lambda p: max(p["witnesses"]["landmarks"], p["witnesses"]["shapes"])
    empty = [p for p in places[1:] if p["witnesses"]["vacant"] == 1 and not same_place(p["bbox"], first["bbox"])]
    q["vacated"] = max([0.0] + [context(p) - context(first) for p in empty])
    q["other_look"] = second["witnesses"]["fine_edges"] if second else 0.0
    # Two that rank alike are told apart by chance.
    vetoed = q["margin"] < 0.05 or is_vetoed(places, q, case["text"])
    return q, first, vetoed


def terms_of(q, terms):
    return [np.prod([q.get(n, 0.0) for n in t]) for t in terms]


def load(path):
    return {r["id"]: r for r in map(json.loads, open(path))}


def cases_of(rows, folder):
    """The three questions of each row, with what was answered."""
    present, removed = load(folder / "present.lea.jsonl"), load(folder / "removed.lea.jsonl")
    squeezed = folder / "compressed.lea.jsonl"
    squeezed = load(squeezed) if squeezed.exists() else {}
    cases = []
    for r in rows:
        p = present.get(r["id"], {})
        base = dict(id=r["id"], row=r, text=p.get("evidence", {}).get("letters", 1) > 0)
        if "places" not in p:
            print("no answer for", r["id"], p.get("error"), file=sys.stderr)
            cases.append(dict(base, kind="present", true=r["new_box"], places=[], evidence={}))
            continue
        cases.append(dict(base, kind="present", true=r["new_box"], places=p["places"], evidence=p["evidence"]))
        if "places" in (p.get("elsewhere") or {}) and not r.get("elsewhere_doubtful"):
            e = p["elsewhere"]
            cases.append(dict(base, kind="elsewhere", true=None, places=e["places"], evidence=e["evidence"]))
        s = squeezed.get(r["id"], {})
        if "places" in s:
            cases.append(dict(base, kind="present", squeezed=True, true=r["new_box"], places=s["places"],
                              evidence=s["evidence"]))
        q = removed.get(r["id"], {})
        if "places" in q:
            cases.append(dict(base, kind="removed", true=None, places=q["places"], evidence=q["evidence"]))
    return cases


def rows_of(path):
    return [r for r in map(json.loads, path.open()) if not r.get("doubtful")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, help="elements.jsonl of the drift data")
    parser.add_argument("folder", type=Path, help="what bench/recognize/run made of them")
    parser.add_argument("--also", nargs=2, type=Path, action="append", default=[], metavar=("ROWS", "FOLDER"),
                        help="pairs of bench/truth; only those marked develop are used")
    parser.add_argument("--out", help="write the weights here")
    parser.add_argument("--fit-half", type=int, default=0)
    args = parser.parse_args()
    cases = cases_of(rows_of(args.rows), args.folder)
    for c in cases:
        c["half"], c["also"] = half(c["row"]["tag"]), False
    for rows, folder in args.also:
        more = cases_of([r for r in rows_of(rows) if r["split"] == "develop"], folder)
        for c in more:
            c["half"], c["also"] = args.fit_half, True
        cases += more
    out = {}
    for kind, terms in (("text", TEXT_TERMS), ("plain", PLAIN_TERMS)):
        mine = [c for c in cases if c["text"] == (kind == "text")]
        fit = [c for c in mine if c["half"] == args.fit_half]
        w = fit_rank([c for c in fit if c["kind"] == "present"], WITNESSES, 0.5)
        for c in mine:
            c["evidence"], c["first"], c["vetoed"] = evidence(c, WITNESSES, w)
            c["hit"] = bool(c["first"] and c["kind"] == "present" and is_hit(c["first"]["bbox"], c["true"]))
            c["any"] = c["kind"] == "present" and any(is_hit(p["bbox"], c["true"]) for p in c["places"])
        fit = [c for c in fit if c["first"] and not c["vetoed"]]
        x = np.array([terms_of(c["evidence"], terms) for c in fit])
        y = np.array([c["hit"] for c in fit], float)
        # A wrong find does more harm than a halt; the public pairs are the real ones, uncompressed.
        weight = np.where(y, 1.0, 3.0) * np.array([1.0 if c["also"] or c.get("squeezed") else 2.0 for c in fit])
        bias, coef = fit_accept(x, y, weight, STRENGTH, terms)
        for c in mine:
            is_judged = c["first"] and not c["vetoed"]
            c["sum"] = float(np.array(terms_of(c["evidence"], terms)) @ coef + bias) if is_judged else -99.0
        out[kind] = {"rank": as_sum(0.0, w, [[n] for n in WITNESSES]), "accept": as_sum(bias, coef, terms)}
        print(f"{kind}: fitted on {len(fit)}, {int(y.sum())} of them hits")
    for kind in out:
        mine = [c for c in cases if c["text"] == (kind == "text")]
        fit = [c for c in mine if c["half"] == args.fit_half and not c.get("squeezed")]
        real = [c for c in fit if not c["also"]]
        # Limits are held over all, and over the public pairs where they are many enough to tell.
        parts = [fit, real] if sum(c["kind"] == "removed" for c in real) > 50 else [fit]
        acts = max(threshold(part, wrong=0.010, elsewhere=0.015, removed=0.020) for part in parts)
        maybe = min(acts - 0.5, threshold(fit, 0.05, 0.05, 0.10))
        print(f"{kind}: acts from {acts:.2f}, maybe from {maybe:.2f}")
        out[kind]["scale"] = [[round(maybe - 4, 3), 0.0], [round(maybe, 3), 0.6], [round(acts, 3), 0.9],
                              [round(acts + 4, 3), 1.0]]
        for c in mine:
            c["accepted"] = c["sum"] >= acts
    for name, h in (("fitted", args.fit_half), ("judged", 1 - args.fit_half)):
        part = [c for c in cases if c["half"] == h and not c["also"]]
        report(name, [c for c in part if not c.get("squeezed")])
        report(name + " JPEG", [c for c in part if c.get("squeezed")])
    for rows, _ in args.also:
        named = {r["id"] for r in rows_of(rows)}
        report(rows.stem[:7], [c for c in cases if c["id"] in named])
    if args.out:
        json.dump(out, open(args.out, "w"), indent=1)
        open(args.out, "a").write("\n")
    return cases


def as_sum(bias, weights, terms):
    some = [(t, v) for t, v in zip(terms, weights) if abs(v) >= 0.00005]
    return {"bias": round(float(bias), 4), "terms": [{"of": t, "weight": round(float(v), 4)} for t, v in some]}


def is_vetoed(places, evidence, text):
    """The rules of `locate` that no weight can outvote."""
    first = places[0]
    mine = first["witnesses"]
    others = [p["witnesses"] for p in places[1:] if not same_place(p["bbox"], first["bbox"])]
    if text:
        is_other = mine["label"] < 0.5 and mine["other_text"] == 1 and mine["meaning"] < 0.75
        says_it_elsewhere = mine["label"] < 0.82 and any(its["label_exact"] == 1 for its in others)
        for its in others:
            has_row = mine["row"] - its["row"] >= 0.3
            has_surroundings = mine["row"] > its["row"] - 0.1 and mine["landmarks"] - its["landmarks"] >= 0.15
            if its["label"] >= max(0.82, mine["label"] - 0.02) and not has_row and not has_surroundings:
                return True
        return (is_other and not evidence["foreign"]) or says_it_elsewhere
    for its in others:
        if mine["row"] == 0.5 and its["row"] == 0.5:
            is_told = mine["landmarks"] - its["landmarks"] >= 0.3
        else:
            is_told = mine["row"] >= 0.6 and mine["row"] - its["row"] >= 0.3
        if its["core"] >= max(0.9, mine["core"] + 0.15):
            return True
        if its["core"] >= max(0.85, mine["core"] - 0.08) and not is_told and mine["name"] - its["name"] < 0.3:
            return True
    return False


def threshold(cases, wrong, elsewhere, removed):
    """The lowest sum above which no more than these shares are accepted wrongly."""
    best = max(c["sum"] for c in cases) + 1
    count = {k: max(1, sum(c["kind"] == k for c in cases)) for k in ("present", "elsewhere", "removed")}
    most = {"present": wrong * count["present"], "elsewhere": elsewhere * count["elsewhere"],
            "removed": removed * count["removed"]}
    seen = dict.fromkeys(most, 0)
    for c in sorted(cases, key=lambda c: -c["sum"]):
        if c["kind"] != "present" or not c["hit"]:
            seen[c["kind"]] += 1
            if seen[c["kind"]] > most[c["kind"]]:
                # Between this one and the last good one above it.
                return (best + c["sum"]) / 2
        else:
            best = c["sum"]
    return best


def report(name, part):
    def line(label, cs):
        p = [c for c in cs if c["kind"] == "present"]
        if not cs:
            return
        p = p or [dict(accepted=False, hit=False, any=False)]
        hit = sum(c["accepted"] and c["hit"] for c in p) / len(p)
        wrong = sum(c["accepted"] and not c["hit"] for c in p) / len(p)
        rank1 = sum(c["hit"] for c in p) / len(p)
        seen = sum(c["any"] for c in p) / len(p)
        r = [c for c in cs if c["kind"] == "removed"]
        e = [c for c in cs if c["kind"] == "elsewhere"]
        share = lambda l: 100 * sum(c["accepted"] for c in l) / len(l) if l else 0
        print(f"{name:11} {label:8} n={len(p):3}  hit {100*hit:5.1f}  wrong {100*wrong:4.1f}  elsewhere {share(e):4.1f}  "
              f"removed {share(r):4.1f}   (rank1 {100*rank1:5.1f}, among candidates {100*seen:5.1f})")

    def moved(c):
        (ax, ay), (bx, by) = center(c["row"]["old_box"]), center(c["row"]["new_box"])
        return np.hypot(ax - bx, ay - by) > 50

    line("all", part)
    line("web", [c for c in part if c["id"].startswith("web")])
    line("qa", [c for c in part if c["id"].startswith("qa")])
    line("moved", [c for c in part if moved(c)])
    line("no text", [c for c in part if not c["text"]])


if __name__ == "__main__":
    main()
