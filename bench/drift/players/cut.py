"""Cuts pictures around every click of a script, as its author would, in three ways (`cuts` of each click): as large as it takes to be the only one on
that screen; the same, but of a usual size at the most, else the button alone; and the same, smaller. Authors try until their script works. cut.py FOLDER; needs OpenCV."""
import json
import pathlib
import sys

import cv2

WAYS = [((120, 40), 10**6), ((120, 40), 200), ((64, 24), 200)]  # the smallest, and the widest
GROWS, ALIKE = 1.25, 0.9
PLAIN = 2  # less spread of its levels than this is paper


def box(at, size, screen):
    """A box of that size around a place, moved so that it is on the screen."""
    height, width = screen.shape[:2]
    w, h = min(int(size[0]), width), min(int(size[1]), height)
    x, y = min(max(0, at[0] - w // 2), width - w), min(max(0, at[1] - h // 2), height - h)
    return x, y, w, h


def alone(screen, picture, x, y):
    if picture.std() < PLAIN:
        return False
    scores = cv2.matchTemplate(screen, picture, cv2.TM_CCOEFF_NORMED)
    h, w = picture.shape[:2]
    scores[max(0, y - h // 2):y + h // 2 + 1, max(0, x - w // 2):x + w // 2 + 1] = 0
    return scores.max() < ALIKE


def around(at, screen, size, most):
    """The box of the picture: the first that is alone, else the first that shows anything."""
    shows = None
    while size[0] <= most or shows is None:
        x, y, w, h = box(at, size, screen)
        picture = screen[y:y + h, x:x + w]
        if alone(screen, picture, x, y) or (w, h) == screen.shape[1::-1]:
            return x, y, w, h
        if shows is None and picture.std() >= PLAIN:
            shows = x, y, w, h
        size = (size[0] * GROWS, size[1] * GROWS)
    return shows


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "pictures").mkdir()
    script = json.loads((folder / "script.json").read_text())
    for n, step in enumerate(script["steps"]):
        if step["do"] != "click":
            continue
        screen = cv2.imread(str(folder / step["shot"]))
        step["cuts"] = []
        for way, (smallest, widest) in enumerate(WAYS):
            x, y, w, h = around(step["at"], screen, smallest, widest)
            picture = (folder / "pictures" / f"{n:02}-{way}.png").resolve()
            cv2.imwrite(str(picture), screen[y:y + h, x:x + w])
            # Where the click goes, from the middle of the picture.
            step["cuts"].append({"picture": str(picture), "offset": [step["at"][0] - (x + w // 2), step["at"][1] - (y + h // 2)]})
        step["size"] = list(screen.shape[1::-1])
    (folder / "script.json").write_text(json.dumps(script, ensure_ascii=False, indent=1))


main()
