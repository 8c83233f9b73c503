"""What is changed after a task was shown, by kind of application. Each is a look of `stage.py`; `none` changes nothing."""

LARGE = (2560, 1600)

GTK = {
    "none": {},
    "theme Adwaita:dark": {"theme": "Adwaita:dark"},
    "theme HighContrast": {"theme": "HighContrast"},
    "theme Arc-Dark": {"theme": "Arc-Dark"},
    "theme Greybird": {"theme": "Greybird"},
    "theme Numix": {"theme": "Numix"},
    "theme Breeze": {"theme": "Breeze"},
    "text 125 %": {"env": {"GDK_DPI_SCALE": "1.25"}},
    "text 140 %": {"env": {"GDK_DPI_SCALE": "1.4"}},
    "Xft.dpi 144": {"xft": 144},
    "scale 200 %": {"scale_gtk": 2, "size": LARGE},
    "font serif": {"font": "DejaVu Serif 11"},
    "font mono": {"font": "DejaVu Sans Mono 10"},
    "moved": {"place": (210, 130, -1, -1)},
    "resized": {"place": (20, 40, 1120, 690)},
    "strip": {"strip": True},
    "language fr": {"language": "fr"},
    "language de": {"language": "de"},
    "vnc": {"vnc": True},
    "jpeg 20": {"jpeg": 20},
}

WEB = {
    "none": {},
    "dark": {"class": "bg-dark text-white", "css": ".form-control{background:#222;color:#eee;border-color:#555}"},
    "contrast": {"class": "bg-white", "css": "*{border-color:#000!important;color:#000!important}.btn-primary{background:#ff0!important}"},
    "font serif": {"css": "*{font-family:'DejaVu Serif',serif!important}"},
    "font mono": {"css": "*{font-family:'DejaVu Sans Mono',monospace!important}"},
    "square and green": {"css": "*{border-radius:0!important}.btn-primary{background:#198754!important;border-color:#198754!important}"},
    "zoom 80 %": {"scale": 0.8},
    "zoom 110 %": {"scale": 1.1},
    "zoom 125 %": {"scale": 1.25, "size": (1600, 1000)},
    "scale 200 %": {"scale": 2.0, "size": LARGE},
    "moved": {"place": (210, 60, 1000, 720)},
    "resized": {"place": (20, 20, 760, 770)},
    "banner": {"banner": True},
    "strip": {"strip": True},
    "reordered": {"order": (2, 0, 3, 1)},
    "vnc": {"vnc": True},
    "jpeg 20": {"jpeg": 20},
}

CLINIC = {
    "none": {},
    **{s: {"switches": [s]} for s in (
        "theme=dark", "theme=contrast", "font=serif", "font=mono", "font=narrow", "zoom=80%", "zoom=125%", "zoom=150%", "density=compact", "density=roomy",
        "layout=moved", "order=mixed", "lookalikes=on", "banner=on", "column=on", "labels=renamed", "language=en")},
    "zoom=200%, large": {"switches": ["zoom=200%"], "size": LARGE},
    "resized": {"size": (1600, 1000)},
    "moved": {"place": (60, 40, 1180, 740)},
    "strip": {"strip": True},
    "vnc": {"vnc": True},
    "jpeg 20": {"jpeg": 20},
}

FAULTS = ["slow=800ms", "slow=2s", "surprise_dialogs=once", "surprise_dialogs=every:3", "failed_saves=once", "failed_saves=always", "silent_failures=once", "lost_clicks=once",
          "lost_clicks=every:4", "double_submits=possible", "double_submits=always", "expire_after=4", "expire_after=6"]


def of(task):
    """The drifts of a task, by name; those an application has by itself (`drifts`) come last."""
    looks = {"clinic": CLINIC, "web": WEB}.get(task.kit, GTK)
    return {**looks, **{name: looks.get(name, {}) for name in task.drifts}}
