"""One careful demonstration of a task, as a script that every other tool plays in its own way: clicks with their places and pictures, texts, keys."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def show(bench, task, folder):
    """Shows and records the task once, without a slip."""
    environment = {**os.environ, "XDG_RUNTIME_DIR": tempfile.mkdtemp(dir=os.environ.get("XDG_RUNTIME_DIR"))}
    if task.kit == "clinic":
        argv = [bench.lea, "--data", str(folder), "demo", "person", "--task", task.task, "--times", "1", "--pace", "human", "--ways", "careful", "--seed", "3", "--record", "each"]
    else:
        argv = ["dbus-run-session", "--", "/usr/bin/python3", str(HERE / "show.py"), bench.lea, str(folder), task.name, "1", "--steady"]
    with open(folder / "show.log", "w", encoding="utf-8") as log:
        subprocess.run(argv, stdout=log, stderr=log, env=environment, check=True)
    bench.call(folder, "sessions", "export", "last", str(folder / "export"))


def steps(session, task, seen):
    """Clicks, texts and keys; `task.typed` says what the texts are, `seen` are the screens before the clicks, or none: then the recording's are taken."""
    typed, seen = list(task.typed), list(seen)
    found, at = [], 0.0
    for event in session["events"]:
        if event.get("noise_flag"):
            continue
        step = None
        if event["type"] == "mouse_click":
            step = {"do": "click", "at": event["pos"], "clicks": event.get("clicks", 1), "shot": seen.pop(0) if seen else f"export/screenshots/{event['screenshot_id']}.png"}
        elif event["type"] == "text_input":
            # By the task and not by the recording, which holds no secrets.
            name = typed.pop(0)
            step = {"do": "type", "text": name[1:]} if name.startswith("=") else {"do": "type", "value": name}
        elif event["type"] == "key_press":
            step = {"do": "keys", "keys": event["keys"]}
        if step:
            # How long the person waited is what a recorder of coordinates keeps.
            step["after"] = round(event["t"] - at, 2) if found else 0.0
            at = event["t"]
            found.append(step)
    assert not typed, f"{task.name}: {typed} was not typed in the recording"
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
        file.write_text(json.dumps({"task": task.name, "steps": steps(session, task, (f"seen/{p.name}" for p in sorted(folder.glob("seen/*.png"))))}, ensure_ascii=False, indent=1))
    if pictures and not (folder / "pictures").exists():
        subprocess.run([str(pictures), str(HERE / "players" / "cut.py"), str(folder)], check=True)
    return folder
