"""The faults of the practice application, with what must be true outside the screen declared; and `kill -9` at random moments."""
import itertools
import json
import pathlib
import random
import subprocess
import time

import practice
import stage

EFFECT = {"type": "sql_count", "parameters": {
    "database": "clinic", "query": "select count(*) from invoices where number = :numero_ou_patient and status = 'validated'", "equals": 1}}


def declared(folder):
    """Writes the effect into the edge that submits: the one that leaves the dialog with what confirms it."""
    [file] = pathlib.Path(folder, "workflows").glob("WF_*/workflow.json")
    workflow = json.loads(file.read_text())
    submitting = [e for e in workflow["edges"] if e.get("action") and "confirm" in json.dumps(e["action"], ensure_ascii=False).lower()]
    assert len(submitting) == 1, [e["edge_id"] for e in submitting]
    submitting[0]["effects"] = [EFFECT]
    file.write_text(json.dumps(workflow, ensure_ascii=False, indent=2))


def config(database):
    return f'[run]\nenvironment = "test"\n\n[run.databases]\nclinic = "{database}"\n'


def run(bench, task, faults):
    """Each fault is handled or halted: never believed. More than one accepted submit is wrong, whatever the screen says."""
    for fault in faults:
        if bench.holds("faults", task, fault, 0):
            continue
        dice = random.Random(f"{bench.args.seed} {fault}")
        folder = bench.data(task, "faults", fault)
        declared(folder)
        place = stage.Clinic(bench.lea, {"switches": [fault]}, 300 + bench.args.seed)
        try:
            values, wanted = task.draw(place.database, dice)
            before = practice.records(place.database)
            code, said, wall = bench.run(task, folder, values, place.where(), config(place.database))
            after = practice.records(place.database)
            state, detail = task.judge(before, after, wanted)
            sent = practice.submits(before, after)
        finally:
            place.close()
        # The page itself sends twice there: what counts is what Lea did.
        if sum(o == "done" for _, _, o in sent) > 1 and fault != "double_submits=always":
            state, detail = "wrong", f"submitted more than once: {sent}"
        bench.keep(bench.row("faults", task, fault, 0, folder, values, code, said, wall, state, f"{detail} {sent}"))


def kills(bench, task, times):
    """Ends `lea run` with SIGKILL at a random moment after it began, then resumes it. One that ended before its moment is tried at an earlier one."""
    longest, n = 6.0, sum(r["part"] == "kills" for r in bench.held())
    # Those that a resumed bench holds had their moments: the rest get others.
    dice = random.Random(f"{bench.args.seed} kills {n}" if n else f"{bench.args.seed} kills")
    # A folder for each try: a trail that began anew in the same place is one that somebody deleted, and Lea refuses to run there.
    for attempt in itertools.count():
        if n >= times:
            break
        if attempt >= 5 * times:
            raise SystemExit(f"only {n} of {times} runs could be killed in {attempt} tries")
        folder = bench.data(task, "kills", f"{n}-{attempt}")
        place = stage.Clinic(bench.lea, {}, 400 + bench.args.seed + n)
        try:
            values, wanted = task.draw(place.database, dice)
            before = practice.records(place.database)
            moment = dice.uniform(0.0, longest)
            (folder / "practice.toml").write_text(config(place.database))
            argv = [bench.lea, "--config", str(folder / "practice.toml"), "--data", str(folder), "--json", "run", bench.workflow(task).parent.name, *place.where(), "--mode", "rehearsal"]
            argv += sum((["--set", f"{k}={v}"] for k, v in values.items()), [])
            process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and not list(folder.glob("runs/*/run_*/journal.jsonl")):
                time.sleep(0.005)
            began = time.time()
            try:
                process.wait(timeout=moment)
                longest = max(0.5, min(longest, time.time() - began))
                continue
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            time.sleep(1.0)
            between = practice.submits(before, practice.records(place.database))
            code, said, wall = bench.run(task, folder, values, place.where(), config(place.database), resume=True)
            after = practice.records(place.database)
            state, detail = task.judge(before, after, wanted)
            sent = practice.submits(before, after)
        finally:
            place.close()
        if len(sent) > 1:
            state, detail = "wrong", "submitted again"
        row = bench.row("kills", task, f"kill at {moment:.1f} s", n, folder, values, code, said, wall, state, f"{detail} before the kill {between}, in all {sent}")
        row["repeated"] = len(sent) > 1
        bench.keep(row)
        n += 1
