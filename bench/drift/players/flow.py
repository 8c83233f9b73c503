"""openadapt-flow through its own recorder, compiler and replayer. flow.py record|replay FILE: FILE says the steps, the values, the surface
({"port": N}: the browser's own, through its Playwright backend; {"display": ":N"}: the pixels of an X11 display), the bundle, and `structural`."""
import contextlib
import io
import json
import pathlib
import sys
import time

from openadapt_flow.compiler import compile_recording
from openadapt_flow.ir import Workflow
from openadapt_flow.recorder import Recorder
from openadapt_flow.runtime import Replayer

import play


class Pixels:
    """Its protocol of a backend for a surface that is only seen: pictures out, clicks and keys in."""

    def __init__(self, display):
        self.display = display

    @property
    def viewport(self):
        return self.picture().size

    def picture(self):
        from PIL import ImageGrab
        return ImageGrab.grab(xdisplay=self.display)

    def screenshot(self):
        out = io.BytesIO()
        self.picture().save(out, "PNG", compress_level=1)
        return out.getvalue()

    def click(self, x, y, *, double=False):
        play.xdotool("mousemove", int(x), int(y))
        play.xdotool("click", "--repeat", 2 if double else 1, 1)

    def type_text(self, text):
        play.xdotool("type", "--delay", 20, "--", text)

    def press(self, key):
        play.xdotool("key", key)

    def scroll(self, dx, dy):
        play.xdotool("click", "--repeat", max(1, abs(int(dy)) // 40), 5 if dy > 0 else 4)


@contextlib.contextmanager
def surface(told):
    if "display" in told:
        yield Pixels(told["display"])
        return
    from playwright.sync_api import sync_playwright

    from openadapt_flow.backends.playwright_backend import PlaywrightBackend
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{told['port']}")
        yield PlaywrightBackend(browser.contexts[0].pages[0])


def record(told):
    bundle = pathlib.Path(told["bundle"])
    with surface(told) as backend:
        recorder = Recorder(backend, bundle.parent / "recording", app_url=told.get("address"))
        for step in told["steps"]:
            if step["do"] == "click":
                (recorder.double_click if step["clicks"] == 2 else recorder.click)(*step["at"])
            elif step["do"] == "type":
                recorder.type_text(step["shown"] if "value" in step else step["text"], param=step.get("value"))
            else:
                *modifiers, key = play.chord(step["keys"]).split("+")
                recorder.hotkey(modifiers, key) if modifiers else recorder.press(key)
        recording = recorder.finish()
    compile_recording(recording, bundle, name=told["task"])


def replay(told):
    run = pathlib.Path(told["run"])
    run.mkdir(parents=True, exist_ok=True)
    with surface(told) as backend:
        began = time.time()
        report = Replayer(backend, use_structural=told["structural"]).run(Workflow.load(told["bundle"]), params=told["values"], bundle_dir=pathlib.Path(told["bundle"]), run_dir=run)
        seconds = round(time.time() - began, 2)
    failed = next((r for r in report.results if not r.ok), None)
    said = {"outcome": "completed" if report.success else "halted", "steps": sum(r.ok for r in report.results), "seconds": seconds, "rungs": dict(report.rung_counts), "heals": report.heal_count,
            "halt": None if report.success else {"reason": "halted", "why": f"{failed.step_id if failed else ''}: {failed.error if failed else ''}"}}
    sys.stdout.write("\n" + json.dumps(said) + "\n")
    sys.exit(0 if report.success else 3)


told = json.load(open(sys.argv[2], encoding="utf-8"))
{"record": record, "replay": replay}[sys.argv[1]](told)
