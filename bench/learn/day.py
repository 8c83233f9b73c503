"""Eight hours of alternating tasks: day.py LEA SESSION.json TASKS.jsonl. A recording of many runs is spread over a working day (breaks
drawn from a seed, many runs right after one another), cut by `lea episodes`, and held against which run was when. Prints a JSON line."""
import collections
import datetime
import json
import random
import subprocess
import sys
import tempfile

HOURS = 8


def main():
    lea, file, truth = sys.argv[1:4]
    session = json.load(open(file, encoding="utf-8"))
    start = datetime.datetime.fromisoformat(session["started_at"].replace("Z", "+00:00")).timestamp()
    runs = [(r["from_ms"] / 1000 - start, r["to_ms"] / 1000 - start, r["task"]) for r in map(json.loads, open(truth, encoding="utf-8"))]
    runs.sort()
    dice = random.Random(11)
    work = runs[-1][1] - runs[0][0]
    idle = HOURS * 3600 - work
    # Half of the runs follow the one before at once; the rest of the day is breaks of very different lengths.
    weights = [0 if dice.random() < 0.5 else dice.paretovariate(1.2) for _ in runs]
    total = sum(weights) or 1
    shift, moved = 0.0, []
    begins = [b for b, _, _ in runs]
    for event in session["events"]:
        while len(moved) < len(runs) and event["t"] >= begins[len(moved)]:
            shift += idle * weights[len(moved)] / total
            moved.append(shift)
        event["t"] = round(event["t"] + shift, 3)
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as out:
        json.dump(session, out)
        out.flush()
        answer = json.loads(subprocess.run([lea, "--json", "episodes", out.name], check=True, capture_output=True, text=True).stdout)
    when = [(b + s, e + s, t) for (b, e, t), s in zip(runs, moved)]
    times = [e["t"] for e in session["events"]]
    of_task = collections.defaultdict(collections.Counter)
    for segment in answer["segments"]:
        task = segment.get("task_id")
        if task:
            middle = (times[segment["start_event_index"]] + times[segment["end_event_index"]]) / 2
            true = next((t for b, e, t in when if b - 1 <= middle <= e + 1), "between")
            of_task[task][true] += 1
    true_runs = collections.Counter(t for _, _, t in when)
    found = collections.Counter()
    for counts in of_task.values():
        name, _ = counts.most_common(1)[0]
        found[name] += sum(counts.values())
    off = {t: abs(found.get(t, 0) - n) / n for t, n in true_runs.items()}
    print(json.dumps({"hours": HOURS, "runs": len(runs), "true": true_runs, "found": found, "tasks": {k: dict(v) for k, v in of_task.items()},
                      "all_found": all(found.get(t) for t in true_runs), "as_many": len(of_task) == len(true_runs), "counted": round(abs(sum(found.values()) - len(runs)) / len(runs), 4), "worst": round(max(off.values()), 4)}))


main()
