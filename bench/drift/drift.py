#!/usr/bin/python3
"""The same tasks, the same drifts, the same judge, several tools: drift.py LEA OUT [--tools A,B] [--tasks A,B] [--drifts A,B] [--smoke].

Cells that are in OUT/results.jsonl already are skipped, those of Lea when its binary is the same. Start it through `run`."""
import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "act"))
import stage  # noqa: E402  sets the path to what is shared
import capture  # noqa: E402
from bench import Bench  # noqa: E402
import office  # noqa: E402
import report  # noqa: E402

import cells  # noqa: E402
import measure  # noqa: E402
import page  # noqa: E402
import script  # noqa: E402
import table  # noqa: E402
import tools  # noqa: E402


class Lab(Bench):
    """Lea under measure."""
    cost = {}

    def call(self, data, *argv, config=None, timeout=240):
        options = ["--config", str(config)] if config else []
        done = measure.run([self.lea, *options, "--data", str(data), "--json", *argv], timeout)
        self.cost = done.cost
        if done.returncode == 124:
            raise subprocess.TimeoutExpired(done.args, timeout)
        return done

    def known(self):
        rows = map(json.loads, open(self.out / "results.jsonl", encoding="utf-8"))
        return {(r["tool"], r["task"], r["drift"], r["version"]) for r in rows if r["class"] != "bench"}

    def note(self, row):
        row |= {"at": time.strftime("%Y-%m-%dT%H:%M:%S"), "load": round(os.getloadavg()[0], 1)}
        self.results.write(json.dumps(row, ensure_ascii=False) + "\n")
        self.results.flush()


def photograph(place, file):
    """The screen as the tool left it."""
    capture.DISPLAY, capture.SIZE = place.display, place.look.get("size", (1280, 800))
    if hasattr(capture.photograph, "root"):
        del capture.photograph.root
    picture = capture.photograph()
    picture = picture.scale_simple(640, round(640 * picture.get_height() / picture.get_width()), 2)
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.savev(str(file), "jpeg", ["quality"], ["60"])
    del capture.photograph.root


def cell(lab, tool, task, drift, look, made):
    """One tool, one task, one drift: the row of the table."""
    name = f"{tool.name} {task.name} {drift}".replace("/", "-").replace(" ", "_")
    folder = lab.out / "cells" / name
    folder.mkdir(parents=True, exist_ok=True)
    with lab.staged(task, drift, look, 0) as (place, values, judge):
        code, said, cost = tool.play(task, drift, place, values, folder, made)
        picture = lab.out / "pictures" / f"{name}.jpg"
        photograph(place, picture)
        state, detail = judge()
    kind = report.verdict(code, state)
    if kind == "completed":
        picture.unlink()
    halt = said.get("halt") or {}
    acts = len(json.loads((made / "script.json").read_text())["steps"])
    return {"class": kind, "code": code, "state": state, "outcome": said.get("outcome"), "steps": said.get("steps"), "rule_answers": said.get("rule_answers", 0), "acts": acts, "seconds": said.get("seconds"), **cost,
            "own_ms": said.get("own_ms"), "rungs": said.get("rungs"), "reason": halt.get("reason", ""), "why": halt.get("why", ""), "values": values, "detail": detail,
            "picture": str(picture.relative_to(lab.out)) if kind != "completed" else None}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("lea")
    options.add_argument("out")
    options.add_argument("--tools", default="", help="only these, by name, with commas")
    options.add_argument("--tasks", default="")
    options.add_argument("--drifts", default="")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--smoke", action="store_true", help="Lea and raw coordinates on one task without drift")
    args = options.parse_args()
    if args.smoke:
        args.tools, args.tasks, args.drifts = "Lea,raw coordinates", "zenity-order", "none"
        office.Orders.times = 3
    pathlib.Path(args.out).mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    lab = Lab(args)
    os.environ["LEA_SECRETS_KEY"] = str(lab.out / "secrets.key")
    wants = lambda given, name: not given or name in given.split(",")  # noqa: E731
    root = pathlib.Path(os.environ["LEA_DRIFT_TOOLS"])
    chosen = [t for t in tools.TOOLS if wants(args.tools, t.name)]
    needs_mockmed = wants(args.tasks, "mockmed-triage")
    static = tools.Flow(lab, root).static if needs_mockmed else None
    os.environ["MOCKMED"] = str(static)  # for those who show it
    chosen = [t(lab, root) for t in chosen]
    pictures = tools.PyAutoGui(lab, root).python if any(t.needs_pictures for t in chosen) else None
    todo = [(task, looks) for task, looks in cells.tasks(static) if wants(args.tasks, task.name)]
    known = lab.known()
    for task, looks in todo:
        teach(lab, task, looks, chosen, pictures)
    todo = [(tool, task, drift, look) for task, looks in todo for drift, look in looks.items() if wants(args.drifts, drift) for tool in task.players
            if (tool.name, task.name, drift, tool.version) not in known]
    try:
        play(lab, todo)
    finally:  # what there is by now, also when it was stopped
        print(table.write(lab.out))
        page.write(lab.out)


def play(lab, todo):
    """All cells, one after the other; what the bench itself cannot do is no verdict on a tool."""
    began = time.time()
    for n, (tool, task, drift, look) in enumerate(todo):
        row = {"tool": tool.name, "version": tool.version, "task": task.name, "drift": drift, "size": look.get("size", (1280, 800))}
        try:
            row |= cell(lab, tool, task, drift, doors(task, look), task.script)
        except (TimeoutError, OSError, subprocess.SubprocessError, AssertionError) as e:
            row |= {"class": "bench", "why": f"{type(e).__name__}: {e}"}
        lab.note(row)
        left = (time.time() - began) / (n + 1) * (len(todo) - n - 1) / 60
        print(f"[{n + 1}/{len(todo)}, {left:.0f} min left] {tool.name:22} {task.name:22} {drift:34} {row['class']:9} {row.get('steps')} steps {round(row.get('seconds') or 0, 1)} s  {str(row.get('why', ''))[:150]}", flush=True)


def doors(task, look):
    """MockMed's browser can be attached to, for openadapt-flow; it is the same for all."""
    return {**look, "port": stage.free_port()} if task.kit == "mockmed" else look


def teach(lab, task, looks, chosen, pictures):
    """Each tool gets to know the task; `players` are those that did."""
    task.plain = doors(task, next(iter(looks.values())))
    task.script = script.make(lab, task, pictures)
    task.players = []
    for tool in chosen:
        if tool.learn(task, task.script):
            task.players.append(tool)
        else:
            print(f"{tool.name} does not play {task.name}", flush=True)


sys.exit(main())
