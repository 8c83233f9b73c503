#!/usr/bin/env python3
"""Fits the weights of `same_screen` on one half of the public screens, and reports on both halves.

    fit.py LOOKS.jsonl SCREENS.jsonl DUMP [--write WEIGHTS.json]

LOOKS is what `lea look --batch SCREENS` printed; DUMP is what `cargo run --release -p lea --example screens` made of it.
The halves are made of whole groups of images: images that share a tag are never in different halves. The half that fits is
the one whose group's name hashes to an odd number (--swap: even).
"""
import argparse
import hashlib
import json

import numpy as np

RERANKED = 50


def groups(tags):
    """Groups of images linked by shared tags, each named by its first tag."""
    parent = {}

    def find(x):
        while parent.setdefault(x, x) != x:
            x = parent[x]
        return x

    for row in tags:
        for tag in row:
            parent[find(tag)] = find(row[0])
    members = {}
    for tag in parent:
        members.setdefault(find(tag), []).append(tag)
    return [min(members[find(row[0])]) for row in tags]


def is_fitting(name):
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def load(args):
    looks = [json.loads(line)["image"] for line in open(args.looks)]
    tags_of = {row["image"]: row["tags"] for row in map(json.loads, open(args.screens))}
    tags = [tags_of[image] for image in looks]
    names = open(args.dump + ".names").read().split("\n")
    n = len(looks)
    i, j = np.triu_indices(n, 1)
    features = np.fromfile(args.dump + ".pairs", "<f4").reshape(len(i), len(names))
    cosines = np.fromfile(args.dump + ".cosines", "<f4").reshape(len(i), -1)
    sets = [set(t) for t in tags]
    same = np.array([bool(sets[a] & sets[b]) for a, b in zip(i, j)])
    half = np.array([is_fitting(g) for g in groups(tags)])
    if args.swap:
        half = ~half
    return looks, tags, names, n, i, j, features, cosines, same, half


def auc(score, same):
    order = np.argsort(score, kind="stable")
    ranks = np.empty(len(score))
    ranks[order] = np.arange(1, len(score) + 1)
    values, inverse, counts = np.unique(score, return_inverse=True, return_counts=True)
    mean_rank = np.bincount(inverse, ranks) / counts
    ranks = mean_rank[inverse]
    p = same.sum()
    return (ranks[same].sum() - p * (p + 1) / 2) / (p * (len(same) - p))


def true_at(score, same, false=0.01):
    threshold = np.quantile(score[~same], 1 - false)
    return (score[same] > threshold).mean()


def square(values, n, i, j):
    m = np.full((n, n), -np.inf)
    m[i, j] = values
    m[j, i] = values
    return m


def hits(score, retrieve, same, queries, keep=RERANKED):
    """Whether the first result of each query shares a tag with it: the `keep` best by `retrieve`, ranked by `score`."""
    found = []
    for q in queries:
        best = np.argsort(-retrieve[q], kind="stable")[:keep]
        found.append(same[q, best[np.argmax(score[q, best])]])
    return np.array(found)


# What these measure speaks against; the amount of text speaks either way; everything else speaks for.
AGAINST = {
    "extra_inside", "extra_outside", "scale", "shift", "accents_differ", "chosen_differ", "sides_broken", "extra_if_identical",
    "checked_differ", "selected_differ", "disabled_differ",
}
EITHER = {"bias", "least_text", "more_text"}


def fit(x, y, weight, lists, sign, l2=1e-3, mix=0.5, steps=500, rate=0.05):
    """Adam on a logistic loss over pairs plus, per query, the loss of ranking its own first among the retrieved. A witness
    that would speak against its sense is silent: without that rule, half the data is learnt by heart."""
    w = np.zeros(x.shape[1])
    m, v = np.zeros_like(w), np.zeros_like(w)
    stacked = np.concatenate([c for c, _ in lists])
    own = np.concatenate([o for _, o in lists])
    ids = np.repeat(np.arange(len(lists)), [len(o) for _, o in lists])
    for step in range(1, steps + 1):
        p = 1 / (1 + np.exp(-(x @ w)))
        grad = (1 - mix) * (x.T @ (weight * (p - y)))
        s = stacked @ w
        top = np.full(len(lists), -np.inf)
        np.maximum.at(top, ids, s)
        e = np.exp(s - top[ids])
        all_sum, own_sum = np.bincount(ids, e), np.bincount(ids, e * own)
        grad += mix / len(lists) * (stacked.T @ (e / all_sum[ids] - e * own / np.maximum(own_sum[ids], 1e-30)))
        grad[1:] += l2 * w[1:]
        m = 0.9 * m + 0.1 * grad
        v = 0.999 * v + 0.001 * grad * grad
        w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
        w[(sign == 1) & (w < 0)] = 0
        w[(sign == -1) & (w > 0)] = 0
    return w


def calibrate(s, y, prior):
    """Scale and offset so that the score is the chance of being the same where `prior` of the pairs are."""
    a, b = 1.0, 0.0
    weight = np.where(y, prior / y.sum(), (1 - prior) / (~y).sum())
    for _ in range(3000):
        p = 1 / (1 + np.exp(-np.clip(a * s + b, -30, 30)))
        g = weight * (p - y)
        h = weight * p * (1 - p) + 1e-12
        grad = np.array([(g * s).sum(), g.sum()])
        hess = np.array([[(h * s * s).sum(), (h * s).sum()], [(h * s).sum(), h.sum()]]) + 1e-9 * np.eye(2)
        step = np.linalg.solve(hess, grad)
        a, b = a - step[0], b - step[1]
        if abs(step).max() < 1e-9:
            break
    return a, b


def main():
    parser = argparse.ArgumentParser()
    for name in ["looks", "screens", "dump"]:
        parser.add_argument(name)
    parser.add_argument("--write")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--swap", action="store_true", help="fit on the other half")
    parser.add_argument("--l2", type=float, default=3e-3)
    parser.add_argument("--mix", type=float, default=0.5)
    args = parser.parse_args()
    looks, tags, names, n, i, j, features, cosines, same, half = load(args)
    print(f"{n} images, {same.sum()} same pairs; the fitting half has {half.sum()} images")
    same_sq = square(same, n, i, j) == 1
    retrieve = square(cosines[:, 0], n, i, j)

    mean, std = features.mean(0), features.std(0) + 1e-6
    mean[0], std[0] = 0, 1
    x = (features - mean) / std
    in_fit, in_rest = half[i] & half[j], ~half[i] & ~half[j]
    index = np.zeros((n, n), int)
    index[i, j] = index[j, i] = np.arange(len(i))
    lists = []
    for q in np.flatnonzero(half):
        others = np.flatnonzero(half & (np.arange(n) != q))
        best = others[np.argsort(-retrieve[q, others], kind="stable")[:RERANKED]]
        own = same_sq[q, best]
        if own.any() and not own.all():
            lists.append((x[index[q, best]], own.astype(float)))
    sign = np.array([0 if name in EITHER else -1 if name in AGAINST else 1 for name in names])
    # A group of many images has many pairs: each counts less, so that one menu does not decide.
    group = np.array(groups(tags))[i]
    counts = dict(zip(*np.unique(group[in_fit & same], return_counts=True)))
    weight = np.where(same, [counts.get(g, 1) ** -0.5 for g in group], 1.0)[in_fit]
    y = same[in_fit]
    weight[y] *= 0.5 / weight[y].sum()
    weight[~y] *= 0.5 / weight[~y].sum()
    w = fit(x[in_fit], y, weight, lists, sign, args.l2, args.mix)

    def report(name, score):
        sq = square(score, n, i, j)
        for which, pairs, queries in [("fitted", in_fit, half), ("held out", in_rest, ~half), ("all", np.ones(len(i), bool), np.ones(n, bool))]:
            q = np.flatnonzero(queries)
            print(
                f"{name:14} {which:9} hit@1 {100 * hits(sq, retrieve, same_sq, q).mean():5.1f}"
                f" (all re-ranked {100 * hits(sq, sq, same_sq, q).mean():5.1f})"
                f"  AUC {auc(score[pairs], same[pairs]):.4f}  true at 1% false {100 * true_at(score[pairs], same[pairs]):5.1f}"
            )

    report("cosine", cosines[:, 0])
    report("auxiliary", cosines[:, 1])
    recall = [same_sq[q, np.argsort(-retrieve[q])[:RERANKED]].any() for q in range(n)]
    print(f"a partner among the {RERANKED} retrieved: {100 * np.mean(recall):.1f}")
    raw = x @ w
    report("same_screen", raw)
    for name, weight, scale in sorted(zip(names, w, std), key=lambda r: -abs(r[1])):
        k = names.index(name)
        print(f"  {name:20} {weight:+.3f}   alone AUC {auc(features[in_fit, k], same[in_fit]):.3f}")

    # Calibrated for a run's question, "is this the screen that was retrieved?": one of ten retrieved is.
    a, b = calibrate(raw[in_fit], same[in_fit], 0.1)
    final = a * w / std
    final[0] = a * w[0] + b - (a * w * mean / std)[1:].sum()
    score = 1 / (1 + np.exp(-(features @ final)))
    for t in [0.3, 0.5, 0.7, 0.9]:
        print(f"score ≥ {t}: held out true {100 * (score[in_rest & same] >= t).mean():.1f} false {100 * (score[in_rest & ~same] >= t).mean():.2f}")
    print("cosine of same pairs (quantiles 10 25 50 75):", np.quantile(cosines[same, 0], [0.1, 0.25, 0.5, 0.75]).round(3),
          "of others (50 90 99 99.9):", np.quantile(cosines[~same, 0], [0.5, 0.9, 0.99, 0.999]).round(3))
    if args.misses:
        sq = square(raw, n, i, j)
        for q in range(n):
            best = np.argsort(-retrieve[q])[:RERANKED]
            top = best[np.argmax(sq[q, best])]
            if not same_sq[q, top]:
                own = np.flatnonzero(same_sq[q])
                o = own[np.argmax(sq[q, own])]
                print("MISS", "fit" if half[q] else "out", looks[q][10:-4], "->", looks[top][10:-4], f"{sq[q, top]:.2f}", "own", looks[o][10:-4], f"{sq[q, o]:.2f}")
    if args.write:
        kept = {name: round(float(v), 4) for name, v in zip(names, final)}
        means = {name: round(float(v), 4) for name, v in zip(names[1:], mean[1:])}
        note = "fitted by bench/screens/fit.py on one half of the public openQA screens, split by tag"
        json.dump({"about": note, "weights": kept, "means": means}, open(args.write, "w"), indent=1)


main()
