"""One careful demonstration of a task, as a script that every other tool plays in its own way: clicks with their places and pictures, texts, keys."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CONSTANTS = {"nurse.demo", "Cheque account"}


def show(bench, task, folder):
    """Shows and records the task once, without a slip."""
    environment = {**os.environ, "XDG_RUNTIME_DIR": tempfile.mkdtemp(dir=os.environ.get("XDG_RUNTIME_DIR"))}
    if task.kit == "clinic":
        argv = [bench.lea, "--data", str(folder), "demo", "person", "--task", task.task, "--times", "1", "--pace", "fast", "--ways", "careful", "--seed", "3", "--record", "each"]
    else:
        argv = ["dbus-run-session", "--", "/usr/bin/python3", str(HERE / "show.py"), bench.lea, str(folder), task.name, "1", "--steady"]
    with open(folder / "show.log", "w", encoding="utf-8") as log:
        subprocess.run(argv, stdout=log, stderr=log, env=environment, check=True)
    bench.call(folder, "sessions", "export", "last", str(folder / "export"))


def steps(session, task):
    """Clicks, texts and keys. What was typed for this demonstration alone is a value: in the order in which the task names its values."""
    names = list(task.names)
    found, at = [], 0.0
    for event in session["events"]:
        if event.get("noise_flag"):
            continue
        step = None
        if event["type"] == "mouse_click":
            step = {"do": "click", "at": event["pos"], "clicks": event.get("clicks", 1), "shot": f"screenshots/{event['screenshot_id']}.png"}
        elif event["type"] == "text_input":
            # A secret is in no recording; whoever plays it is told.
            text = event.get("text") or task.secret
            step = {"do": "type", "text": text} if text in (*CONSTANTS, getattr(task, "secret", None)) else {"do": "type", "value": names.pop(0), "shown": text}
        elif event["type"] == "key_press":
            step = {"do": "keys", "keys": event["keys"]}
        if step:
            # How long the person waited is what a recorder of coordinates keeps.
            step["after"] = round(event["t"] - at, 2) if found else 0.0
            at = event["t"]
            found.append(step)
    return found


def make(bench, task, pictures):
    """The folder of the script of a task, made once; `pictures` is a Python with OpenCV that cuts pictures, or None where nobody needs them."""
    folder = bench.out / "scripts" / task.name
    file = folder / "script.json"
    if not file.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        show(bench, task, folder)
        session = json.loads((folder / "export" / "session.json").read_text())
        file.write_text(json.dumps({"task": task.name, "steps": steps(session, task)}, ensure_ascii=False, indent=1))
    if pictures and not (folder / "pictures").exists():
        subprocess.run([str(pictures), str(HERE / "players" / "cut.py"), str(folder)], check=True)
    return folder
