#!/usr/bin/python3
"""Shows a task of this folder as bench/learn shows its own: show.py LEA DATA TASK TIMES [--steady]. Start it through dbus-run-session.

When it is steady, the screen before every click is kept in DATA/seen: what a recorder paints over for privacy is no business of the other tools."""
import itertools
import os
import pathlib
import runpy
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "act"), str(here.parent / "learn"), str(here.parent / "truth" / "gtk")]
import capture  # noqa: E402
import person  # noqa: E402
import tasks  # noqa: E402

import mockmed  # noqa: E402
import office  # noqa: E402

mockmed.Triage.static = os.environ.get("MOCKMED")
tasks.TASKS.extend([mockmed.Triage(), *(t for t in office.TASKS if not hasattr(t, "learn"))])
if "--steady" in sys.argv:
    seen, count, point = pathlib.Path(sys.argv[2], "seen"), itertools.count(), person.Person.point
    seen.mkdir(parents=True)

    def looks_first(self, x, y):
        capture.photograph().savev(str(seen / f"{next(count):02}.png"), "png", [], [])
        point(self, x, y)

    person.Person.point = looks_first
runpy.run_path(str(here.parent / "learn" / "show.py"))
