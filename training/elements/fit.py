"""Fits the judge of elements: `fit.py OUT.json TRUTH DUMP [TRUTH DUMP …] [--cv [--only=pages,APP…]]`.

TRUTH is a folder of `bench/truth`, `render.mjs` or `gtk.py` (index.jsonl, NAME.json); only rows of split "develop" are read.
DUMP is what the example `elements --dump` wrote for the same pictures. With --cv kits and applications are held apart in turn,
and their figures printed instead of writing weights. Same input, same weights: the seed is fixed.
"""
import collections
import json
import os
import pathlib
import sys

# Threads that wait for each other are slower than one on a machine that is shared.
os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

SEED = 7
# A candidate that overlaps the truth by LOW or less is wrong, by HIGH or more right; in between it is both, by shares.
LOW, HIGH = 0.30, 0.75
# From which probability on a candidate is an element: F1 is flat between 0.40 and 0.50 on kits and pages not fitted on (--cv).
THRESHOLD = 0.45
PAGE_KITS = ["bootstrap", "bulma", "pico", "plain", "uikit"]
TYPES = ["button", "text_input", "text_area", "checkbox", "radio", "toggle", "dropdown", "list_item", "tab",
         "menu_item", "link", "icon_button", "slider", "scrollbar"]


def areas(b):
    return np.maximum(b[:, 2] - b[:, 0], 0) * np.maximum(b[:, 3] - b[:, 1], 0)


def ious(a, b):
    x1 = np.maximum(a[:, None, 0], b[None, :, 0]); y1 = np.maximum(a[:, None, 1], b[None, :, 1])
    x2 = np.minimum(a[:, None, 2], b[None, :, 2]); y2 = np.minimum(a[:, None, 3], b[None, :, 3])
    both = np.maximum(x2 - x1, 0) * np.maximum(y2 - y1, 0)
    return both / np.maximum(areas(a)[:, None] + areas(b)[None] - both, 1)


class Screen:
    def __init__(self, row, truth, dump, features):
        self.row, self.name = row, row["name"]
        self.group = row.get("kit") or row["app"]
        if (row.get("kit") or "gtk").startswith(("gtk", "qt")):
            self.group = row["app"]
        data = np.fromfile(dump / f"{self.name}.f32", dtype="<f4").reshape(-1, 4 + features)
        self.boxes, self.x = data[:, :4], data[:, 4:]
        made = json.loads((truth / f"{self.name}.json").read_text())
        elements = made["elements"]
        for e in elements:
            # The entry of a menu bar is an entry; the menu is what it opens.
            if e["interactive"] and e["type"] == "menu":
                e["type"], e["also_types"] = "menu_item", [*e["also_types"], "menu"]
        self.elements = [e for e in elements if e["interactive"] and e["type"] in TYPES and not e.get("shaded")]
        # What lies under a dialog's shade, or where the truth is not known, is neither right nor wrong.
        shaded = [e["box"] for e in elements if e.get("shaded")]
        unknown = [i["box"] if isinstance(i, dict) else i for i in made.get("ignore", [])]
        self.apart = np.zeros(len(self.boxes), dtype=bool)
        if shaded:
            self.apart |= ious(self.boxes, np.array(shaded, dtype=float)).max(1) > 0.25
        # So is a cell that may be called an entry of a list.
        either = [e["box"] for e in elements if not e["interactive"] and set(e.get("also_types", [])) & set(TYPES)]
        if either:
            self.apart |= ious(self.boxes, np.array(either, dtype=float)).max(1) > 0.5
        cx, cy = (self.boxes[:, 0] + self.boxes[:, 2]) / 2, (self.boxes[:, 1] + self.boxes[:, 3]) / 2
        for b in unknown:
            self.apart |= (cx >= b[0]) & (cx < b[2]) & (cy >= b[1]) & (cy < b[3])
        boxes, owner, fitted = [], [], []
        for i, e in enumerate(self.elements):
            for n, b in enumerate([e["box"], *e.get("also_boxes", [])]):
                boxes.append(b)
                owner.append(i)
                # A tick with its words is a find, but what is fitted is the box to tick itself.
                fitted.append(n == 0 or e["type"] not in ("checkbox", "radio", "toggle"))
        self.truth = np.array(boxes, dtype=float).reshape(-1, 4)
        self.owner = np.array(owner, dtype=int)
        if len(self.truth) and len(self.boxes):
            iou = ious(self.boxes, self.truth) * np.array(fitted)
            best = iou.argmax(1)
            self.iou = iou.max(1)
            self.kind = np.array([TYPES.index(self.elements[self.owner[b]]["type"]) for b in best])
            self.apart &= self.iou < 0.5
        else:
            self.iou = np.zeros(len(self.boxes))
            self.kind = np.zeros(len(self.boxes), dtype=int)


def load(truth, dump):
    truth, dump = pathlib.Path(truth), pathlib.Path(dump)
    features = json.loads((dump / "features.json").read_text())
    rows = [json.loads(l) for l in (truth / "index.jsonl").read_text().splitlines()]
    rows = [r for r in rows if r["split"] == "develop" and (dump / f"{r['name']}.f32").exists()]
    return [Screen(r, truth, dump, len(features)) for r in rows], features


def fit(screens):
    x = np.concatenate([s.x for s in screens])
    iou = np.concatenate([s.iou for s in screens])
    # Each screen has the same say, and so has each group.
    counts = collections.Counter(s.group for s in screens)
    weight = np.concatenate([np.full(len(s.x), 1 / np.sqrt(counts[s.group])) for s in screens])
    weight /= weight.mean()
    weight[np.concatenate([s.apart for s in screens])] = 0
    good = np.clip((iou - LOW) / (HIGH - LOW), 0, 1)
    xs = np.concatenate([x, x[good > 0]])
    ys = np.concatenate([np.zeros(len(x)), np.ones((good > 0).sum())])
    ws = np.concatenate([weight * (1 - good), (weight * good)[good > 0]])
    # Half of what is plainly nothing says as much as all of it.
    plain = np.concatenate([iou < 0.05, np.zeros(len(xs) - len(x), dtype=bool)])
    ws[plain] *= 2 * (np.random.default_rng(SEED).random(plain.sum()) < 0.5)
    keep = ws > 0.01
    element = HistGradientBoostingClassifier(max_iter=300, learning_rate=0.1, max_leaf_nodes=31, min_samples_leaf=20,
                                             l2_regularization=3.0, max_features=0.5, early_stopping=False, random_state=SEED)
    element.fit(xs[keep], ys[keep], sample_weight=ws[keep])
    kind = np.concatenate([s.kind for s in screens])
    right = (iou >= 0.45) & (weight > 0)
    amounts = np.bincount(kind[right], minlength=len(TYPES))
    balance = 1 / np.sqrt(np.maximum(amounts, 20))
    types = HistGradientBoostingClassifier(max_iter=60, learning_rate=0.1, max_leaf_nodes=12, min_samples_leaf=15,
                                           l2_regularization=3.0, max_features=0.5, early_stopping=False, random_state=SEED)
    types.fit(x[right], kind[right], sample_weight=(weight[right] * balance[kind[right]]) / balance[kind[right]].mean())
    return element, types


def is_same(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return False
    both = w * h
    aa, bb = (a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1])
    small, large = min(aa, bb), max(aa, bb)
    return both >= (small + large - both) * 0.35 or (both >= small * 0.7 and large <= small * 5)


def suppress(boxes, score, least):
    order = [i for i in np.argsort(-score, kind="stable") if score[i] >= least]
    kept = []
    for i in order:
        if not any(is_same(boxes[i], boxes[k]) for k in kept):
            kept.append(i)
    return kept


def hit(found, screen, e_index):
    cx, cy, area = (found[0] + found[2]) / 2, (found[1] + found[3]) / 2, (found[2] - found[0]) * (found[3] - found[1])
    for b in screen.truth[screen.owner == e_index]:
        a = (b[2] - b[0]) * (b[3] - b[1])
        if b[0] <= cx < b[2] and b[1] <= cy < b[3] and 0.4 <= area / a <= 2.5:
            return True
    return False


def match(screen, found):
    """Pairs of found and true elements, each once, closest overlap first."""
    pairs = []
    for f, box in enumerate(found):
        near = ious(np.array([box], dtype=float), screen.truth)[0] if len(screen.truth) else []
        for t in set(screen.owner[np.nonzero(near)[0]]) if len(screen.truth) else []:
            if hit(box, screen, t):
                pairs.append((-max(near[screen.owner == t]), f, t))
    pairs.sort()
    fs, ts, out = set(), set(), []
    for iou, f, t in pairs:
        if f not in fs and t not in ts:
            fs.add(f); ts.add(t); out.append((f, t, -iou))
    return out


def evaluate(screens, element, types, least, verbose=None):
    tp = fp = fn = tight = right = 0
    for s in screens:
        score = element.predict_proba(s.x)[:, 1]
        kept = [i for i in suppress(s.boxes, score, least) if not s.apart[i]]
        pairs = match(s, s.boxes[kept])
        kinds = types.classes_[types.predict_proba(s.x[kept]).argmax(1)] if kept else []
        tp += len(pairs); fp += len(kept) - len(pairs); fn += len(s.elements) - len(pairs)
        for f, t, iou in pairs:
            e = s.elements[t]
            ok = TYPES[int(kinds[f])] in [e["type"], *e.get("also_types", [])]
            tight += iou >= 0.5; right += ok
            if verbose is not None:
                verbose[(e["type"], TYPES[int(kinds[f])] if not ok else "ok")] += 1
        if verbose is not None:
            hits = {t for _, t, _ in pairs}
            for t, e in enumerate(s.elements):
                if t not in hits:
                    verbose[(e["type"], "MISSED")] += 1
            fs = {f for f, _, _ in pairs}
            for f in range(len(kept)):
                if f not in fs:
                    verbose[("NONE", TYPES[int(kinds[f])])] += 1
    p, r = tp / max(tp + fp, 1), tp / max(tp + fn, 1)
    return {"f1": 2 * p * r / max(p + r, 1e-9), "precision": p, "recall": r, "f1_iou": 2 * tight / max(2 * tp + fp + fn, 1), "type": right / max(tp, 1), "n": tp + fn}


def folds(screens, only):
    """What is fitted on and what is asked, in turn: a kit is asked about pages that no other kit was fitted on, as in the
    held split, where kits and pages are both new; an application is asked about all of its screens."""
    pages = sorted({s.row["app"] for s in screens if s.row.get("kit") in PAGE_KITS})
    for n, asked in enumerate((PAGE_KITS[::2], PAGE_KITS[1::2])):
        mine = pages[n::2]
        name = f"{'+'.join(asked)} on {'+'.join(mine)}"
        held = [s for s in screens if s.group in asked and s.row["app"] in mine]
        rest = [s for s in screens if s.group not in asked and s.row["app"] not in mine and not s.row.get("template")]
        if not only or "pages" in only:
            yield name, rest, held
    for app in sorted({s.group for s in screens if (s.row.get("kit") or "").startswith("gtk3")}):
        if not only or app in only:
            yield app, [s for s in screens if s.group != app], [s for s in screens if s.group == app]


def forest(model, classes):
    base = np.ravel(model._baseline_prediction)
    trees = [[] for _ in base]
    for step in model._predictors:
        for c, predictor in enumerate(step):
            n = predictor.nodes
            f, t, l, r = [], [], [], []
            for node in n:
                leaf = bool(node["is_leaf"])
                f.append(0 if leaf else int(node["feature_idx"]))
                t.append(float(f"{node['value'] if leaf else node['num_threshold']:.5g}"))
                l.append(0 if leaf else int(node["left"]))
                r.append(0 if leaf else int(node["right"]))
            trees[c].append({"f": f, "t": t, "l": l, "r": r})
    return {"classes": classes, "base": [float(b) for b in base], "trees": trees}


def main():
    out, *folders = [a for a in sys.argv[1:] if not a.startswith("--")]
    only = [g for a in sys.argv if a.startswith("--only=") for g in a[7:].split(",")]
    screens = []
    for truth, dump in zip(folders[::2], folders[1::2]):
        more, features = load(truth, dump)
        screens += more
    print(len(screens), "screens,", sum(len(s.x) for s in screens), "candidates")
    # What the candidates allow at best.
    reach = [sum(any(hit(b, s, t) for b in s.boxes[ious(s.boxes, s.truth[s.owner == t]).max(1) > 0.2]) for t in range(len(s.elements))) for s in screens]
    print("reachable", sum(reach) / sum(len(s.elements) for s in screens))
    missed = collections.Counter(s.elements[t]["type"] for s in screens for t in range(len(s.elements))
                                 if not any(hit(b, s, t) for b in s.boxes[ious(s.boxes, s.truth[s.owner == t]).max(1) > 0.1]))
    print("out of reach:", missed.most_common())
    if "--cv" in sys.argv:
        for name, rest, held in folds(screens, only):
            element, types = fit(rest)
            wrong = collections.Counter()
            best = evaluate(held, element, types, THRESHOLD, wrong)
            print(name, {k: round(float(v), 3) for k, v in best.items()}, flush=True)
            print("    by threshold", [(t, round(evaluate(held, element, types, t)["f1"], 3)) for t in (0.25, 0.3, 0.35, 0.4, 0.5, 0.6)])
            print("   ", [(k, n) for k, n in wrong.most_common(40) if k[1] != "ok"][:14], flush=True)
        return
    element, types = fit(screens)
    threshold = THRESHOLD
    print("fitted on all:", evaluate(screens, element, types, threshold))
    weights = {"features": features, "threshold": threshold, "is_element": forest(element, ["element"]),
               "of_type": forest(types, [TYPES[int(c)] for c in types.classes_])}
    pathlib.Path(out).write_text(json.dumps(weights, separators=(",", ":")))


main()
