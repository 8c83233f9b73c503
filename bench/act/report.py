"""Verdicts, and the table of what was asked and what was measured."""
import collections
import json
import statistics

DONE = (0, 6)  # verified; completed and not verified
HALTED = (3, 5)


def verdict(code, state):
    """`state` is what the data says. A run that says that it reached its end, and did not, is as wrong as one that did something else."""
    if state == "wrong" or (code in DONE and state != "true"):
        return "wrong"
    if code in DONE:
        return "completed"
    return "halted" if code in HALTED else "failed"


def by_rule(rows):
    return sum(r.get("rule_answers", 0) for r in rows)


def p95(numbers):
    return sorted(numbers)[min(len(numbers) - 1, int(0.95 * len(numbers)))] if numbers else None


def share(rows, what="completed"):
    return f"{sum(r['class'] == what for r in rows)} of {len(rows)}" + (f" ({100 * sum(r['class'] == what for r in rows) / len(rows):.0f} %)" if rows else "")


def milliseconds(rows):
    own = [t for r in rows for t in r.get("own_ms", [])]
    return (round(statistics.median(own)), round(p95(own)), len(own)) if own else (None, None, 0)


def measured(rows):
    """The rows that may be put in one table: those of the binary that ran last. A run that was repeated with it counts each time, so that trying again
    until it works changes nothing."""
    last = rows[-1].get("lea") if rows else None
    return [r for r in rows if r.get("lea") == last]


def resumes(row):
    """After a kill: it went on to the true end, or asked whether what cannot be taken back had happened. Any other halt is neither."""
    return row["class"] == "completed" or (row["class"] == "halted" and row["reason"] == "unknown_outcome")


def write(out):
    """Writes `report.md` beside `results.jsonl` and returns the summary."""
    every = [json.loads(line) for line in open(out / "results.jsonl", encoding="utf-8")]
    rows = measured(every)
    judged = [r for r in rows if r["class"] != "bench"]
    runs = [r for r in judged if r["part"] == "runs"]
    calm, drifted = [r for r in runs if r["drift"] == "none"], [r for r in runs if r["drift"] != "none"]
    faults, kills = ([r for r in judged if r["part"] == p] for p in ("faults", "kills"))
    (calm_median, calm_p95, calm_n), (median, tail, n) = milliseconds(calm), milliseconds(drifted)
    binaries = len({r.get("lea") for r in every})
    wrong_before = sum(r["class"] == "wrong" for r in every) - sum(r["class"] == "wrong" for r in rows)
    lines = ["| what | asked | measured |", "|---|---|---|",
             f"| runs that reach the true end, without drift | 100 % | {share(calm)} |",
             f"| runs that reach the true end, under drift | ≥ 95 %, the rest halt | {share(drifted)}; {share(drifted, 'halted')} halt |",
             f"| silent wrong actions, over all runs | 0 | {sum(r['class'] == 'wrong' for r in judged)} of {len(judged)} |",
             f"| completed and not verified (code 6), over all runs | | {sum(r.get('code') == 6 for r in judged)} of {len(judged)} |",
             f"| *may I* answered by the rehearsal rule, over all runs | | {by_rule(judged)} times in {sum(by_rule([r]) > 0 for r in judged)} of {len(judged)} runs |",
             f"| own time per step without drift, median / p95 | ≤ 150 / 800 ms | {calm_median} / {calm_p95} ms ({calm_n} steps) |",
             f"| own time per step under drift, median / p95 | ≤ 300 / 800 ms | {median} / {tail} ms ({n} steps) |",
             f"| faults handled or halted | all, 0 believed lies | {sum(r['class'] in ('completed', 'halted') for r in faults)} of {len(faults)}; {sum(r['class'] == 'wrong' for r in faults)} wrong |",
             f"| kill -9, correct resumes or questions | 20 of 20, 0 repeated submits | {sum(map(resumes, kills))} of {len(kills)}; {sum(r.get('repeated', False) for r in kills)} repeated |"]
    lines += ["", f"{len(rows)} rows of binary {rows[-1].get('lea') if rows else None}; {len(every) - len(rows)} of {binaries - 1} other binaries in this folder are left out, {wrong_before} wrong ones among them."]
    summary = "\n".join(lines)
    text = [summary, "", "## By task", "", "| task | without drift | under drift | halted | wrong | failed | answered by the rule | own time, median ms |", "|---|---|---|---|---|---|---|---|"]
    for task in dict.fromkeys(r["task"] for r in runs):
        mine = [r for r in runs if r["task"] == task]
        here, there = [r for r in mine if r["drift"] == "none"], [r for r in mine if r["drift"] != "none"]
        count = collections.Counter(r["class"] for r in mine)
        text.append(f"| {task} | {share(here)} | {share(there)} | {count['halted']} | {count['wrong']} | {count['failed']} | {by_rule(mine)} | {milliseconds(mine)[0]} |")
    text += ["", "## By drift", "", "| drift | reached the end | halted | wrong | failed |", "|---|---|---|---|---|"]
    for drift in dict.fromkeys(r["drift"] for r in runs):
        count = collections.Counter(r["class"] for r in runs if r["drift"] == drift)
        text.append(f"| {drift} | {count['completed']} of {sum(count.values())} | {count['halted']} | {count['wrong']} | {count['failed']} |")
    text += ["", "## Faults and kills", "", "| part | what | verdict | outcome | reason |", "|---|---|---|---|---|"]
    text += [f"| {r['part']} | {r['drift']} | {r['class']} | {r['outcome']} | {r['reason']} |" for r in faults + kills]
    text += ["", "## What did not reach its end", "", "| task | drift | verdict | reason | why | what the data says |", "|---|---|---|---|---|---|"]
    safe = lambda t: str(t).replace("|", "/").replace("\n", " ")[:240]  # noqa: E731
    text += [f"| {r['task']} | {r['drift']} | {r['class']} | {r.get('reason', '')} | {safe(r.get('why', ''))} | {safe(r.get('detail', ''))} |" for r in rows if r["class"] != "completed"]
    (out / "report.md").write_text("\n".join(text) + "\n")
    return summary
