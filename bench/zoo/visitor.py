"""Somebody who uses a program they know: looks where things are, moves the pointer there, clicks and types at a person's speed.

Where things are comes from the accessible tree, from the place and size of windows, or, in toolkits that have no tree, from reading the screen with
Tesseract. Nothing of Lea is used for it. Every act is written down with its time, so that what was recorded and learnt can be held against it."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "act"), str(HERE.parent / "learn"), str(HERE.parent / "truth" / "gtk")]
import capture  # noqa: E402
import person  # noqa: E402
from gi.repository import GLib  # noqa: E402
import tree  # noqa: E402
from office import ended  # noqa: E402,F401

ROOT = "/org/a11y/atspi/accessible/root"
KEY_MS = (60, 120)
PAUSE = (0.3, 0.8)
TIMES_LARGER = 3  # what Tesseract needs to read letters of a screen


class Desk(person.Desk):
    def __init__(self, *about):
        super().__init__(*about)
        # The accessible bus must be there, and be known, before a program is: Qt asks once.
        told = capture.sh("gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method", "org.a11y.Bus.GetAddress")
        os.environ["AT_SPI_BUS_ADDRESS"] = told.split("'")[1]
        person.Atspi.get_desktop(0).get_child_count()


class Visitor(person.Person):
    def __init__(self, seed, log, picture):
        if hasattr(capture.photograph, "root"):
            del capture.photograph.root
        super().__init__(seed, log, slips=False)
        self.picture, self.pointer = picture, (640, 400)

    # What they do.

    def deed(self, verb, what):
        self.log.write(json.dumps({"t": time.time(), "verb": verb, "what": what}, ensure_ascii=False) + "\n")
        self.log.flush()

    def begins(self):
        """What was done so far only made the program ready."""
        self.log.seek(0)
        self.log.truncate()

    def says(self, screen):
        """Screens have no names here."""

    def pause(self, least=PAUSE[0], most=PAUSE[1]):
        time.sleep(self.dice.uniform(least, most))

    def rests(self, seconds=1.2):
        """Looks at what came of it. A caret may blink: so not for long."""
        self.pause()
        capture.settle(seconds)

    def point(self, x, y):
        x0, y0 = self.pointer
        steps = max(3, int(((x - x0) ** 2 + (y - y0) ** 2) ** 0.5 / 60))
        for n in range(1, steps + 1):
            part = n / steps
            part = part * part * (3 - 2 * part)
            capture.sh("xdotool", "mousemove", str(int(x0 + (x - x0) * part)), str(int(y0 + (y - y0) * part)))
            time.sleep(0.015)
        self.pointer = (int(x), int(y))
        time.sleep(self.dice.uniform(0.12, 0.3))

    def press(self, x, y, what, times=1, button=1, hold=None):
        self.point(x, y)
        self.deed({1: "clicks", 2: "double clicks", 3: "triple clicks"}[times] if button == 1 else "right clicks", what)
        hold = [("keydown", hold), ("keyup", hold)] if hold else []
        for verb, key in hold[:1]:
            capture.sh("xdotool", verb, key)
        capture.sh("xdotool", "click", *(["--repeat", str(times), "--delay", "110"] if times > 1 else []), str(button))
        for verb, key in hold[1:]:
            capture.sh("xdotool", verb, key)
        self.rests()

    def inside(self, box):
        x1, y1, x2, y2 = box
        return (x1 + x2) / 2 + self.dice.uniform(-0.15, 0.15) * (x2 - x1), (y1 + y2) / 2 + self.dice.uniform(-0.15, 0.15) * (y2 - y1)

    def box(self, role, name=None, nth=0, window=None):
        return tree.extents(self.find(role, name, nth, window=window), 1)

    def click(self, role, name=None, nth=0, window=None, times=1, button=1, hold=None):
        """By the accessible tree."""
        box = self.box(role, name, nth, window)
        self.press(*self.inside(box), f"{role} {name or nth}", times, button, hold)

    def click_text(self, text, nth=0, window=None, times=1, button=1, right=0, below=0):
        """By reading the screen; `right` and `below` of it by pixels, where a field has its label beside it."""
        x1, y1, x2, y2 = self.read(text, nth, window)
        if right or below:
            x, y = (x2 + right if right > 0 else x1 + right if right else (x1 + x2) / 2), (y1 + y2) / 2 + below
        else:
            x, y = self.inside((x1, y1, x2, y2))
        self.press(x, y, text if not (right or below) else f"beside {text}", times, button)

    def click_at(self, x, y, window=None, what="", times=1, button=1, hold=None):
        """By the place in a window; from its right or lower edge where negative."""
        x1, y1, x2, y2 = self.place(window) if window else (0, 0, *capture.SIZE)
        self.press((x1 if x >= 0 else x2) + x, (y1 if y >= 0 else y2) + y, what or f"{x},{y}", times, button, hold)

    def drag(self, start, end, what):
        self.point(*start)
        self.deed("drags", what)
        capture.sh("xdotool", "mousedown", "1")
        time.sleep(0.2)
        self.point(*end)
        capture.sh("xdotool", "mouseup", "1")
        self.rests()

    def scroll(self, clicks, down=True):
        self.deed("scrolls", f"{clicks} {'down' if down else 'up'}")
        for _ in range(clicks):
            capture.sh("xdotool", "click", "5" if down else "4")
            time.sleep(self.dice.uniform(0.08, 0.16))
        self.rests()

    def keys(self, *chords):
        for chord in chords:
            self.deed("presses", chord)
            capture.sh("xdotool", "key", "--clearmodifiers", chord)
            self.rests(0.8)

    def types(self, text):
        self.deed("types", text)
        capture.sh("xdotool", "type", "--delay", str(self.dice.randrange(*KEY_MS)), "--", text)
        self.rests()

    # What they see.

    def is_told(self):
        """The program is in the accessible tree. Programs of Qt are on its bus and, about every other time, not in its registry: then they are put there."""
        def ask(*argv):
            return capture.sh("gdbus", "call", "--address", os.environ["AT_SPI_BUS_ADDRESS"], *argv)
        for name in re.findall(r":1\.\d+", ask("--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.ListNames")):
            if "uint32 75" in ask("--dest", name, "--object-path", ROOT, "--timeout", "2", "--method", "org.a11y.atspi.Accessible.GetRole") and name not in ask("--dest", "org.a11y.atspi.Registry", "--object-path", ROOT, "--method", "org.a11y.atspi.Accessible.GetChildren"):
                ask("--dest", "org.a11y.atspi.Registry", "--object-path", ROOT, "--method", "org.a11y.atspi.Socket.Embed", f"('{name}', objectpath '{ROOT}')")
        person.Atspi.get_desktop(0).clear_cache()
        return bool(capture.windows_of(None))

    def find(self, role, name=None, nth=0, seconds=15, window=None):
        """In the accessible tree: the nth from above, then from the left. Programs of Qt say that hidden things show: those have no place on the screen."""
        def look():
            found = []
            while GLib.MainContext.default().iteration(False):
                pass
            person.Atspi.get_desktop(0).clear_cache()  # a window that comes up late is not told without a main loop
            for top in capture.windows_of(None):
                if window and window.lower() not in (top.get_name() or "").lower():
                    continue
                for node in tree.walk(top):
                    if node.get_role_name() == role and (name is None or (node.get_name() or "").strip().lower() == name.lower()) and node.get_state_set().contains(person.SHOWING):
                        box = tree.extents(node, 1)
                        if box and min(box[:2]) > 0 and box[2] <= capture.SIZE[0] and box[3] <= capture.SIZE[1] and box[2] > box[0]:
                            found.append((box[1] // 6, box[0], len(found), node))
            return sorted(found)[nth][3] if len(found) > nth else None

        def again():
            try:
                return look()
            except GLib.Error:  # what changes while it is read
                return None
        try:
            return capture.wait_for(f"{role} {name or ''} {nth}", seconds, again)
        except TimeoutError:
            self.photograph(self.picture)
            raise

    def place(self, title):
        """The box of the topmost window with this in its title, frame not included."""
        def look():
            ids = capture.sh("xdotool", "search", "--onlyvisible", "--name", title).split()
            stacked = [int(i, 16) for i in capture.sh("xprop", "-root", "_NET_CLIENT_LIST_STACKING").partition("#")[2].replace(" ", "").strip().split(",") if i]
            known = sorted((stacked.index(int(i)), i) for i in ids if int(i) in stacked)
            return known[-1][1] if known else None
        window = capture.wait_for(f"the window {title}", 15, look)
        told = dict(re.findall(r"(Absolute upper-left X|Absolute upper-left Y|Width|Height):\s+(-?\d+)", capture.sh("xwininfo", "-id", window)))
        x, y, w, h = map(int, told.values())
        return x, y, x + w, y + h

    def titles(self):
        return [line.split(None, 3)[3] for line in capture.sh("wmctrl", "-l").splitlines() if len(line.split(None, 3)) == 4]

    def sees(self, title, seconds=20):
        """Waits until a window of that name is there and still."""
        capture.wait_for(f"the window {title}", seconds, lambda: any(title.lower() in t.lower() for t in self.titles()))
        capture.settle(2)
        self.pause()

    def leaves(self, title, seconds=15):
        capture.wait_for(f"{title} to close", seconds, lambda: not any(title.lower() in t.lower() for t in self.titles()))
        capture.settle(2)

    def closes(self, title):
        """By the window manager, before anything is shown."""
        capture.sh("wmctrl", "-c", title)
        self.leaves(title)

    def photograph(self, file):
        capture.photograph().savev(str(file), "png", [], [])

    def words(self, box):
        """What stands in a box of the screen, as lines of words with their boxes."""
        x1, y1, x2, y2 = box
        picture = capture.photograph()
        x1, y1, x2, y2 = max(0, x1), max(0, y1), min(capture.SIZE[0], x2), min(capture.SIZE[1], y2)
        part = picture.new_subpixbuf(x1, y1, x2 - x1, y2 - y1).scale_simple((x2 - x1) * TIMES_LARGER, (y2 - y1) * TIMES_LARGER, 2)
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            part.savev(file.name, "png", [], [])
            told = subprocess.run(["tesseract", file.name, "stdout", "--psm", "11", "tsv"], capture_output=True, text=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"}).stdout
        lines = {}
        for row in told.splitlines()[1:]:
            cells = row.split("\t")
            if len(cells) == 12 and cells[11].strip():
                left, top, width, height = (int(c) / TIMES_LARGER for c in cells[6:10])
                lines.setdefault(tuple(cells[1:5]), []).append((cells[11].strip(), x1 + left, y1 + top, x1 + left + width, y1 + top + height))
        return list(lines.values())

    def read(self, text, nth=0, window=None, seconds=12):
        """The box of a text on the screen: the nth from above."""
        wanted = text.split()

        def look():
            found = []
            for line in self.words(self.place(window) if window else (0, 0, *capture.SIZE)):
                for n in range(len(line) - len(wanted) + 1):
                    words = line[n:n + len(wanted)]
                    if all(alike(w[0], t) for w, t in zip(words, wanted)):
                        found.append((min(w[1] for w in words), min(w[2] for w in words), max(w[3] for w in words), max(w[4] for w in words)))
            found.sort(key=lambda b: (round(b[1] / 8), b[0]))
            return found[nth] if len(found) > nth else None
        try:
            return capture.wait_for(f"the text {text!r}", seconds, look)
        except TimeoutError:
            self.photograph(self.picture)
            raise


def alike(read, wanted):
    plain = lambda t: "".join(c for c in t.lower() if c.isalnum()) or t  # noqa: E731
    return plain(read) == plain(wanted)
