"""PyAutoGUI: looks for the picture as its documentation shows (`confidence=0.9`, with OpenCV), again for ten seconds; clicks; types."""
import time

import pyautogui

import play

SECONDS = 10.0
NAMES = {"ENTER": "enter", "TAB": "tab", "ESCAPE": "esc"}


def click(step):
    end = time.time() + SECONDS
    while True:
        try:
            x, y = pyautogui.locateCenterOnScreen(step["picture"], confidence=0.9)
            break
        except pyautogui.ImageNotFoundException:
            if time.time() > end:
                raise play.NotFound(f"{step['picture']} was not found in {SECONDS} s") from None
    pyautogui.click(int(x) + step["offset"][0], int(y) + step["offset"][1], clicks=step["clicks"])


play.run(click, lambda text: pyautogui.write(text, interval=0.02), lambda keys: pyautogui.hotkey(*(NAMES.get(k, k.lower()) for k in keys)), lambda step: 0.2)
