#!/usr/bin/python3
"""Runs real applications on a virtual display and writes picture and truth of each: capture.py SCENES.jsonl OUT.

Needs Debian's own Python (python3-pyatspi) and a session bus: start it through `dbus-run-session`. A scene is
{name, app, kit, split, argv, language, theme, scale, dpi, place: [x, y, w, h] | "max", steps: [...]}; steps are `key X`,
`type TEXT`, `click ROLE NAME`, `wait`."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gdk  # noqa: E402

import tree  # noqa: E402

SIZE = (1920, 1080)
DISPLAY = None  # whichever is free; known once the server runs
LOCALES = {"fr": "fr_FR.UTF-8", "de": "de_DE.UTF-8", "en": "en_GB.UTF-8"}


def sh(*argv, **more):
    return subprocess.run(argv, capture_output=True, text=True, env={**os.environ, "DISPLAY": DISPLAY}, **more).stdout


def wait_for(what, seconds, test):
    end = time.time() + seconds
    while time.time() < end:
        found = test()
        if found:
            return found
        time.sleep(0.15)
    raise TimeoutError(f"waited {seconds} s for {what}")


def start_display():
    global DISPLAY
    seen, told = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(told), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-noreset"], stderr=subprocess.DEVNULL, pass_fds=(told,))
    os.close(told)
    with os.fdopen(seen) as pipe:  # the whole line: a pipe closed too early would end the server
        number = pipe.readline().strip()
    if not number:
        raise SystemExit("Xvfb did not start: is the package xvfb installed?")
    DISPLAY = os.environ["DISPLAY"] = f":{number}"
    keeper = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": DISPLAY}, stderr=subprocess.DEVNULL)
    wait_for("the window manager", 10, lambda: "OPENBOX" in sh("xprop", "-root", "_NET_SUPPORTING_WM_CHECK", "_OB_THEME").upper() or "#" in sh("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"))
    return server, keeper


def environment(scene, home):
    e = {k: v for k, v in os.environ.items() if not k.startswith(("GDK_", "GTK_", "LC_", "LANG"))}
    e.pop("NO_AT_BRIDGE", None)
    e |= {"DISPLAY": DISPLAY, "HOME": home, "XDG_CONFIG_HOME": f"{home}/.config", "XDG_DATA_HOME": f"{home}/.local/share", "XDG_CACHE_HOME": f"{home}/.cache",
          "LANG": LOCALES[scene["language"]], "LC_ALL": LOCALES[scene["language"]], "LANGUAGE": scene["language"], "QT_ACCESSIBILITY": "1",
          "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "GTK_OVERLAY_SCROLLING": "0", "GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "memory", "SAL_USE_VCLPLUGIN": "gtk3"}
    if scene["kit"] == "gtk2":
        e["GTK_MODULES"] = "gail:atk-bridge"
    if scene.get("theme"):
        e["GTK_THEME"] = scene["theme"]
    if scene.get("scale", 1) == 2:
        e["GDK_SCALE"] = "2"
        e["QT_SCALE_FACTOR"] = "2"
    os.makedirs(f"{home}/.config/gtk-3.0")
    pathlib.Path(f"{home}/.config/gtk-3.0/settings.ini").write_text(
        f"[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\ngtk-font-name={scene.get('font', 'Sans 10')}\n")
    for path, text in scene.get("files", {}).items():
        target = pathlib.Path(home, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return e


def windows_of(names):
    """The accessible top levels of the application under test."""
    out = []
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(i)
        if app is None or (app.get_name() or "") in ("openbox", "xdg-desktop-portal-gtk"):
            continue
        for j in range(app.get_child_count()):
            window = app.get_child_at_index(j)
            if window is not None and window.get_state_set().contains(Atspi.StateType.SHOWING):
                out.append(window)
    return out


def client_windows():
    ids = re.findall(r"0x[0-9a-f]+", sh("xprop", "-root", "_NET_CLIENT_LIST_STACKING"))
    return [i for i in ids if "NORMAL" in sh("xprop", "-id", i, "_NET_WM_WINDOW_TYPE") or "DIALOG" in sh("xprop", "-id", i, "_NET_WM_WINDOW_TYPE")]


def place(scene):
    for n, window in enumerate(client_windows()):
        where = scene.get("place", [120, 90, 0, 0])
        if where == "max":
            sh("wmctrl", "-i", "-r", window, "-b", "add,maximized_vert,maximized_horz")
        else:
            x, y, w, h = where
            if w:
                sh("xdotool", "windowsize", window, str(w), str(h))
            sh("xdotool", "windowmove", window, str(x + 40 * n), str(y + 40 * n))


def photograph():
    root = Gdk.Display.open(DISPLAY).get_default_screen().get_root_window() if not hasattr(photograph, "root") else photograph.root
    photograph.root = root
    return Gdk.pixbuf_get_from_window(root, 0, 0, *SIZE)


def settle(seconds=8.0):
    """Waits until two pictures in a row are the same."""
    last, end = None, time.time() + seconds
    while time.time() < end:
        now = photograph().get_pixels()
        if now == last:
            return
        last = now
        time.sleep(0.35)


def perform(step, scene):
    verb, _, rest = step.partition(" ")
    if verb == "key":
        sh("xdotool", "key", "--clearmodifiers", rest)
    elif verb == "type":
        sh("xdotool", "type", "--delay", "12", rest)
    elif verb == "click":
        role, _, nth = rest.partition("#")
        found = [n for w in windows_of(scene) for n in tree.walk(w) if n.get_role_name() == role.strip() and n.get_state_set().contains(Atspi.StateType.SHOWING)]
        node = found[int(nth or 0)]
        x1, y1, x2, y2 = tree.extents(node, scene.get("scale", 1))
        sh("xdotool", "mousemove", str((x1 + x2) // 2), str((y1 + y2) // 2), "click", "1")
    elif verb == "point":
        sh("xdotool", "mousemove", *rest.split())
    elif verb == "wait":
        time.sleep(float(rest or 1))
    time.sleep(0.25)
    settle()


def run(scene, out):
    home = os.path.join(tempfile.gettempdir(), os.environ.get("LEA_TRUTH_HOME", "office"))  # fixed, because titles show it
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home)
    sh("xrdb", "-merge", "-", input=f"Xft.dpi: {scene.get('dpi', 96)}\nXft.hintstyle: hintslight\nXft.antialias: 1\n")
    sh("xsetroot", "-solid", scene.get("desk", "#3b5b7a"))
    sh("xdotool", "mousemove", "1915", "1075")
    argv = [a.replace("HOME", home) for a in scene["argv"]]
    app = subprocess.Popen(argv, env=environment(scene, home), cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for(f"a window of {argv[0]}", 25, lambda: windows_of(scene) and client_windows())
        settle()
        place(scene)
        settle()
        for step in scene.get("steps", []):
            perform(step, scene)
        time.sleep(0.4)
        settle()
        screen = tree.read(windows_of(scene), scene, SIZE, sh)
        photograph().savev(str(out / f"{scene['name']}.png"), "png", [], [])
        variant = {"theme": "dark" if "dark" in scene.get("theme", "").lower() else "light", "gtk_theme": scene.get("theme", "Adwaita"), "language": scene["language"],
                   "scale": scene.get("scale", 1) * scene.get("dpi", 96) / 96, "font": scene.get("font", "Sans 10")}
        truth = {"name": scene["name"], "app": scene["app"], "kit": scene["kit"], "variant": variant, "split": scene["split"], "size": list(SIZE), **{k: scene[k] for k in ("group", "way") if k in scene}, **screen}
        (out / f"{scene['name']}.json").write_text(json.dumps(truth, ensure_ascii=False))
    finally:
        for s in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(app.pid, s)
            except ProcessLookupError:
                break
            time.sleep(0.3)
        app.wait()
        shutil.rmtree(home, ignore_errors=True)


def main():
    scenes = [json.loads(line) for line in open(sys.argv[1])]
    out = pathlib.Path(sys.argv[2])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that what was started is ended
    server, keeper = start_display()
    failed = 0
    try:
        sh("gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--method", "org.freedesktop.DBus.Properties.Set",
           "org.a11y.Status", "IsEnabled", "<true>")
        for scene in scenes:
            begin = time.time()
            for attempt in (1, 2):
                try:
                    run(scene, out)
                    print(f"{scene['name']}: {time.time() - begin:.1f} s", flush=True)
                    break
                except Exception as e:  # an application that does not come up must not lose the others
                    print(f"{scene['name']}: attempt {attempt}: {type(e).__name__}: {e}", file=sys.stderr, flush=True)
            else:
                failed += 1
    finally:
        keeper.terminate()
        server.terminate()
    if failed:
        print(f"{failed} scenes failed", file=sys.stderr)
    sys.exit(1 if failed > len(scenes) // 4 else 0)


if __name__ == "__main__":
    main()
