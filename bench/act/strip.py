#!/usr/bin/python3
"""A strip across the upper edge of the display that nobody asked for, as a notice of the house would be; windows make room for it."""
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, Gtk  # noqa: E402,F401

HEIGHT = 44
window = Gtk.Window(title="lea-bench-strip", type_hint=Gdk.WindowTypeHint.DOCK, accept_focus=False)
width = Gdk.Screen.get_default().get_width()
window.set_default_size(width, HEIGHT)
label = Gtk.Label(label="Maintenance on Sunday from 6 to 8 o'clock. Please save your work on Saturday evening.")
window.add(label)
css = Gtk.CssProvider()
css.load_from_data(b"window { background: #fff3c4; } label { color: #333; font-size: 14px; }")
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, 800)
window.move(0, 0)
window.show_all()
struts = [0, 0, HEIGHT, 0, 0, 0, 0, 0, 0, width, 0, 0]
import subprocess  # noqa: E402

subprocess.run(["xprop", "-id", str(window.get_window().get_xid()), "-f", "_NET_WM_STRUT_PARTIAL", "32c", "-set", "_NET_WM_STRUT_PARTIAL", ",".join(map(str, struts))], check=False)
Gtk.main()
