"""What the cells say: table.json for programs, table.md for people."""
import collections
import json
import statistics

import cells

KINDS = ("completed", "halted", "wrong", "failed")
SIGNS = {"completed": "✓", "halted": "halt", "wrong": "**WRONG**", "failed": "failed", "bench": "?", None: "–"}


def rows(out):
    """The last row of each cell; Lea's of the last binary only."""
    found = [json.loads(line) for line in open(out / "results.jsonl", encoding="utf-8")]
    last = next((r["version"] for r in reversed(found) if r["tool"] == "Lea"), None)
    return list({(r["task"], r["drift"], r["tool"]): r for r in found if r["tool"] != "Lea" or r["version"] == last}.values())


def is_right(row):
    """The task is done, or is stopped where stopping is the only right end."""
    return row["class"] == "completed" or ((row["task"], row["drift"]) in cells.STOPS and row["class"] == "halted")


def drifted(row):
    return row["drift"] not in ("none", "baseline")


def middle(numbers, digits=2):
    numbers = [n for n in numbers if n is not None]
    return round(statistics.median(numbers), digits or None) if numbers else None


def per_act(found):
    """Seconds for one act of the person's, of runs that reached the end: tools count their own steps differently."""
    return middle([r["seconds"] / r["acts"] for r in found if r["class"] == "completed" and r.get("seconds")])


def of_tool(found):
    counts = collections.Counter(r["class"] for r in found)
    played = [r for r in found if r["class"] in KINDS]
    rightly = sum(is_right(r) for r in played if r["class"] == "halted")
    return {"cells": len(played), **{k: counts[k] for k in KINDS}, "halted": counts["halted"] - rightly, "rightly halted": rightly, "not measured": counts["bench"],
            "s per act, calm": per_act([r for r in found if not drifted(r)]), "s per act, drift": per_act([r for r in found if drifted(r)]),
            "cpu_s": middle([r.get("cpu_s") for r in played]), "peak_mb": middle([r.get("peak_mb") for r in played], 0), "load": middle([r.get("load") for r in played], 1)}


def groups(found):
    """The groups of the table, by their names."""
    web, own = [r for r in found if r["task"].startswith("mockmed")], [r for r in found if r["task"].startswith("clinic")]
    return {"MockMed, 21 renderings": [r for r in web if not r["drift"].startswith("drift ")], "MockMed, drift modes": [r for r in web if r["drift"].startswith("drift ")],
            "practice application": own, "GTK applications": [r for r in found if r not in web and r not in own], "all": found}


COLUMNS = ("cells", "completed", "rightly halted", "halted", "wrong", "failed", "s per act, calm", "s per act, drift", "cpu_s", "peak_mb", "load")
HEADS = ("cells", "completed", "rightly halted", "halted", "wrong", "failed", "s per act, calm", "s per act, drift", "CPU s per run", "peak MB", "load")


def tools_of(found):
    """The tools in the order of the table: Lea, then by the alphabet."""
    return sorted({r["tool"] for r in found}, key=lambda name: (name != "Lea", name))


def shown(of):
    return ["–" if of[k] is None else str(of[k]) for k in COLUMNS]


def write(out):
    found = rows(out)
    names = tools_of(found)
    by_group = {g: {t: of_tool([r for r in mine if r["tool"] == t]) for t in names if any(r["tool"] == t for r in mine)} for g, mine in groups(found).items() if mine}
    (out / "table.json").write_text(json.dumps({"groups": by_group, "cells": found}, ensure_ascii=False, indent=1))
    text = []
    for group, of in by_group.items():
        text += [f"### {group}", "", f"| tool | {' | '.join(HEADS)} |", "|---|" + "---|" * len(HEADS)]
        text += [f"| {tool} | {' | '.join(shown(f))} |" for tool, f in of.items()]
        text.append("")
    summary = "\n".join(text)
    text += ["### Every cell", "", "| task | drift | " + " | ".join(names) + " |", "|---|---|" + "---|" * len(names)]
    by_cell = {(r["task"], r["drift"], r["tool"]): r for r in found}
    for task, drift in dict.fromkeys((r["task"], r["drift"]) for r in found):
        of = [by_cell.get((task, drift, tool)) for tool in names]
        text.append(f"| {task} | {drift} | " + " | ".join(sign(r) for r in of) + " |")
    text += ["", "### Why Lea did not reach the end", "", "| task | drift | verdict | reason | why |", "|---|---|---|---|---|"]
    text += [f"| {r['task']} | {r['drift']} | {r['class']} | {r.get('reason', '')} | {plain(r.get('why', ''))} |" for r in found if r["tool"] == "Lea" and not is_right(r)]
    (out / "table.md").write_text("\n".join(text) + "\n")
    return summary


def sign(row):
    if row is None:
        return SIGNS[None]
    return SIGNS[row["class"]] + (" (right)" if row["class"] == "halted" and is_right(row) else "")


def plain(text):
    return str(text).replace("|", "/").replace("\n", " ")[:200]
