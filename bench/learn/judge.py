"""Holds a learnt workflow against the true graph: judge.py DATA TASK LEARNT.json WORKFLOW.json; prints one JSON line.

Screens: every act was done on one screen and led to one; the person said which (truth-N.jsonl). Purity is the share of screens
in a node that are of its most frequent true screen; completeness the share of a true screen's that are in its node. Edges are
compared as (true from, true to, words of the last step), variables by name and type."""
import collections
import datetime
import json
import pathlib
import re
import sys
import unicodedata

import clinic
import tasks


def slug(text):
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    return "_".join(re.findall(r"[a-z0-9]+", plain)[:4])


def seconds(stamp):
    return datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00")).timestamp()


def said(folder):
    """What was said, per demonstration: [(time, screen)]."""
    return [[(r["t"], r["screen"]) for r in map(json.loads, open(p, encoding="utf-8"))] for p in sorted(folder.glob("truth-*.jsonl"))]


def screens(talks, learnt, sessions, app):
    """(node, true screen) of every act, before and after. What only passed by before the next act is nobody's screen."""
    pairs = []
    # What was done in another window (a slip) is not on a screen that the application speaks of.
    acts = [a for a in learnt["acts"] if app is None or a["app"] == app]
    for n, act in enumerate(acts):
        t = sessions[act["session_id"]] + act["t"]
        talk = max(talks, key=lambda s: (s[0][0] <= t + 1, s[0][0]) if s else (False, 0))
        following = acts[n + 1] if n + 1 < len(acts) and acts[n + 1]["session_id"] == act["session_id"] else None
        end = sessions[act["session_id"]] + following["t"] if following else float("inf")
        before = [s for at, s in talk if at <= t + 0.02]
        after = [s for at, s in talk if t + 0.02 < at < end]
        pairs.append((act["on"], before[-1] if before else talk[0][1]))
        if following is None or following["on"] == act["after"]:
            pairs.append((act["after"], after[-1] if after else pairs[-1][1]))
    return pairs


def judge(folder, task, learnt, workflow, sessions):
    truth = task.truth
    talks = clinic.said(folder) if task in clinic.TASKS else said(folder)
    pairs = screens(talks, learnt, sessions, task.apps if task in clinic.TASKS else None)
    by_node, by_screen = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for pair in pairs:
        by_node[pair[0]][pair[1]] += 1
        by_screen[pair[1]][pair[0]] += 1
    total = len(pairs)
    purity = sum(c.most_common(1)[0][1] for c in by_node.values()) / total
    completeness = sum(c.most_common(1)[0][1] for c in by_screen.values()) / total
    name = {node: c.most_common(1)[0][0] for node, c in by_node.items()}

    def last(action):
        return action["parameters"]["steps"][-1] if action["type"] == "compound" else action

    def words(edge):
        step = last(edge["action"])
        if step["type"] == "key_press":
            return "+".join(step["parameters"]["keys"])
        if step["type"] == "window_switch":
            return "to " + step["parameters"]["target_app"]
        target = step.get("target") or {}
        text = (target.get("in_row") or {}).get("button") or target.get("text") or ""
        return "ROW" if text.startswith("${") else text

    edges = sorted((name.get(e["from_node"], e["from_node"]), name.get(e["to_node"], e["to_node"]), words(e)) for e in workflow["edges"] if e.get("action"))
    true_edges = sorted(tuple(e) for e in truth["edges"])
    same = lambda a, b: a[:2] == b[:2] and slug(a[2]) == slug(b[2])  # noqa: E731
    missing = [t for t in true_edges if not any(same(t, e) for e in edges)]
    invented = [e for e in edges if not any(same(t, e) for t in true_edges)]
    found = {n: v["type"] for n, v in workflow.get("variables", {}).items() if v["source"]["method"] != "credential"}
    wanted = {slug(n): t for n, t in truth["variables"].items()}
    nodes = {name.get(n["node_id"], n["node_id"]) for n in workflow["nodes"]}
    errors = sorted(name.get(n["node_id"], n["node_id"]) for n in workflow["nodes"] if n.get("is_error_node"))
    loops = sorted([name.get(e["from_node"]), e["loop"]["type"], e["loop"].get("filter")] for e in workflow["edges"] if e.get("loop"))
    conditions = sorted(e["condition"]["expression"] for e in workflow["edges"] if e.get("condition"))
    typed = [s["parameters"].get("text", "") for e in workflow["edges"] if e.get("action") for s in (e["action"]["parameters"].get("steps") or [e["action"]]) if s["type"] == "text_input"]
    read = {n: name.get(v["source"].get("node")) for n, v in workflow.get("variables", {}).items() if v["source"]["method"] == "ui_element_extraction"}
    right = {
        "nodes": nodes == set(truth["nodes"]), "edges": not missing and not invented, "variables": found == wanted,
        "errors": errors == sorted(truth["errors"]), "loops": loops == sorted(truth["loops"]), "branches": conditions == sorted(truth["branches"]),
        # Where a task says what is typed and what is read where, that too.
        "typed": all(t in typed for t in truth.get("typed", [])), "read": all(read.get(slug(n)) == s for n, s in truth.get("read", {}).items()),
    }
    return {"task": task.name, "purity": round(purity, 4), "completeness": round(completeness, 4), "right": right, "all_right": all(right.values()),
            "missing": missing, "invented": invented, "variables": found, "wanted": wanted, "nodes": sorted(map(str, nodes)), "errors": errors, "loops": loops, "conditions": conditions,
            "questions": len(learnt["questions"]), "warnings": learnt["warnings"]}


def main():
    folder = pathlib.Path(sys.argv[1])
    task = next(t for t in tasks.TASKS + clinic.TASKS if t.name == sys.argv[2])
    learnt, workflow = (json.load(open(f, encoding="utf-8")) for f in sys.argv[3:5])
    sessions = {}
    for line in sys.stdin:
        row = json.loads(line)
        sessions[row["session_id"]] = seconds(row["started_at"])
    print(json.dumps(judge(folder, task, learnt, workflow, sessions), ensure_ascii=False))


main()
