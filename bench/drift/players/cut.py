"""Cuts a picture around every click of a script, as its author would: as large as it takes to be the only one on that screen.
cut.py FOLDER; needs OpenCV."""
import json
import pathlib
import sys

import cv2

FIRST, GROWS, ALIKE = (64, 24), 1.25, 0.9


def box(at, size, screen):
    """A box of that size around a place, moved so that it is on the screen."""
    height, width = screen.shape[:2]
    w, h = min(int(size[0]), width), min(int(size[1]), height)
    x, y = min(max(0, at[0] - w // 2), width - w), min(max(0, at[1] - h // 2), height - h)
    return x, y, w, h


def alone(screen, picture, x, y):
    if picture.std() < 2:
        return False
    scores = cv2.matchTemplate(screen, picture, cv2.TM_CCOEFF_NORMED)
    h, w = picture.shape[:2]
    scores[max(0, y - h // 2):y + h // 2 + 1, max(0, x - w // 2):x + w // 2 + 1] = 0
    return scores.max() < ALIKE


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "pictures").mkdir()
    script = json.loads((folder / "script.json").read_text())
    for n, step in enumerate(script["steps"]):
        if step["do"] != "click":
            continue
        screen = cv2.imread(str(folder / "export" / step["shot"]))
        size = FIRST
        while True:
            x, y, w, h = box(step["at"], size, screen)
            picture = screen[y:y + h, x:x + w]
            if alone(screen, picture, x, y) or (w, h) == screen.shape[1::-1]:
                break
            size = (size[0] * GROWS, size[1] * GROWS)
        step["picture"] = str((folder / "pictures" / f"{n:02}.png").resolve())
        cv2.imwrite(step["picture"], picture)
        # Where the click goes, from the middle of the picture.
        step["offset"] = [step["at"][0] - (x + w // 2), step["at"][1] - (y + h // 2)]
        step["size"] = list(screen.shape[1::-1])
    (folder / "script.json").write_text(json.dumps(script, ensure_ascii=False, indent=1))


main()
