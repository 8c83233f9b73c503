"""Holds what was learnt against what was shown: are the variables those that differed, and is everything that the person did in the graph?"""
import datetime
import json
import pathlib
import re

NEAR = 0.6  # seconds that an event may be before what the person did, by their clocks; less than between two deeds


def workflow(folder):
    files = sorted(pathlib.Path(folder).glob("workflows/WF_*/workflow.json"))
    return files[0] if files else None


def shown(folder):
    """Values and verdict of every showing."""
    return [json.loads(f.read_text()) for f in sorted(pathlib.Path(folder).glob("shown-*.json"))]


def plain(value):
    """A number as a number, everything else as its words."""
    text = str(value).strip().lower()
    digits = text.replace(",", ".")
    return f"{float(digits):g}" if re.fullmatch(r"-?\d+(\.\d+)?", digits) and not text.startswith("0") else re.sub(r"\s+", " ", text)


def variables(folder, task, flow):
    """Every variable that a run is given, with the name of the value that it stands for in the task, and which of its forms: None where it is none.
    Two variables may stand for one value: whoever gives the values sees the examples, and gives it to both."""
    orders = [task.order(s["values"]) for s in shown(folder)]
    forms = {(key, n): {plain(as_list(o[key])[n]) for o in orders} for key in orders[0] for n in range(len(as_list(orders[0][key])))}
    found = {}
    for name, variable in flow.get("variables", {}).items():
        if variable["source"]["method"] not in ("user_input", "clipboard", "file"):
            continue
        examples = {plain(e) for e in variable.get("example_values", [])}
        fits = [form for form, values in forms.items() if examples and examples <= values]
        found[name] = fits[0] if fits else None
    return found


def as_list(value):
    """A value that can be given in several forms (a row by its name, by its number…) is a list of them."""
    return value if isinstance(value, list) else [value]


def keys(found):
    """Which value each variable stands for."""
    return {name: form and form[0] for name, form in found.items()}


def steps(flow):
    """The steps in the order of the edges: (type, what it points at or types)."""
    out = []
    for edge in flow["edges"]:
        action = edge.get("action")
        if not action:
            continue
        for step in action["parameters"].get("steps") or [action]:
            given, target = step.get("parameters", {}), step.get("target") or {}
            row = target.get("in_row") or {}
            what = "+".join(given.get("keys") or []) or given.get("text") or given.get("target_app") or row.get("button") or target.get("text") or target.get("description") or target.get("role") or ""
            out.append((step["type"], what))
    return out


def sign(folder, task):
    """What must be the same when the task is taught again: steps and variables, whatever the names of variables."""
    flow = json.loads(workflow(folder).read_text())
    names = keys(variables(folder, task, flow))
    known = lambda text: re.sub(r"\$\{(\w+)\}", lambda m: f"${{{names.get(m[1]) or m[1]}}}", text)  # noqa: E731
    return {"steps": [f"{kind} {known(what)}" for kind, what in steps(flow)], "variables": sorted(str(v) for v in names.values())}


def held_against(folder, task, file):
    folder = pathlib.Path(folder)
    flow = json.loads(file.read_text())
    found = keys(variables(folder, task, flow))
    wanted = list(task.order(shown(folder)[0]["values"]))
    return {"nodes": len(flow["nodes"]), "edges": len(flow["edges"]), "variables": found, "variables_right": sorted(map(str, found.values())) == sorted(wanted),
            "learnt_steps": [f"{kind} {what}" for kind, what in steps(flow)], "lost": lost(folder), "deeds": [d["verb"] + " " + d["what"] for d in deeds(folder, 0)]}


def deeds(folder, n):
    file = folder / f"deeds-{n}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


# What an event of a recording can be, by what the person did.
KINDS = {"clicks": ("mouse_click",), "double clicks": ("mouse_click",), "triple clicks": ("mouse_click",), "right clicks": ("mouse_click",), "drags": ("mouse_drag",), "scrolls": ("mouse_scroll",),
         "types": ("text_input", "key_press"), "presses": ("key_press", "text_input", "clipboard_change")}


def lost(folder):
    """What the person did and is in no recording, or in the ledger as left out, with the number of the showing. None where there is no ledger."""
    try:
        ledger = json.loads((folder / "learnt.json").read_text())["ledger"]
    except (ValueError, KeyError):
        return None
    tabs = any("then_tab" in file.read_text() for file in folder.glob("workflows/*/workflow.json"))
    fates = {(row["session_id"], row["event"]): row["fate"] for row in ledger}
    sessions = sorted((json.loads(file.read_text()) for file in folder.glob("sessions/*/*/session.json")), key=lambda s: s["started_at"])
    missing = []
    for n, session in enumerate(sessions):
        start = datetime.datetime.fromisoformat(session["started_at"].replace("Z", "+00:00")).timestamp()
        mine = deeds(folder, n)
        for i, deed in enumerate(mine):
            end = mine[i + 1]["t"] if i + 1 < len(mine) else float("inf")
            events = [e for e in session["events"] if e["type"] in KINDS[deed["verb"]] and deed["t"] < start + e["t"] + NEAR < end]
            told = f"{n}: {deed['verb']} {deed['what']}"
            if tabs and any(fates.get((session["session_id"], e["event_id"]), {}).get("left") == "tab_to_field" for e in events):
                continue  # it is a part of the step before
            kept = [e for e in events if "edge" in fates.get((session["session_id"], e["event_id"]), {})]
            if not events:
                missing.append(f"{told}: not recorded")
            elif not kept:
                missing.append(f"{told}: left out as {', '.join(sorted({str(fates.get((session['session_id'], e['event_id']), {}).get('left')) for e in events}))}")
            elif deed["verb"] == "types" and "".join(e.get("text") or "" for e in kept).strip() != deed["what"].strip():
                missing.append(f"{told}: kept as {[e.get('text') or ('a secret' if e.get('secret') else e.get('keys')) for e in kept]}")
    return missing
