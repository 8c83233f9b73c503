#!/usr/bin/python3
"""Runs what was learnt, under drift, with faults and with kills, and judges each run by the application's own data.

act.py LEA OUT [--times N] [--tasks A,B] [--drifts A,B] [--parts runs,faults,kills] [--seed N] [--resume] [--smoke]. Start it through dbus-run-session with
an XDG_RUNTIME_DIR of its own: the accessible bus of two sessions in one folder get in each other's way."""
import argparse
import pathlib
import subprocess
import sys

from bench import Bench
import drifts
import faults
import office
import practice
import report


def main():
    options = argparse.ArgumentParser()
    options.add_argument("lea")
    options.add_argument("out")
    options.add_argument("--times", type=int, default=20, help="runs of each task without drift")
    options.add_argument("--tasks", default="", help="only these, by name, with commas")
    options.add_argument("--drifts", default="", help="only these; `none` for none")
    options.add_argument("--parts", default="runs,faults,kills")
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--resume", action="store_true", help="leave out what OUT already holds for this binary")
    options.add_argument("--smoke", action="store_true")
    args = options.parse_args()
    if args.smoke:
        args.tasks, args.drifts, args.times, args.parts = "zenity-order", "none", 1, "runs"
    pathlib.Path(args.out).mkdir(parents=True, exist_ok=True)
    bench = Bench(args)
    chosen = [t for t in practice.TASKS + office.TASKS if not args.tasks or t.name in args.tasks.split(",")]
    parts = args.parts.split(",")
    if "runs" in parts:
        chosen = [t for t in chosen if bench.teach(t)]
        only = [d for d in args.drifts.split(",") if d]
        # Without drift first, of all tasks: what fails there is the worst.
        for task in chosen:
            for n in range(args.times if not only or "none" in only else 0):
                attempt(bench, task, "none", {}, n)
        for task in chosen:
            for drift, look in drifts.of(task).items():
                if drift != "none" and (not only or drift in only):
                    attempt(bench, task, drift, look, 0)
    clinic = [t for t in chosen if t.name in ("clinic-validate_invoice", "clinic-reject_invoice")]
    if "faults" in parts and clinic:
        faults.run(bench, clinic[0], drifts.FAULTS)
    if "kills" in parts and clinic:
        faults.kills(bench, clinic[0], args.kills)
    print(report.write(bench.out))


def attempt(bench, task, drift, look, n):
    """What the bench itself cannot do is no verdict on Lea: it is said and counted apart."""
    if bench.holds("runs", task, drift, n):
        return
    try:
        bench.once(task, drift, look, n)
    except (TimeoutError, OSError, subprocess.SubprocessError, SystemExit) as e:
        bench.keep({"part": "runs", "task": task.name, "drift": drift, "n": n, "class": "bench", "reason": "bench", "why": f"{type(e).__name__}: {e}"})


sys.exit(main())
