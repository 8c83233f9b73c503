"""Others who read the same screens: RapidOCR, tesseract, and contours in the manner of UIED."""
import csv
import io
import resource
import subprocess
import time


class Clock:
    """Milliseconds of the wall, and of the processor with its children: the latter says more on a busy machine."""

    def __init__(self):
        self.wall, self.cpu = time.perf_counter(), self.used()

    @staticmethod
    def used():
        child = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + child.ru_utime + child.ru_stime

    def stop(self):
        return {"ms": 1000 * (time.perf_counter() - self.wall), "cpu_ms": 1000 * (self.used() - self.cpu)}


def rapidocr(path, state={}):
    import cv2
    if "engine" not in state:
        from rapidocr import RapidOCR
        state["engine"] = RapidOCR(params={"EngineConfig.onnxruntime.intra_op_num_threads": 2, "Global.log_level": "error"})
        state["engine"](cv2.imread(str(path)))  # the first call loads and warms the models
    picture = cv2.imread(str(path))
    clock = Clock()
    result = state["engine"](picture, use_cls=False)
    took = clock.stop()
    lines = []
    for box, text in zip(result.boxes if result.boxes is not None else [], result.txts or []):
        xs, ys = [float(p[0]) for p in box], [float(p[1]) for p in box]
        lines.append({"text": text, "box": [min(xs), min(ys), max(xs), max(ys)]})
    return {"lines": lines, "elements": [], **took}


def tesseract(path):
    clock = Clock()
    out = subprocess.run(["tesseract", str(path), "-", "-l", "fra+eng+deu", "--psm", "11", "tsv"], capture_output=True, text=True, check=True).stdout
    took = clock.stop()
    by = {}
    for r in csv.DictReader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE):
        if r["level"] == "5" and r["text"].strip():
            x, y, w, h = (int(r[k]) for k in ("left", "top", "width", "height"))
            line = by.setdefault((r["block_num"], r["par_num"], r["line_num"]), {"text": "", "box": [x, y, x + w, y + h]})
            line["text"] = f"{line['text']} {r['text']}".strip()
            b = line["box"]
            line["box"] = [min(b[0], x), min(b[1], y), max(b[2], x + w), max(b[3], y + h)]
    return {"lines": list(by.values()), "elements": [], **took}


def contours(path):
    """Edges and local thresholds, closed a little, their outlines' boxes, nested and near doubles merged."""
    import cv2
    import numpy as np
    clock = Clock()
    picture = cv2.imread(str(path))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    edges = cv2.Canny(grey, 20, 60)
    edges |= cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 15, 6)
    closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((3, 9), np.uint8))
    found, _ = cv2.findContours(closed, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    boxes = []
    for c in found:
        x, y, w, h = cv2.boundingRect(c)
        if 8 <= w <= 1400 and 8 <= h <= 300 and w * h >= 100:
            boxes.append([x, y, x + w, y + h])
    boxes.sort(key=lambda b: -(b[2] - b[0]) * (b[3] - b[1]))
    kept = []
    for b in boxes:
        size = (b[2] - b[0]) * (b[3] - b[1])
        for k in kept:
            shared = max(0, min(b[2], k[2]) - max(b[0], k[0])) * max(0, min(b[3], k[3]) - max(b[1], k[1]))
            big = (k[2] - k[0]) * (k[3] - k[1])
            # Inside something of a control's height it is that control's content; in something tall it stands for itself.
            if shared > 0.8 * size and (big < 2.2 * size or k[3] - k[1] < 60):
                break
        else:
            kept.append(b)
    return {"lines": [], "elements": [{"type": "button", "box": b} for b in kept], **clock.stop()}


ALL = {"rapidocr": rapidocr, "tesseract": tesseract, "contours": contours}
