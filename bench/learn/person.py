"""Somebody who shows a task on a real application: points by the accessible tree, types like a person, and says after every
act which screen is showing. What they say is the truth that learning is held against; Lea sees pixels alone."""
import json
import os
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "truth" / "gtk"))
import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

import capture  # noqa: E402
import tree  # noqa: E402

SHOWING = Atspi.StateType.SHOWING


class Person:
    """`slips` switches human irregularity on: typos, idle clicks, hesitation, another order of fields."""

    def __init__(self, seed, log, slips=True):
        self.dice = random.Random(seed)
        self.log = open(log, "w", encoding="utf-8")
        self.slips = slips
        self.screen = None

    def says(self, screen):
        self.screen = screen
        self.log.write(json.dumps({"t": time.time(), "screen": screen}) + "\n")
        self.log.flush()

    def pause(self, least=0.12, most=0.3):
        time.sleep(self.dice.uniform(least, most))

    def find(self, role, name=None, nth=0, seconds=15, window=None):
        def look():
            found = []
            for w in capture.windows_of(None):
                if window and window.lower() not in (w.get_name() or "").lower():
                    continue
                for n in tree.walk(w):
                    fits = n.get_role_name() == role and (name is None or (n.get_name() or "").strip().lower() == name.lower())
                    if fits and n.get_state_set().contains(SHOWING):
                        found.append(n)
            found.sort(key=lambda n: (lambda b: (b[1], b[0]))(tree.extents(n, 1) or [0] * 4))
            return found[nth] if len(found) > nth else None
        return capture.wait_for(f"{role} {name or ''} {nth}", seconds, look)

    def sees(self, window, screen, seconds=15):
        """Waits until a window of that name is there and still, and says which screen that is."""
        capture.wait_for(f"the window {window}", seconds, lambda: any(window.lower() in (w.get_name() or "").lower() for w in capture.windows_of(None)))
        capture.settle(6)
        self.pause()
        self.says(screen)

    def leaves(self, window, seconds=15):
        capture.wait_for(f"{window} to close", seconds, lambda: not any(window.lower() in (w.get_name() or "").lower() for w in capture.windows_of(None)))
        capture.settle(6)

    def point(self, x, y):
        capture.sh("xdotool", "mousemove", str(int(x)), str(int(y)))
        self.pause(0.08, 0.2)

    def click(self, role, name=None, nth=0, window=None, times=1):
        x1, y1, x2, y2 = tree.extents(self.find(role, name, nth, window=window), 1)
        jitter = lambda a, b: (a + b) / 2 + self.dice.uniform(-0.15, 0.15) * (b - a)  # noqa: E731
        self.point(jitter(x1, x2), jitter(y1, y2))
        capture.sh("xdotool", "click", *(["--repeat", "2", "--delay", "90"] if times == 2 else []), "1")
        self.rests()

    def rests(self):
        self.pause(0.15, 0.3)
        capture.settle(5)
        self.says(self.screen)

    def keys(self, *chords):
        for chord in chords:
            capture.sh("xdotool", "key", "--clearmodifiers", chord)
            self.pause(0.05, 0.15)
        self.rests()

    def types(self, text):
        slip = self.slips and len(text) > 3 and self.dice.random() < 0.35
        at = self.dice.randrange(1, len(text)) if slip else len(text)
        self._type(text[:at])
        if slip:
            wrong = self.dice.choice("qwxzj")
            self._type(wrong)
            self.pause(0.2, 0.4)
            capture.sh("xdotool", "key", "BackSpace")
            self.pause()
            self._type(text[at:])
        self.rests()

    def _type(self, text):
        if text:
            capture.sh("xdotool", "type", "--delay", str(self.dice.randrange(25, 60)), "--", text)

    def misses(self, x, y):
        """An idle click where nothing is, now and then."""
        if self.slips and self.dice.random() < 0.4:
            self.point(x, y)
            capture.sh("xdotool", "click", "1")
            self.rests()


class Desk:
    """A virtual display with a recorder on it."""

    def __init__(self, lea, data, size=(1280, 800)):
        capture.SIZE = size
        self.lea, self.data = lea, data
        self.server, self.keeper = capture.start_display()
        capture.sh("gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method", "org.freedesktop.DBus.Properties.Set",
                   "org.a11y.Status", "IsEnabled", "<true>")
        capture.sh("xsetroot", "-solid", "#3b5b7a")

    def launch(self, argv, home):
        scene = {"language": "en", "kit": "gtk3"}
        os.makedirs(home, exist_ok=True)
        config = os.path.join(home, ".config", "gtk-3.0")
        if os.path.isdir(config):
            import shutil
            shutil.rmtree(config)
        return subprocess.Popen(argv, env=capture.environment(scene, home), cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def record(self, label):
        out = open(os.path.join(self.data, "record.log"), "a", encoding="utf-8")
        recorder = subprocess.Popen([self.lea, "--data", self.data, "record", "--display", capture.DISPLAY, "--label", label, "--user", "person"],
                                    stdout=out, stderr=out, env={**os.environ, "DISPLAY": capture.DISPLAY})
        time.sleep(1.0)
        return recorder

    def close(self):
        for p in (self.keeper, self.server):
            p.terminate()
            p.wait()
