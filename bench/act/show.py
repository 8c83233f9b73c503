#!/usr/bin/python3
"""Shows a task of `office.py` as bench/learn shows its own: show.py LEA DATA TASK TIMES. Start it through dbus-run-session."""
import pathlib
import runpy
import sys

learn = pathlib.Path(__file__).resolve().parent.parent / "learn"
sys.path[:0] = [str(learn), str(learn.parent / "truth" / "gtk")]
import tasks  # noqa: E402

import office  # noqa: E402

tasks.TASKS.extend(t for t in office.TASKS if not hasattr(t, "learn"))
runpy.run_path(str(learn / "show.py"))
