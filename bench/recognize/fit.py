#!/usr/bin/env python3
"""Fits the weights of `locate` on one half of the drift data, judges them on the other, and writes them as JSON.

Halves are split by tag and site, so that no site or screen is on both sides. Three questions are put of every pair: the
thing is there (`present`), it was erased (`removed`), it never was there (`elsewhere`).
"""
import argparse
import hashlib
import json
import sys

import numpy as np
from scipy.optimize import minimize

WITNESSES = [
    "label", "label_exact", "label_words", "label_alone", "other_text", "grey", "edges", "fine_grey", "fine_edges", "colours",
    "landmarks", "near_landmarks", "sides", "row", "position", "same_place", "size", "kind", "role",
]
# What acceptance weighs besides: products say "both".
TEXT_TERMS = [
    ["label"], ["label_exact"], ["label_alone"], ["other_text"], ["grey"], ["edges"], ["fine_grey"], ["fine_edges"],
    ["colours"], ["landmarks"], ["near_landmarks"], ["sides"], ["row"], ["position"], ["same_place"], ["size"],
    ["kind"], ["role"], ["margin"], ["letters"], ["landmarks_known"], ["other_label"], ["label_words"],
    ["landmarks_elsewhere"], ["near_elsewhere"], ["row_elsewhere"], ["sides_elsewhere"], ["look_elsewhere"],
    ["had_twins"], ["has_twins"], ["lost_twins"], ["label_exact", "landmarks_elsewhere"], ["lost_twins", "landmarks"],
    ["label", "letters"], ["label_exact", "letters"], ["label", "landmarks"], ["label", "fine_edges"],
    ["landmarks", "fine_edges"], ["label", "margin"], ["label", "label"], ["label_exact", "label_alone"],
]
PLAIN_TERMS = [
    ["other_text"], ["grey"], ["edges"], ["fine_grey"], ["fine_edges"], ["colours"], ["landmarks"],
    ["near_landmarks"], ["sides"], ["row"], ["position"], ["same_place"], ["size"], ["kind"], ["margin"],
    ["pixels"], ["landmarks_known"], ["landmarks_elsewhere"], ["near_elsewhere"], ["look_elsewhere"], ["landmarks", "fine_edges"], ["landmarks", "edges"], ["fine_edges", "pixels"],
    ["fine_edges", "fine_edges"], ["fine_grey", "colours"],
]


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

    w = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return w


def fit_accept(x, y, weight, strength):
    mean, dev = x.mean(0), x.std(0) + 1e-6
    z = (x - mean) / dev

    def loss(w):
        s = z @ w[1:] + w[0]
        p = sigmoid(s)
        total = -(weight * (y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12))).sum()
        g = weight * (p - y)
        grad = np.concatenate([[g.sum()], z.T @ g])
        return total + strength * w[1:] @ w[1:], grad + np.concatenate([[0], 2 * strength * w[1:]])

    w = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B").x
    coef = w[1:] / dev
    return w[0] - (coef * mean).sum(), coef


def ranked(case, names, w):
    places = sorted(case["places"], key=lambda p: -sum(p["witnesses"][n] * v for n, v in zip(names, w)))
    return places


def evidence(case, names, w):
    """The quantities of `locate::evidence`, for the weights at hand."""
    if not case["places"]:
        return None, None
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
                     ("look", "fine_edges")):
        q[name + "_elsewhere"] = most(of)
    q["other_look"] = second["witnesses"]["fine_edges"] if second else 0.0
    return q, first


def terms_of(q, terms):
    return [np.prod([q.get(n, 0.0) for n in t]) for t in terms]


def load(path):
    return {r["id"]: r for r in map(json.loads, open(path))}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", help="elements.jsonl of the drift data")
    parser.add_argument("present", help="lea find --batch --all of those rows")
    parser.add_argument("removed", help="the same with the element erased")
    parser.add_argument("--out", help="write the weights here")
    parser.add_argument("--fit-half", type=int, default=0)
    args = parser.parse_args()
    rows = {r["id"]: r for r in map(json.loads, open(args.rows)) if not r["doubtful"]}
    present, removed = load(args.present), load(args.removed)
    cases = []
    for id, r in rows.items():
        p = present.get(id, {})
        if "places" not in p:
            print("no answer for", id, p.get("error"), file=sys.stderr)
            cases.append(dict(id=id, kind="present", true=r["new_box"], places=[], evidence={}, row=r))
            continue
        text = p["evidence"].get("letters", 0) > 0
        base = dict(id=id, row=r, text=text)
        cases.append(dict(base, kind="present", true=r["new_box"], places=p["places"], evidence=p["evidence"]))
        if "places" in p.get("elsewhere", {}) and not r["elsewhere_doubtful"]:
            e = p["elsewhere"]
            cases.append(dict(base, kind="elsewhere", true=None, places=e["places"], evidence=e["evidence"]))
        q = removed.get(id, {})
        if "places" in q:
            cases.append(dict(base, kind="removed", true=None, places=q["places"], evidence=q["evidence"]))
    for c in cases:
        c.setdefault("text", True)
        c["half"] = half(c["row"]["tag"])
    out, fits = {}, {}
    for kind, terms in (("text", TEXT_TERMS), ("plain", PLAIN_TERMS)):
        mine = [c for c in cases if c["text"] == (kind == "text")]
        fit = [c for c in mine if c["half"] == args.fit_half]
        w = fit_rank([c for c in fit if c["kind"] == "present"], WITNESSES, 0.5)
        xs, ys, ws = [], [], []
        for c in fit:
            q, first = evidence(c, WITNESSES, w)
            if q is None:
                continue
            xs.append(terms_of(q, terms))
            ys.append(c["kind"] == "present" and is_hit(first["bbox"], c["true"]))
            # A wrong find does more harm than a halt.
            ws.append(1.0 if ys[-1] else 3.0)
        x, y, weight = np.array(xs), np.array(ys, float), np.array(ws)
        bias, coef = fit_accept(x, y, weight, 1.0)
        s = x @ coef + bias
        fits[kind] = dict(w=w, bias=bias, coef=coef, terms=terms)
        for c in mine:
            q, first = evidence(c, WITNESSES, w)
            c["sum"] = -99 if q is None else float(np.array(terms_of(q, terms)) @ coef + bias)
            c["first"] = first
            c["hit"] = bool(first and c["kind"] == "present" and is_hit(first["bbox"], c["true"]))
            c["any"] = c["kind"] == "present" and any(is_hit(p["bbox"], c["true"]) for p in c["places"])
    acts = threshold([c for c in cases if c["half"] == args.fit_half], wrong=0.007, elsewhere=0.010, removed=0.015)
    maybe = min(acts - 0.5, threshold([c for c in cases if c["half"] == args.fit_half], 0.05, 0.05, 0.10))
    print(f"acts from {acts:.2f}, maybe from {maybe:.2f}")
    for c in cases:
        c["accepted"] = c["sum"] >= acts
    for kind, f in fits.items():
        out[kind] = {
            "rank": {"bias": 0.0,
                     "terms": [{"of": [n], "weight": round(float(v), 4)} for n, v in zip(WITNESSES, f["w"])]},
            "accept": {"bias": round(float(f["bias"]), 4),
                       "terms": [{"of": t, "weight": round(float(v), 4)} for t, v in zip(f["terms"], f["coef"])]},
            "scale": [[round(maybe - 4, 3), 0.0], [round(maybe, 3), 0.6], [round(acts, 3), 0.9],
                      [round(acts + 4, 3), 1.0]],
        }
    for name, h in (("fitted", args.fit_half), ("judged", 1 - args.fit_half)):
        part = [c for c in cases if c["half"] == h]
        report(name, part)
    if args.out:
        json.dump(out, open(args.out, "w"), indent=1)
        open(args.out, "a").write("\n")
    return cases


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
        if not p:
            return
        hit = sum(c["accepted"] and c["hit"] for c in p) / len(p)
        wrong = sum(c["accepted"] and not c["hit"] for c in p) / len(p)
        rank1 = sum(c["hit"] for c in p) / len(p)
        seen = sum(c["any"] for c in p) / len(p)
        r = [c for c in cs if c["kind"] == "removed"]
        e = [c for c in cs if c["kind"] == "elsewhere"]
        share = lambda l: 100 * sum(c["accepted"] for c in l) / len(l) if l else 0
        print(f"{name:7} {label:12} n={len(p):3}  hit {100*hit:5.1f}  wrong {100*wrong:4.1f}  elsewhere {share(e):4.1f}  "
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
