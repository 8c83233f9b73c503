"""The table of what was shown, learnt and run."""
import collections
import json

import program
import report


def of(rows, part, task):
    return [r for r in rows if r["part"] == part and r["task"] == task]


def safe(text, most=300):
    return str(text).replace("|", "/").replace("\n", " ")[:most]


def write(out):
    """Writes `report.md` beside `results.jsonl` and returns the table."""
    every = [json.loads(line) for line in open(out / "results.jsonl", encoding="utf-8")]
    about = {t.name: t for t in program.tasks()}
    binary = next((r["lea"] for r in reversed(every) if r["part"] != "show"), every[-1]["lea"] if every else None)
    rows = [r for r in every if (r["lea"] == binary or r["part"] == "show") and r["class"] != "bench"]
    lines = ["| task | half | toolkit | shown | learnt | variables | deeds lost | questions | done | halted | wrong | failed | own time per step, median ms |", "|---|---|---|---|---|---|---|---|---|---|---|---|---|"]
    totals = collections.Counter()
    for name, task in about.items():
        shown, taught, runs = (of(rows, part, name) for part in ("show", "teach", "runs"))
        taught = [r for r in taught if r.get("n", 0) == 0][-1:]
        if not (shown or taught or runs):
            continue
        count = collections.Counter(r["class"] for r in runs)
        teach = taught[0] if taught else {}
        totals += count
        totals["taught"] += bool(taught)
        totals["graphs"] += teach.get("class") == "completed"
        lines.append(f"| {name} | {task.half} | {task.toolkit} | {shown[-1]['outcome'] if shown else ''} | {'' if not taught else 'no' if teach['class'] == 'failed' else 'yes'} | "
                     f"{'' if not taught else 'right' if teach.get('variables_right') else safe(teach.get('variables'))} | {len(teach.get('lost') or []) if taught else ''} | {len(teach.get('questions', [])) if taught else ''} | "
                     f"{count['completed']} of {len(runs)} | {count['halted']} | {count['wrong']} | {count['failed']} | {report.milliseconds(runs)[0]} |")
    runs = sum(totals[c] for c in ("completed", "halted", "wrong", "failed"))
    lines += ["", f"Binary {binary}. Graphs with the right variables and every deed: {totals['graphs']} of {totals['taught']}. Runs: {totals['completed']} of {runs} done, {totals['halted']} halted, {totals['wrong']} wrong, {totals['failed']} failed."]
    again = [r for r in rows if r["part"] == "teach5"]
    if again:
        lines += [f"Taught five times: {sum(r['alike'] for r in again)} of {5 * len(again)} teachings alike ({', '.join(r['task'] + ' ' + r['outcome'] for r in again)})."]
    opened = {r["closed_half_opened_at"] for r in every if r.get("closed_half_opened_at")}
    if opened:
        lines += ["", f"The closed half was opened: {'; '.join(sorted(opened))}."]
    text = lines + ["", "## What did not reach its end", "", "| task | verdict | reason | why | question | what the data says |", "|---|---|---|---|---|---|"]
    text += [f"| {r['task']} | {r['class']} | {r.get('reason', '')} | {safe(r.get('why', ''))} | {safe(r.get('question', ''))} | {safe(r.get('detail', ''))} |" for r in rows if r["part"] == "runs" and r["class"] != "completed"]
    text += ["", "## Graphs", ""]
    for r in rows:
        if r["part"] == "teach" and r.get("n", 0) == 0 and "learnt_steps" in r:
            text += [f"### {r['task']}", "", f"Shown: {' · '.join(r['deeds'])}", "", f"Learnt: {r['nodes']} screens; {' · '.join(r['learnt_steps'])}", "", f"Variables: {r['variables']}", "", f"Lost: {r['lost']}", ""]
            text += [f"- asked: {q['question']} — answered “{q['answer']}” of {q['choices']}" for q in r["questions"]] + [""]
    (out / "report.md").write_text("\n".join(text) + "\n")
    return "\n".join(lines)
