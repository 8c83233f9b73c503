"""Shows, records and learns a task, and runs what was learnt once on a stage: what `act.py` counts and `bench/drift` compares."""
import contextlib
import glob
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time

import stage
import journal
import practice
import report

HERE = pathlib.Path(__file__).resolve().parent
CONFIG = '[run]\nenvironment = "test"\n'


class Bench:
    def __init__(self, args):
        self.args, self.lea, self.out = args, args.lea, pathlib.Path(args.out).resolve()
        self.results = open(self.out / "results.jsonl", "a", encoding="utf-8")
        # Figures of two binaries are never mixed; who replaces the binary while it runs gets no figures.
        self.binary = hashlib.sha256(pathlib.Path(self.lea).read_bytes()).hexdigest()[:12]

    def keep(self, row):
        row |= {"at": time.strftime("%Y-%m-%dT%H:%M:%S"), "lea": self.binary}
        self.results.write(json.dumps(row, ensure_ascii=False) + "\n")
        self.results.flush()
        why = f" · {row['reason']}: {row['why'][:160]}" if row.get("why") else ""
        print(f"{time.strftime('%H:%M:%S')} {row['part']:6} {row['task']:24} {row['drift']:22} {row['class']:9} {row.get('outcome')} {row.get('steps')} steps {row.get('seconds')} s{why}"
              + (f" · {row['data']}" if row["class"] in ("wrong", "failed") else ""), flush=True)

    def held(self):
        """The rows that a resumed bench already holds for this binary. What the bench itself could not do is tried again."""
        if not self.args.resume:
            return []
        rows = map(json.loads, open(self.out / "results.jsonl", encoding="utf-8"))
        return [r for r in rows if r["lea"] == self.binary and r["class"] != "bench"]

    def holds(self, part, task, drift, n):
        return any((r["part"], r["task"], r["drift"], r["n"]) == (part, task.name, drift, n) for r in self.held())

    def teach(self, task):
        """Shows, records and learns a task, unless it was; says whether there is a workflow. What is shown can fail on a busy machine: thrice."""
        folder = self.out / task.name
        own = not (hasattr(task, "learn") or task.kit == "clinic")
        # An accessible bus of its own: two sessions in one folder get in each other's way.
        environment = {**os.environ, "LEA_LEARN_SEED": str(getattr(task, "seed", 3)), "XDG_RUNTIME_DIR": tempfile.mkdtemp(dir=os.environ.get("XDG_RUNTIME_DIR"))}
        for attempt in range(3):
            if own:
                if not (folder / "shown").exists():
                    shutil.rmtree(folder, ignore_errors=True)
                    folder.mkdir(parents=True)
                    with open(folder / "show.log", "w") as log:
                        done = subprocess.run(["dbus-run-session", "--", "/usr/bin/python3", str(getattr(task, "shown_by", HERE / "show.py")), self.lea, str(folder), task.name, "4"], stdout=log, stderr=log, env=environment)
                    if done.returncode:
                        continue
                    (folder / "shown").touch()
                sessions = [json.loads(line)["session_id"] for line in self.call(folder, "sessions", "list").stdout.splitlines()]
                shutil.rmtree(folder / "workflows", ignore_errors=True)
                learnt = self.call(folder, "learn", *sorted(sessions))
                (folder / "learnt.json").write_text(learnt.stdout)
            else:
                judged = subprocess.run([str(HERE.parent / "learn" / "one"), self.lea, str(self.out), task.name, str(getattr(task, "times", 4)), *getattr(task, "options", ())],
                                        capture_output=True, text=True, env=environment)
                (folder / "judged.json").write_text(judged.stdout)
            if glob.glob(f"{folder}/workflows/WF_*/workflow.json"):
                print(f"{time.strftime('%H:%M:%S')} learnt {task.name}", flush=True)
                return True
        print(f"{time.strftime('%H:%M:%S')} not learnt: {task.name}, see {folder}", flush=True)
        return False

    def call(self, data, *argv, config=None, timeout=240):
        options = ["--config", str(config)] if config else []
        return subprocess.run([self.lea, *options, "--data", str(data), "--json", *argv], capture_output=True, text=True, timeout=timeout)

    def workflow(self, task):
        [file] = glob.glob(f"{self.out}/{task.name}/workflows/WF_*/workflow.json")[:1]
        return pathlib.Path(file)

    def data(self, task, *names, effects=None):
        """A data folder with the workflow as it was learnt, so that no run teaches the next one, and a configuration that allows rehearsals."""
        folder = self.out.joinpath("runs", task.name, *(n.replace("/", "-").replace(" ", "_") for n in names))
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.workflow(task).parent.parent, folder / "workflows")
        return folder

    def run(self, task, folder, values, where, config=CONFIG, resume=False):
        """One `lea run`; its exit code, what it said, and the seconds it took."""
        (folder / "practice.toml").write_text(config)
        argv = ["run", *(["--resume"] if resume else [self.workflow(task).parent.name]), *where, "--mode", "rehearsal"]
        argv += [] if resume else sum((["--set", f"{k}={v}"] for k, v in self.named(task, values).items()), [])
        began = time.time()
        try:
            done = self.call(folder, *argv, config=folder / "practice.toml")
        except subprocess.TimeoutExpired:
            return 124, {"outcome": "timed out"}, 240.0
        try:
            said = json.loads(done.stdout)
        except ValueError:
            said = {"outcome": "?", "halt": {"reason": "error", "why": done.stderr[-600:]}}
        return done.returncode, said, round(time.time() - began, 1)

    def named(self, task, values):
        """The values under the names that learning gave them: where it called one otherwise, in the order in which they are typed."""
        workflow = json.loads(self.workflow(task).read_text())
        known = {k for k, v in workflow.get("variables", {}).items() if v["source"]["method"] == "user_input"}
        used = re.findall(r"\$\{(\w+)\}", json.dumps([e.get("action") for e in workflow["edges"]]))
        strange = [k for k in dict.fromkeys(used) if k in known and k not in values]
        spare = [k for k in values if k not in known]
        return {**{k: v for k, v in values.items() if k in known}, **{k: values[s] for k, s in zip(strange, spare)}}

    def row(self, part, task, drift, n, folder, values, code, said, wall, state, detail):
        halt = said.get("halt") or {}
        return {"part": part, "task": task.name, "drift": drift, "n": n, "class": report.verdict(code, state), "code": code, "outcome": said.get("outcome"), "state": state, "steps": said.get("steps"), "rule_answers": said.get("rule_answers", 0),
                "seconds": round(said.get("seconds") or wall, 1), "reason": halt.get("reason", ""), "why": halt.get("why", ""), "own_ms": journal.times(folder), "values": values, "detail": detail, "data": str(folder)}

    @contextlib.contextmanager
    def staged(self, task, drift, look, n):
        """The application as a drift has it, and new values: gives the stage, the values, and a function that says what the data say."""
        dice = random.Random(f"{self.args.seed} {task.name} {drift} {n}")
        if task.kit == "clinic":
            place = stage.Clinic(self.lea, look, 100 + self.args.seed + n)
            try:
                values, wanted = task.draw(place.database, dice, twins="lookalikes=on" in look.get("switches", []))
                before = practice.records(place.database)
                yield place, values, lambda: task.judge(before, practice.records(place.database), wanted)
            finally:
                place.close()
            return
        with tempfile.TemporaryDirectory(prefix="office-", ignore_cleanup_errors=True) as home:
            place = stage.Office(self.lea, look)
            try:
                values = task.values(dice, n)
                place.open(task, home, drift)
                yield place, values, lambda: (time.sleep(0.5), task.judge(place, home, values))[1]
            finally:
                place.close()

    def once(self, task, drift, look, n, part="runs", config=CONFIG):
        folder = self.data(task, part, drift, str(n))
        with self.staged(task, drift, look, n) as (place, values, judge):
            code, said, wall = self.run(task, folder, values, place.where(), config)
            state, detail = judge()
        self.keep(self.row(part, task, drift, n, folder, values, code, said, wall, state, detail))
