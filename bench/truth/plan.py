#!/usr/bin/env python3
"""Says which practice pages are rendered: plan.py screens|pairs > PLAN.jsonl. Deterministic; nothing is drawn at random."""
import itertools
import json
import sys

DEVELOP = {"kits": ["plain", "bootstrap", "bulma", "pico", "uikit"],
           "pages": ["invoices", "patient", "order", "settings", "login", "editor", "dashboard", "mail"]}
HELD = {"kits": ["govuk", "fomantic", "primer", "patternfly", "spectre", "mui", "antd"],
        "pages": ["claims", "leave", "contact", "rooms", "files", "register", "rights", "report", "product"]}
NO_DARK = {"govuk", "fomantic", "spectre"}
LANGUAGES = ["fr", "en", "de"]
SCALES = [1, 1, 1.25, 1, 1.5, 1, 2]
FONTS = {"develop": [None, None, "DejaVu Sans", "Liberation Sans", None, "Liberation Serif"],
         "held": [None, None, "Open Sans", "Noto Sans", None, "DejaVu Serif"]}


def row(split, page, kit, n, **more):
    base = {"template": page, "kit": kit, "split": split, "seed": 100 + 7 * n, "language": LANGUAGES[n % 3],
            "dark": n % 5 in (1, 3) and kit not in NO_DARK, "scale": SCALES[n % 7], "font": FONTS[split][n % 6]}
    base.update(more)
    base["name"] = base.get("name") or "-".join(str(x) for x in (kit, page, base["language"], "dark" if base["dark"] else "light", int(base["scale"] * 100), n))
    return base


def screens(split, of, times):
    n = 0
    for turn in range(times):
        for page, kit in itertools.product(of["pages"], of["kits"]):
            n += 1
            yield row(split, page, kit, n + turn)


def pairs(split, of):
    """Groups of renderings of the same page that differ in one thing only: language, order, or a moment later."""
    n = 0
    for page, kit in itertools.product(of["pages"], of["kits"]):
        n += 1
        if split == "held" and n % 2:
            continue
        same = dict(dark=n % 4 == 1 and kit not in NO_DARK, scale=SCALES[n % 7] if n % 3 == 0 else 1, font=None)
        stem = f"pair-{kit}-{page}-{n}"
        for language in LANGUAGES if n % 2 or split == "held" else LANGUAGES[:2]:
            yield row(split, page, kit, n, **same, language=language, name=f"{stem}-{language}", group=stem, way="base")
        main = LANGUAGES[n % (3 if n % 2 or split == "held" else 2)]
        yield row(split, page, kit, n, **same, language=main, order=n * 31 + 5, name=f"{stem}-{main}-order", group=stem, way="order")
        if n % 2 == 0:
            yield row(split, page, kit, n, **same, language=main, after=True, name=f"{stem}-{main}-after", group=stem, way="after")


def main():
    what = sys.argv[1]
    only = sys.argv[2] if len(sys.argv) > 2 else None
    for split, of, times in (("develop", DEVELOP, 2), ("held", HELD, 2)):
        if only in (None, split):
            for r in screens(split, of, times) if what == "screens" else pairs(split, of):
                print(json.dumps(r, ensure_ascii=False))


main()
