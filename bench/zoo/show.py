#!/usr/bin/python3
"""Shows one task once: show.py LEA DATA TASK N SEED [--unrecorded]. Start it through dbus-run-session.

DATA gets shown-N.json with the values of SEED and what the program's data says afterwards, deeds-N.jsonl with what the person did, end-N.png with the last
screen, and, unless it is unrecorded, a recording. Leaves with 0 where the task's end was reached, with 75 where it could not begin: try again."""
import json
import pathlib
import sys

import visitor
from program import home_of, tasks

NOT_BEGUN = 75


def main():
    lea, data, name, n, seed = sys.argv[1:6]
    [task] = [t for t in tasks() if t.name == name]
    data = pathlib.Path(data)
    values, home, desk = task.values(int(seed)), home_of(task), visitor.Desk(lea, str(data))
    try:
        task.opens(desk, home)
        person = visitor.Visitor(int(seed), data / f"deeds-{n}.jsonl", data / "last-seen.png")
        task.ready(person)
        if task.accessible and not person.is_told():
            return NOT_BEGUN
        person.begins()
        recorder = None if "--unrecorded" in sys.argv else desk.record(task.name)
        try:
            task.show(person, values)
        finally:
            person.photograph(data / f"end-{n}.png")
            if recorder:
                visitor.ended(recorder)
        state, detail = task.judged(home, values)
        (data / f"shown-{n}.json").write_text(json.dumps({"seed": int(seed), "values": values, "state": state, "detail": detail}, ensure_ascii=False, indent=1))
        print(f"{name} {n}: {state} {detail[:600]}", flush=True)
        return 0 if state == "true" else 1
    finally:
        task.ends()
        desk.close()


sys.exit(main())
