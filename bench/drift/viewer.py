"""Where a tool that only knows a display looks on when the drift is a remote one: a VNC viewer that fills a display of its own."""
import contextlib
import subprocess
import time

import capture
import tasks


@contextlib.contextmanager
def of(place):
    """The display to work on: that of the stage, or of a viewer on it where its look asks for VNC."""
    where = place.where()
    if where[0] == "--display":
        yield where[1]
        return
    shown, size = capture.DISPLAY, capture.SIZE
    capture.SIZE = place.look.get("size", (1280, 800))
    server, keeper = capture.start_display()
    display, capture.DISPLAY, capture.SIZE = capture.DISPLAY, shown, size
    host, _, port = where[1].partition(":")
    eye = subprocess.Popen(["xtigervncviewer", "-display", display, "-FullScreen=1", "-MenuKey=", "-ReconnectOnError=0", "-AcceptClipboard=0", f"{host}::{port}"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        time.sleep(3.0)
        yield display
    finally:
        tasks.end(eye)
        for process in (keeper, server):
            process.terminate()
            process.wait()
