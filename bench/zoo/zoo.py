#!/usr/bin/python3
"""Tasks on programs that nobody here wrote: shown by a person, learnt by Lea, run with values that were never shown, judged by the programs' own data.

zoo.py LEA OUT [--half developing|closed] [--tasks A,B] [--parts show,teach,runs,teach5] [--times N] [--resume] [--smoke]. Start it through `run`.
`show` is the person alone, not recorded; `teach` records and learns; `runs` rehearses what was learnt; `teach5` teaches four times more from new
recordings and compares. The closed half is only shown, unless --open-the-closed-half is given."""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "act"))
import stage  # noqa: E402  sets the path to what is shared
from bench import Bench  # noqa: E402

import graph  # noqa: E402
import lesson  # noqa: E402
import program  # noqa: E402
import summary  # noqa: E402
import visitor  # noqa: E402

NOT_BEGUN, BEGINNINGS = 75, 8  # a program of Qt is in the accessible tree in about half of its starts
LONGEST = 300  # seconds of one showing
PARTS = ["show", "teach", "runs", "teach5"]
TEACHINGS = 5
APART = 10  # seeds between two teachings


class Zoo(Bench):
    def held(self):
        """Showings are the person's: they hold for every binary."""
        if not self.args.resume:
            return []
        rows = map(json.loads, open(self.out / "results.jsonl", encoding="utf-8"))
        return [r for r in rows if (r["lea"] == self.binary or r["part"] == "show") and r["class"] != "bench"]

    def keep(self, row):
        if self.args.open_the_closed_half:
            row["closed_half_opened_at"] = self.args.open_the_closed_half
        super().keep({"drift": "none", "n": 0, **row})

    def present(self, task, folder, times, first, *options):
        """The person does the task, several times; whether its end was reached each time. On a busy machine: each at most thrice."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return all(any(self.shows(task, folder, n, first + n, options) for _ in range(3)) for n in range(times))

    def shows(self, task, folder, n, seed, options):
        before = set(folder.glob("sessions/*/*"))
        argv = ["dbus-run-session", "--", "/usr/bin/python3", str(HERE / "show.py"), self.lea, str(folder), task.name, str(n), str(seed), *options]
        for _ in range(BEGINNINGS):
            # An accessible bus of its own: two sessions in one folder get in each other's way.
            environment = {k: v for k, v in os.environ.items() if k != "DISPLAY"}  # of a run, which is gone
            environment |= {"XDG_RUNTIME_DIR": tempfile.mkdtemp(dir=os.environ.get("XDG_RUNTIME_DIR"))}
            with open(folder / "show.log", "a") as log:
                process = subprocess.Popen(argv, stdout=log, stderr=log, env=environment, start_new_session=True)
                try:
                    code = process.wait(LONGEST)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    code = process.wait()
            if code != NOT_BEGUN:
                break
        if code:
            for session in set(folder.glob("sessions/*/*")) - before:
                shutil.rmtree(session)
        return code == 0

    def showing(self, task):
        if self.holds("show", task, "none", 0):
            return
        folder, began = self.out / "shown" / task.name, time.time()
        right = self.present(task, folder, self.args.showings, 0, "--unrecorded")
        shown = graph.shown(folder)
        self.keep({"part": "show", "task": task.name, "class": "completed" if right else "failed", "outcome": f"{sum(s['state'] == 'true' for s in shown)} of {self.args.showings}", "seconds": round(time.time() - began),
                   "data": str(folder), "detail": shown, "reason": "show", "why": "" if right else (folder / "show.log").read_text()[-300:]})

    def teach(self, task, k=0):
        """Records (unless it was) and learns; whether there is a workflow. `k` is the number of the teaching."""
        folder = self.folder(task, k)
        if self.holds("teach", task, "none", k) and graph.workflow(folder):
            return True
        times = self.args.demonstrations
        if not (folder / "recorded-by").exists():
            if not self.present(task, folder, times, APART * k):
                self.keep({"part": "teach", "task": task.name, "n": k, "class": "bench", "reason": "show", "why": (folder / "show.log").read_text()[-400:]})
                return False
            (folder / "recorded-by").write_text(self.binary)
        sessions = sorted(json.loads(line)["session_id"] for line in self.call(folder, "sessions", "list").stdout.splitlines())
        # What was done on which screen, and what is asked, for those who look for a cause; then as a person learns, on a terminal.
        shutil.rmtree(folder / "workflows", ignore_errors=True)
        began = time.time()
        (folder / "learnt.json").write_text(self.call(folder, "learn", *sessions, timeout=900).stdout)
        first = round(time.time() - began, 1)
        shutil.rmtree(folder / "workflows", ignore_errors=True)
        code, said, asked, seconds = lesson.learn(self.lea, folder, sessions, task.answers)
        (folder / "learn.log").write_text(said)
        (folder / "questions.json").write_text(json.dumps(asked, ensure_ascii=False, indent=1))
        row = {"part": "teach", "task": task.name, "n": k, "code": code, "seconds": first, "seconds_again": seconds, "questions": asked, "data": str(folder), "recorded_by": (folder / "recorded-by").read_text()}
        file = graph.workflow(folder)
        if not file:
            self.keep({**row, "class": "failed", "reason": "learn", "why": said[-400:]})
            return False
        for what, options in (("graph.txt", []), ("ledger.txt", ["--ledger"])):
            done = subprocess.run([self.lea, "--data", str(folder), "workflows", "show", file.parent.name, *options], capture_output=True, text=True)
            if done.returncode == 0:
                (folder / what).write_text(done.stdout)
        found = graph.held_against(folder, task, file)
        (folder / "held-against.json").write_text(json.dumps(found, ensure_ascii=False, indent=1))
        self.keep({**row, "class": "completed" if found["variables_right"] and not found["lost"] else "part", "outcome": f"{found['edges']} edges", **found, "reason": "graph",
                   "why": "; ".join([f"variables {found['variables']}" if not found["variables_right"] else "", f"not in the graph: {found['lost']}" if found["lost"] else ""]).strip("; ")})
        return True

    def folder(self, task, k=0):
        return self.out / task.name if k == 0 else self.out / "teach5" / task.name / str(k)

    def named(self, task, values):
        """Under the names that learning gave them, by the values that were shown."""
        found = graph.variables(self.folder(task), task, json.loads(self.workflow(task).read_text()))
        order = {key: graph.as_list(value) for key, value in task.order(values).items()}
        return {name: order[form[0]][form[1]] for name, form in found.items() if form}

    def once(self, task, n):
        folder = self.data(task, f"{n}-{time.strftime('%m%d-%H%M%S')}")  # a new one: the anchor of an audit trail knows its folder
        home, values = program.home_of(task), task.values(program.RUNS + n)
        place = stage.Office(self.lea, {})
        try:
            place.open(task, home, None)
            person = visitor.Visitor(n, folder / "deeds.jsonl", folder / "last-seen.png")
            task.ready(person)
            code, said, wall = self.run(task, folder, values, place.where())
            state, detail = task.judged(home, values)
            person.photograph(folder / "end.png")
        finally:
            task.ends()
            place.app = None
            place.close()
        (folder / "said.json").write_text(json.dumps(said, ensure_ascii=False, indent=1))
        row = self.row("runs", task, "none", n, folder, values, code, said, wall, state, detail)
        self.keep({**row, "question": question(said)})

    def attempt(self, task, n):
        """What the bench itself cannot do is no verdict on Lea: it is said and counted apart."""
        if self.holds("runs", task, "none", n):
            return
        try:
            self.once(task, n)
        except (TimeoutError, OSError, subprocess.SubprocessError, SystemExit) as e:
            self.keep({"part": "runs", "task": task.name, "n": n, "class": "bench", "reason": "bench", "why": f"{type(e).__name__}: {e}"})

    def again(self, task):
        """Taught from new recordings: the same steps and variables?"""
        if self.holds("teach5", task, "none", 0):
            return
        signs = [graph.sign(self.folder(task, k), task) if self.teach(task, k) else None for k in range(TEACHINGS)]
        usual = max(signs, key=signs.count)
        alike = sum(s == usual for s in signs) if usual else 0
        self.keep({"part": "teach5", "task": task.name, "class": "completed" if alike == TEACHINGS else "part", "outcome": f"{alike} of {TEACHINGS}", "alike": alike, "signs": signs})


def question(said):
    """What a run that halted asks, with its choices."""
    asked = said.get("question") or (said.get("halt") or {}).get("question") or {}
    return asked if isinstance(asked, (dict, str)) else str(asked)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("lea")
    options.add_argument("out")
    options.add_argument("--half", choices=["developing", "closed"], default="")
    options.add_argument("--tasks", default="", help="only these, by task or program, with commas")
    options.add_argument("--parts", default="teach,runs")
    options.add_argument("--times", type=int, default=5, help="runs of each task")
    options.add_argument("--demonstrations", type=int, default=4, help="that a task is taught with")
    options.add_argument("--showings", type=int, default=2, help="of the part `show`")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--resume", action="store_true", help="leave out what OUT already holds for this binary")
    options.add_argument("--open-the-closed-half", action="store_true", help="teach and run tasks of the closed half: noted in the results")
    options.add_argument("--smoke", action="store_true")
    args = options.parse_args()
    if args.smoke:
        args.parts, args.times, args.demonstrations = "teach,runs", 1, 3
    parts = args.parts.split(",")
    if set(parts) - set(PARTS):
        options.error(f"there is no part {', '.join(set(parts) - set(PARTS))}: there are {', '.join(PARTS)}")
    names = [n for n in args.tasks.split(",") if n]
    chosen = program.chosen(args.half or ("" if names else "developing"), names, args.smoke)
    closed = [t.name for t in chosen if t.half == "closed"]
    if closed and parts != ["show"]:
        if not args.open_the_closed_half:
            options.error(f"{', '.join(closed)}: the closed half is only shown (--parts show). --open-the-closed-half teaches and runs it, at the end, and is noted")
        commit = subprocess.run(["git", "-C", str(HERE), "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
        args.open_the_closed_half = f"{time.strftime('%Y-%m-%dT%H:%M:%S')}, commit {commit}"
        print(f"the closed half is open: {args.open_the_closed_half}", flush=True)
    else:
        args.open_the_closed_half = ""
    pathlib.Path(args.out).mkdir(parents=True, exist_ok=True)
    zoo = Zoo(args)
    for task in chosen:
        if "show" in parts:
            zoo.showing(task)
        learnt = ("teach" in parts and zoo.teach(task)) or graph.workflow(zoo.folder(task))
        for n in range(args.times if "runs" in parts and learnt else 0):
            zoo.attempt(task, n)
    for task in chosen if "teach5" in parts else []:
        zoo.again(task)
    print(summary.write(zoo.out))
    # That Lea halts is a result; that nothing could be taught or run is not.
    return 1 if args.smoke and not any(json.loads(line)["part"] == "runs" for line in open(zoo.out / "results.jsonl")) else 0


sys.exit(main())
