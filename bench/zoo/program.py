#!/usr/bin/python3
"""What a task of the zoo is, and which there are. As a program: the Debian packages that the chosen tasks need (the options of zoo.py)."""
import importlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ALWAYS = ["tesseract-ocr", "tesseract-ocr-eng", "wmctrl", "xdotool"]
SMOKE = "gitgui-commit"

# Values of showings and runs: a seed takes the entry of its number, so that runs (from RUNS on) have none that was shown.
SURNAMES = ["Besson", "Carlier", "Delmas", "Fabre", "Guillot", "Humbert", "Jacquet", "Klein", "Lambert", "Mercier", "Noiret", "Perrin", "Quintin", "Rousset", "Sabatier", "Tissot"]
GIVEN = ["Alice", "Bruno", "Camille", "Denis", "Elsa", "Fanny", "Gilles", "Helen", "Irene", "Jonas", "Karim", "Louise", "Martin", "Nadia", "Oscar", "Paula"]
TOWNS = ["Annecy", "Brest", "Calais", "Dijon", "Evreux", "Foix", "Grenoble", "Hyeres", "Issoire", "Jarnac", "Laval", "Melun", "Nantes", "Orange", "Pau", "Reims"]
RUNS = 1000


def pick(pool, seed):
    """The entry of a seed: showings 0, 1, 2… from the start, runs 1000, 1001… from the end."""
    return pool[-1 - seed % RUNS % len(pool)] if seed >= RUNS else pool[seed % len(pool)]


def number(seed, least, most):
    """Another number for every seed."""
    return least + (seed * 7919 + 104729) % (most - least)


class Task:
    """`program`, `toolkit`, `packages`; `name` is PROGRAM-WHAT. A task is judged by `data`, what the program has saved, before and after."""
    name = program = toolkit = window = ""
    packages: list = []
    answers: dict = {}  # to questions of learning: words of the question -> words of the choice
    accessible = True  # the person points by the accessible tree

    def seed(self, home):
        """Puts the program's data into a new home folder."""

    def command(self, home):
        raise NotImplementedError

    def values(self, seed):
        raise NotImplementedError

    def order(self, values):
        """The values that a run is given, by the names of their fields; a list where one can be given in several forms."""
        return values

    def show(self, person, values):
        raise NotImplementedError

    def ready(self, person):
        """Until the program can be used."""
        person.sees(self.window, 60)

    def data(self, home):
        raise NotImplementedError

    def judge(self, before, after, values):
        """`true` (as ordered), `none` (untouched), `part` (as ordered so far) or `wrong`, and what was found."""
        wanted = self.wanted(before, values)
        return ("true" if after == wanted else "none" if after == before else "wrong"), difference(before, after)

    def wanted(self, before, values):
        raise NotImplementedError

    # What the driver calls.

    def opens(self, stage, home, drift=None):
        self.helpers = []
        self.seed(home)
        self.before = self.data(home)
        self.app = stage.launch(self.command(home), str(home))
        return self.app

    def judged(self, home, values):
        time.sleep(1.0)
        try:
            after = self.data(home)
        except Exception as e:  # a file that the program spoilt is a verdict too
            return "wrong", f"the data cannot be read: {type(e).__name__}: {e}"
        return self.judge(self.before, after, values)

    def helper(self, argv, **more):
        """A server that the program needs."""
        self.helpers.append(subprocess.Popen(argv, start_new_session=True, **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **more}))

    def ends(self):
        for process in [getattr(self, "app", None), *getattr(self, "helpers", [])]:
            if process is None:
                continue
            for s in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, s)
                except ProcessLookupError:
                    break
                time.sleep(0.4)
            process.wait()


def difference(before, after):
    if isinstance(before, dict) and isinstance(after, dict):
        return "; ".join(f"{k}: {difference(before.get(k), after.get(k))}" for k in {**before, **after} if before.get(k) != after.get(k))
    if isinstance(before, list) and isinstance(after, list):
        return f"gone {[x for x in before if x not in after]}, new {[x for x in after if x not in before]}"
    return f"{before!r} → {after!r}"


def home_of(task):
    """The same path every time, because titles show it; empty."""
    home = pathlib.Path(tempfile.gettempdir(), "zoo-home", task.program)
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    return home


def tasks():
    """All tasks, in the order of halves.toml."""
    found = []
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    for half, programs in halves().items():
        for name in programs:
            for task in importlib.import_module(f"programs.{name}").TASKS:
                task.half, task.program = half, name
                found.append(task)
    return found


def halves():
    return tomllib.loads((HERE / "halves.toml").read_text())


def chosen(half, names, smoke=False):
    if smoke:
        return [t for t in tasks() if t.name == SMOKE]
    return [t for t in tasks() if (not half or t.half == half) and (not names or t.name in names or t.program in names)]


def main():
    arguments = sys.argv[1:]
    value = lambda option: arguments[arguments.index(option) + 1] if option in arguments else ""  # noqa: E731
    names = [n for n in value("--tasks").split(",") if n]
    picked = chosen(value("--half") or ("" if names else "developing"), names, "--smoke" in arguments)
    print(" ".join(sorted({*ALWAYS, *(p for t in picked for p in t.packages)})))


if __name__ == "__main__":
    main()
