#!/usr/bin/env python3
"""Makes drift pairs of the rendered groups: pairs.py OUT writes translated.jsonl, reordered.jsonl and after.jsonl there.

Rows are those of the public drift data, with `tag` (page or application), `type`, and `split`. A thing is the same in two
renderings when it carries the same id, or is the n-th of its kind in both and both have equally many."""
import collections
import hashlib
import json
import pathlib
import sys

PER_PAIR = 7
ORDER = ["button", "text_input", "dropdown", "checkbox", "radio", "toggle", "icon_button", "tab", "link", "menu_item", "menu", "slider", "list_item", "text_area", "table_cell", "label"]


def load(folder):
    groups = collections.defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        screen = json.loads(path.read_text())
        groups[screen["group"]].append(screen)
    return groups


def shuffled(items, salt):
    """A fixed order that has nothing to do with the place on the screen."""
    return sorted(items, key=lambda x: hashlib.sha1(f"{salt}{x[0]['type']}{x[0]['name']}{x[0]['box']}".encode()).hexdigest())


def wanted(e):
    x1, y1, x2, y2 = e["box"]
    return e["type"] in ORDER and (e["interactive"] or e["type"] in ("table_cell", "label")) and not e.get("shaded") and x2 - x1 >= 8 and y2 - y1 >= 8 and e.get("source_role") != "window manager"


def kin(screen):
    by = collections.defaultdict(list)
    for e in screen["elements"]:
        by[e["type"], e["source_role"]].append(e)
    return by


def counterparts(a, b):
    """Pairs of elements of two renderings of one structure: by place in the order of the document."""
    one, two = kin(a), kin(b)
    for key, elements in one.items():
        if len(elements) == len(two.get(key, [])):
            for e, f in zip(elements, two[key]):
                if wanted(e) and wanted(f) and e.get("id") == f.get("id"):
                    yield e, f


def same_words(a, b):
    """Pairs of elements that say the same and alone do so in both, or else belong to the same record: (old, new, by what)."""
    def named(screen, key):
        by = collections.defaultdict(list)
        for e in screen["elements"]:
            if wanted(e) and e.get(key):
                by[e["type"], e[key]].append(e)
        return by
    done = set()
    for key, why in (("name", "words"), ("id", "record")):
        one, two = named(a, key), named(b, key)
        for k, elements in one.items():
            if len(elements) == 1 and len(two.get(k, [])) == 1 and elements[0]["name"] == two[k][0]["name"] and id(elements[0]) not in done:
                done.add(id(elements[0]))
                yield elements[0], two[k][0], why


def moved(e, f):
    return max(abs(x - y) for x, y in zip(e["box"], f["box"])) > 6


def balanced(found, salt, count):
    """Up to `count`, of as many types as there are; table cells and labels after what is acted on."""
    by = collections.defaultdict(list)
    for pair in shuffled(found, salt):
        by[pair[0]["type"]].append(pair)
    kinds = sorted(by, key=lambda t: (ORDER.index(t) >= 14, hashlib.sha1(f"{salt}{t}".encode()).hexdigest()))
    out = []
    while len(out) < count and any(by.values()):
        for t in kinds:
            if by[t] and len(out) < count and sum(o[0]["type"] == t for o in out) < (1 if ORDER.index(t) >= 14 else 3):
                out.append(by[t].pop())
            elif by[t] and sum(o[0]["type"] == t for o in out) >= (1 if ORDER.index(t) >= 14 else 3):
                by[t] = []
    return out


def elsewhere(groups, screen, element, then):
    """A screen of the same kit and language, of another page, where nothing of that type is called so."""
    names = sorted(groups, key=lambda g: hashlib.sha1(f"{screen['name']}{element['name']}{g}".encode()).hexdigest())
    for g in names:
        for other in groups[g]:
            if other["app"] == screen["app"] or other["split"] != screen["split"] or other["way"] not in ("base", "before") or other["variant"]["language"] != screen["variant"]["language"]:
                continue
            says = {e["name"].strip().lower() for e in other["elements"]} | {t["text"].strip().lower() for t in other["texts"]}
            names_ = {n["name"].strip().lower() for n in (element, then)}
            if all(names_) and not any(n in s for n in names_ for s in says):
                if not (element.get("id") and any(e.get("id") == element["id"] for e in other["elements"])):
                    return f"pairs/{other['name']}.png"
    return None


def row(kind, groups, old, new, e, f, n):
    return {"id": f"{kind}-{old['name'].removeprefix('pair-')}-{n}", "tag": old["app"], "kit": old["kit"], "split": old["split"], "type": e["type"], "name": e["name"],
            "old": f"pairs/{old['name']}.png", "old_box": e["box"], "new": f"pairs/{new['name']}.png", "new_box": f["box"], "new_name": f["name"],
            "languages": [old["variant"]["language"], new["variant"]["language"]], "elsewhere": elsewhere(groups, new, e, f), "doubtful": None, "elsewhere_doubtful": False}


def write(folder, name, rows):
    (folder / name).write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows))
    by = collections.Counter(r["split"] for r in rows)
    print(f"{name}: {len(rows)} rows ({', '.join(f'{k} {v}' for k, v in sorted(by.items()))})")


def main():
    folder = pathlib.Path(sys.argv[1])
    groups = load(folder / "pairs")
    translated, reordered, after = [], [], []
    for group in sorted(groups):
        by = collections.defaultdict(dict)
        for s in groups[group]:
            by[s["way"]][s["variant"]["language"]] = s
        languages = sorted(by["base"])
        for i, language in enumerate(languages if len(languages) > 2 else languages[:1]):
            old, new = by["base"][language], by["base"][languages[(i + 1) % len(languages)]]
            for n, (e, f) in enumerate(balanced(list(counterparts(old, new)), old["name"], PER_PAIR)):
                translated.append(row("translated", groups, old, new, e, f, n))
        for language, new in by["order"].items():
            old = by["base"][language]
            found = list(same_words(old, new))
            # Mostly what stands elsewhere now; a few that stayed, among neighbours that did not.
            picked = balanced([x for x in found if moved(x[0], x[1])], old["name"], PER_PAIR) + balanced([x for x in found if not moved(x[0], x[1])], old["name"], 2)
            for n, (e, f, why) in enumerate(picked):
                reordered.append(row("reordered", groups, old, new, e, f, n) | {"moved": moved(e, f), "by": why})
        for way in ("base", "before"):
            for language, new in by["after"].items():
                old = by[way].get(language)
                if old:
                    after.append({"id": f"after-{group}", "tag": old["app"], "kit": old["kit"], "split": old["split"], "before": f"pairs/{old['name']}.png", "after": f"pairs/{new['name']}.png"})
    write(folder, "translated.jsonl", translated)
    write(folder, "reordered.jsonl", reordered)
    write(folder, "after.jsonl", after)


main()
