#!/usr/bin/python3
"""Shows a task of this folder as bench/learn shows its own: show.py LEA DATA TASK TIMES [--steady]. Start it through dbus-run-session."""
import os
import pathlib
import runpy
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(here.parent / "act"), str(here.parent / "learn"), str(here.parent / "truth" / "gtk")]
import tasks  # noqa: E402

import mockmed  # noqa: E402
import office  # noqa: E402

mockmed.Triage.static = os.environ.get("MOCKMED")
tasks.TASKS.extend([mockmed.Triage(), *(t for t in office.TASKS if not hasattr(t, "learn"))])
runpy.run_path(str(here.parent / "learn" / "show.py"))
