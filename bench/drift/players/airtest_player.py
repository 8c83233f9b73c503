"""Airtest on its Linux device, with its own settings: threshold 0.7, ST.FIND_TIMEOUT 20 s, pictures that know the resolution they were taken at."""
import logging

from airtest.core.api import ST, G, Template
from airtest.core.cv import loop_find
from airtest.core.error import TargetNotFoundError
from airtest.core.linux.linux import Linux

import play

logging.getLogger("airtest").setLevel(logging.ERROR)
G.DEVICE = Linux()  # `connect_device("Linux:///")` asks it for a name that it does not have


def click(step):
    try:
        x, y = loop_find(Template(step["picture"], resolution=step["size"]), timeout=ST.FIND_TIMEOUT)
    except TargetNotFoundError as e:
        raise play.NotFound(str(e)) from None
    for _ in range(step["clicks"]):
        G.DEVICE.touch((int(x + step["offset"][0]), int(y + step["offset"][1])))


# Its `text` on Linux goes through pywinauto, which takes some signs for commands: xdotool types.
play.run(click, lambda text: play.xdotool("type", "--delay", 20, "--", text), lambda keys: play.xdotool("key", play.chord(keys)), lambda step: 0.2)
