"""Where runs happen: a virtual display with an application that looks as a drift says. One at a time; what is started is ended."""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "learn"), str(HERE.parent / "truth" / "gtk")]
import capture  # noqa: E402
import person  # noqa: E402
import tasks  # noqa: E402

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def up(port, seconds=10):
    end = time.time() + seconds
    while time.time() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"nobody listens on port {port}")


class Screen:
    """What both kinds of stages share: windows, helpers, VNC. `display` and `look` come from the stage."""

    def __init__(self, lea, look):
        self.lea, self.look, self.helpers = lea, look, []

    def sh(self, *argv, **more):
        return subprocess.run(argv, capture_output=True, text=True, env={**os.environ, "DISPLAY": self.display}, **more).stdout

    def helper(self, argv, **more):
        self.helpers.append(subprocess.Popen(argv, env={**os.environ, "DISPLAY": self.display}, start_new_session=True, **{**QUIET, **more}))

    def windows(self):
        return [line.split()[0] for line in self.sh("wmctrl", "-l").splitlines() if " lea-bench-strip" not in line]

    def settle(self, seconds=6):
        if hasattr(capture.photograph, "root"):
            del capture.photograph.root
        capture.DISPLAY = self.display
        capture.settle(seconds)
        if hasattr(capture.photograph, "root"):
            del capture.photograph.root

    def dress(self):
        """What a drift does to windows that are open."""
        if self.look.get("strip"):
            self.helper(["/usr/bin/python3", str(HERE / "strip.py")])
            time.sleep(1.0)
        if self.look.get("place"):
            for window in self.windows()[:1]:
                self.sh("wmctrl", "-i", "-r", window, "-b", "remove,maximized_vert,maximized_horz")
                self.sh("wmctrl", "-i", "-r", window, "-e", "0," + ",".join(map(str, self.look["place"])))
        self.settle()

    def where(self):
        """The options that bring `lea run` here."""
        if not (self.look.get("vnc") or self.look.get("jpeg")):
            return ["--display", self.display]
        port = free_port()
        self.helper(["x0tigervncserver", "-display", self.display, "-rfbport", str(port), "-localhost", "-SecurityTypes", "None"])
        up(port)
        if self.look.get("jpeg"):
            through = free_port()
            self.helper(["/usr/bin/python3", str(HERE / "jpeg.py"), str(through), str(port), str(self.look["jpeg"])])
            up(through)
            port = through
        return ["--vnc", f"127.0.0.1:{port}"]

    def away(self):
        for helper in self.helpers:
            tasks.end(helper)


class Office(Screen):
    """A real application on a display of its own."""

    def __init__(self, lea, look):
        super().__init__(lea, look)
        if hasattr(capture.photograph, "root"):
            del capture.photograph.root
        self.desk = person.Desk(lea, None, look.get("size", (1280, 800)))
        self.display, self.app = capture.DISPLAY, None
        if look.get("xft"):
            self.sh("xrdb", "-merge", input=f"Xft.dpi: {look['xft']}\n")

    def launch(self, argv, home):
        scene = {"language": "en", "kit": "gtk3", **{k: v for k, v in self.look.items() if k in ("theme", "scale_gtk", "font", "language")}}
        scene["scale"] = scene.pop("scale_gtk", 1)
        capture.DISPLAY = self.display
        environment = capture.environment(scene, home)
        if "font" in scene:
            os.makedirs(f"{home}/.config/gtk-4.0", exist_ok=True)
            shutil.copy(f"{home}/.config/gtk-3.0/settings.ini", f"{home}/.config/gtk-4.0/settings.ini")
        return subprocess.Popen(argv, env={**environment, **self.look.get("env", {})}, cwd=home, start_new_session=True, **QUIET)

    def open(self, task, home, drift):
        self.app = task.opens(self, home, drift)
        capture.wait_for(f"a window of {task.name}", 30, self.windows)
        self.settle(10)
        self.dress()

    def keys(self, window, chord):
        self.sh("wmctrl", "-a", window)
        time.sleep(0.3)
        self.sh("xdotool", "key", "--clearmodifiers", chord)

    def clipboard(self, text=None):
        if text is None:
            return self.sh("timeout", "5", "xclip", "-o", "-selection", "clipboard")
        subprocess.run(["xclip", "-i", "-selection", "clipboard"], input=text, text=True, env={**os.environ, "DISPLAY": self.display}, **QUIET)

    def close(self):
        self.away()
        if self.app:
            tasks.end(self.app)
        self.desk.close()


class Clinic(Screen):
    """The practice application in a browser, logged in (`lea demo desk`)."""

    def __init__(self, lea, look, seed):
        super().__init__(lea, look)
        options = sum((["--switch", s] for s in look.get("switches", [])), [])
        width, height = look.get("size", (1280, 800))
        self.process = subprocess.Popen([lea, "--json", "demo", "desk", "--seed", str(seed), "--size", f"{width}x{height}", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("lea demo desk did not come up")
        about = json.loads(line)
        self.display, self.database, self.address = about["display"], about["database"], about["address"]
        if set(look) - {"switches", "size"}:
            capture.SIZE = (width, height)
            self.dress()

    def close(self):
        self.away()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)
