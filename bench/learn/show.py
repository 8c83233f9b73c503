#!/usr/bin/python3
"""Shows a task several times and records it: show.py LEA DATA TASK TIMES [--steady]. Start it through dbus-run-session."""
import os
import pathlib
import sys
import tempfile

import person
import tasks


def main():
    lea, data, name, times = sys.argv[1:5]
    task = next(t for t in tasks.TASKS if t.name == name)
    os.makedirs(data, exist_ok=True)
    desk = person.Desk(lea, data)
    try:
        for n in range(int(times)):
            with tempfile.TemporaryDirectory(prefix="office-") as home:
                who = person.Person(100 * n + 7, pathlib.Path(data, f"truth-{n}.jsonl"), slips="--steady" not in sys.argv)
                task.show(who, desk, home, n)
                print(f"{name} {n + 1} of {times} shown", flush=True)
    finally:
        desk.close()


main()
