"""The tools that are compared, each in an environment of its own: how it is installed, how it learns a task, how it plays it once.

`play` gets the stage, the values and a folder, and gives back (exit code, what the tool said, what it cost). Codes are Lea's: 0 is done, 3 halted."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from bench import CONFIG
import journal
import measure
import report
import viewer

HERE = pathlib.Path(__file__).resolve().parent
PLAYERS = HERE / "players"


def environment(root, name, packages):
    """A virtual environment with these packages, made once; its Python."""
    folder = root / name
    python, mark = folder / "bin" / "python", folder / "made"
    if not (mark.exists() and mark.read_text() == " ".join(packages)):
        print(f"installing {' '.join(packages)}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages], check=True)
        mark.write_text(" ".join(packages))
    return python


def sees(display):
    """What a program needs to find a display; python-xlib asks for a file of keys even where none is needed."""
    keys = {} if pathlib.Path("~/.Xauthority").expanduser().exists() else {"XAUTHORITY": os.devnull}
    return {**os.environ, **keys, "DISPLAY": display, "XDG_SESSION_TYPE": "x11"}


def heard(done):
    """What a player said on its last line."""
    for line in reversed(done.stdout.splitlines()):
        if line.startswith("{"):
            return json.loads(line)
    return {"outcome": "timed out" if done.returncode == 124 else "failed", "halt": {"reason": "error", "why": done.stderr[-400:]}}


class Lea:
    name, needs_pictures = "Lea", False

    def __init__(self, bench, _root):
        self.bench, self.version = bench, bench.binary

    def learn(self, task, script):
        """Its author looks whether what was learnt works on the application without drift, and shows it again where it does not: thrice."""
        mark = self.bench.out / task.name / "works"
        for _ in range(3):
            if self.bench.teach(task) and (mark.exists() or self.works(task, script)):
                mark.touch()
                return True
            shutil.rmtree(self.bench.out / task.name, ignore_errors=True)
        return False

    def works(self, task, script):
        with self.bench.staged(task, "none", task.plain, 1) as (place, values, judge):
            code, said, _ = self.play(task, "tried", place, values, script, script)
            state, _ = judge()
        print(f"{self.name} on {task.name}, as it was learnt: {report.verdict(code, state)} {(said.get('halt') or {}).get('why', '')}", flush=True)
        return report.verdict(code, state) == "completed"

    def play(self, task, drift, place, values, folder, _script):
        data = self.bench.data(task, self.name, drift)
        self.trust(task, data)
        code, said, _ = self.bench.run(task, data, values, place.where(), CONFIG)
        said["own_ms"] = journal.times(data)
        return code, said, self.bench.cost

    def trust(self, task, data):
        """The secrets that the workflow asks for: it never saw them."""
        variables = json.loads(self.bench.workflow(task).read_text()).get("variables", {})
        for source in (v["source"] for v in variables.values()):
            if source["method"] == "credential" and task.secret:
                subprocess.run([self.bench.lea, "--data", str(data), "secrets", "set", source["credential"]], input=task.secret + "\n", text=True, check=True, stdout=subprocess.DEVNULL)


class Player:
    """A script in the tool's own Python, which is given the demonstration and the values."""
    packages, needs_pictures = [], True

    def __init__(self, bench, root):
        self.bench = bench
        self.python = environment(root, self.folder, self.packages) if self.packages else pathlib.Path("/usr/bin/python3")
        self.version = self.packages[0].partition("==")[2] if self.packages else "1"

    def learn(self, task, script):
        """Its author tries the ways to cut pictures on the application without drift, and takes the first that works."""
        kept = script / f"{self.name}.way"
        if self.needs_pictures and not kept.exists():
            ways = range(len(next(s["cuts"] for s in json.loads((script / "script.json").read_text())["steps"] if "cuts" in s)))
            kept.write_text(str(next((way for way in ways if self.works(task, script, way)), 0)))
        return True

    def works(self, task, script, way):
        (script / f"{self.name}.way").write_text(str(way))
        with self.bench.staged(task, "none", task.plain, 1) as (place, values, judge):
            code, _, _ = self.play(task, "none", place, values, script, script)
            state, _ = judge()
        (script / f"{self.name}.way").unlink()
        print(f"{self.name} on {task.name}, pictures cut in way {way}: {report.verdict(code, state)}", flush=True)
        return report.verdict(code, state) == "completed"

    def play(self, task, drift, place, values, folder, script):
        told = folder / "order.json"
        order = json.loads((script / "script.json").read_text())
        if self.needs_pictures:
            way = int((script / f"{self.name}.way").read_text())
            order["steps"] = [step | step["cuts"][way] if "cuts" in step else step for step in order["steps"]]
        told.write_text(json.dumps({**order, "values": values}, ensure_ascii=False))
        with viewer.of(place) as display:
            # Some leave their own pictures where they stand.
            done = measure.run(self.command(told), env=sees(display), cwd=folder)
        return done.returncode, heard(done), done.cost

    def command(self, told):
        return [str(self.python), str(PLAYERS / self.script), str(told)]


class Coordinates(Player):
    name, script, needs_pictures = "raw coordinates", "coordinates.py", False


class PyAutoGui(Player):
    name, folder, script = "PyAutoGUI", "pyautogui", "pyautogui_player.py"
    packages = ["pyautogui==0.9.54", "opencv-python==5.0.0.93", "pillow==13.0.0"]


class Airtest(Player):
    name, folder, script = "Airtest", "airtest", "airtest_player.py"
    packages = ["airtest==1.4.3", "pywinauto==0.6.3"]


class SikuliX(Player):
    name, folder = "SikuliX", "sikulix"
    packages = ["robotframework-sikulilibrary==2.0.6"]

    def __init__(self, bench, root):
        super().__init__(bench, root)
        [jar] = (root / self.folder).glob("lib/python*/site-packages/SikuliLibrary/lib/SikuliLibrary.jar")
        self.path = f"{jar}:{root / self.folder}"
        subprocess.run(["javac", "-cp", str(jar), "-d", str(root / self.folder), str(PLAYERS / "Sikulix.java")], check=True)

    def command(self, told):
        order = json.loads(told.read_text())
        lines = []
        for step in order["steps"]:
            if step["do"] == "click":
                lines.append(["click", step["picture"], *step["offset"], step["clicks"]])
            elif step["do"] == "type":
                lines.append(["type", order["values"][step["value"]] if "value" in step else step["text"]])
            else:
                lines.append(["keys", " ".join(step["keys"])])
        told.with_suffix(".tsv").write_text("\n".join("\t".join(map(str, line)) for line in lines))
        return ["java", "-cp", self.path, "Sikulix", str(told.with_suffix(".tsv"))]


class Flow(Player):
    """openadapt-flow with its vision rungs: template, OCR, geometry."""
    name, folder, structural, needs_pictures = "openadapt-flow", "flow", False, False
    packages = ["openadapt-flow==2.4.0", "playwright==1.65.0"]

    def __init__(self, bench, root):
        super().__init__(bench, root)
        [self.static] = (root / self.folder).glob("lib/python*/site-packages/openadapt_flow/mockmed/static")

    def surface(self, place, display):
        return {"port": place.look["port"]} if "port" in place.look else {"display": display}

    def bundle(self, task):
        return self.bench.out / "flow" / task.name / "bundle"

    def learn(self, task, script):
        """Its own recorder sees the same clicks, on the application without drift, and its own compiler makes the program of it."""
        bundle = self.bundle(task)
        if (bundle / "workflow.json").exists():
            return True
        shutil.rmtree(bundle.parent, ignore_errors=True)
        bundle.parent.mkdir(parents=True)
        with self.bench.staged(task, "none", task.plain, 1) as (place, values, _):
            order = json.loads((script / "script.json").read_text())
            order["steps"] = [step | {"shown": values[step["value"]]} if "value" in step else step for step in order["steps"]]
            told = bundle.parent / "order.json"
            told.write_text(json.dumps({**order, **self.surface(place, place.display), "bundle": str(bundle)}, ensure_ascii=False))
            done = measure.run([str(self.python), str(PLAYERS / "flow.py"), "record", str(told)], env=sees(place.display))
        (bundle.parent / "record.log").write_text(done.stdout + done.stderr)
        return done.returncode == 0

    def play(self, task, drift, place, values, folder, script):
        told = folder / "order.json"
        with viewer.of(place) as display:
            told.write_text(json.dumps({**self.surface(place, display), "values": values, "structural": self.structural, "bundle": str(self.bundle(task)), "run": str(folder / "run")}, ensure_ascii=False))
            done = measure.run([str(self.python), str(PLAYERS / "flow.py"), "replay", str(told)], env=sees(display))
        shutil.rmtree(folder / "run", ignore_errors=True)
        return done.returncode, heard(done), done.cost


class FlowDom(Flow):
    """The same with its DOM rung first. Only where it has a DOM: the browser it may attach to."""
    name, structural = "openadapt-flow + DOM", True

    def learn(self, task, script):
        return "port" in task.plain and super().learn(task, script)


TOOLS = [Lea, Flow, FlowDom, SikuliX, Airtest, PyAutoGui, Coordinates]
