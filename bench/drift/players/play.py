"""What all players in Python share: read the order, do its steps, say how it ended. A player gives `click(step)`, `types(text)` and `keys(names)`."""
import json
import subprocess
import sys
import time

WAIT = 1.0  # between two steps, as scripts of this kind have it


class NotFound(Exception):
    """What was to be clicked is not on the screen: the player stops there."""


def order():
    """{"steps": [...], "values": {...}}: the file that the player is given."""
    return json.load(open(sys.argv[1], encoding="utf-8"))


def run(click, types, keys, waits=lambda step: WAIT):
    told = order()
    began, done = time.time(), 0
    try:
        for step in told["steps"]:
            time.sleep(waits(step))
            if step["do"] == "click":
                click(step)
            elif step["do"] == "type":
                types(told["values"][step["value"]] if "value" in step else step["text"])
            else:
                keys(step["keys"])
            done += 1
    except NotFound as e:
        return say("halted", done, began, str(e), 3)
    say("completed", done, began, "", 0)


def say(outcome, done, began, why, code):
    print(json.dumps({"outcome": outcome, "steps": done, "seconds": round(time.time() - began, 2), "halt": {"reason": "not_found", "why": why} if why else None}))
    sys.exit(code)


def xdotool(*argv):
    subprocess.run(["xdotool", *map(str, argv)], check=True)


def chord(keys):
    """xdotool's names."""
    names = {"CTRL": "ctrl", "TAB": "Tab", "ENTER": "Return", "ESCAPE": "Escape", "SHIFT": "shift", "ALT": "alt"}
    return "+".join(names.get(k, k.lower() if len(k) == 1 else k) for k in keys)
