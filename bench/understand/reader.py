"""What was seen on a screen, whoever saw it, in one form: {"lines": [{"text", "box"}], "elements": [{"type", "box"}], "ms"}."""
import json


def from_look(row):
    """One line of `lea look --batch --json`."""
    state = row.get("state") or row
    lines = [{"text": t["text"], "box": t["bbox"], "words": [w["text"] if isinstance(w, dict) else w for w in t.get("words") or []]}
             for t in (state.get("perception") or {}).get("detected_text", [])]
    elements = [{"type": e["type"], "box": e["bbox"]} for e in state.get("ui_elements", [])]
    return {"lines": lines, "elements": elements, "ms": row.get("ms"), "cpu_ms": row.get("cpu_ms"), "error": row.get("error")}


def read_look(path):
    """All rows of a file, by the name of their screen."""
    out = {}
    for line in open(path, encoding="utf-8"):
        if line.strip():
            row = json.loads(line)
            key = row.get("id") or row.get("image", "")
            out[str(key).rsplit("/", 1)[-1].removesuffix(".png")] = from_look(row)
    return out
