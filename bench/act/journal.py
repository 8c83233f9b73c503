"""What the journal of a run says: its steps, Lea's own time for each, and a line for each step for people who look for a cause."""
import glob
import json
import os

OWN = ("look", "matching", "ground", "verify")


def entries(folder):
    """The entries of the youngest run under a data folder; a line that was cut short is left out."""
    runs = sorted(glob.glob(f"{folder}/runs/*/run_*/journal.jsonl"), key=os.path.getmtime)
    if not runs:
        return []
    found = []
    for line in open(runs[-1], encoding="utf-8"):
        try:
            found.append(json.loads(line)["line"])
        except (ValueError, KeyError):
            continue
    return found


def times(folder):
    """Milliseconds of Lea's own for each step."""
    steps = [e["record"] for e in entries(folder) if e.get("entry") == "conclude"]
    return [round(sum(s["times"].get(k, 0) for k in OWN), 1) for s in steps]


def told(folder):
    """One line a step: what was done, where, how it was found, and the verdict."""
    for e in entries(folder):
        if e.get("entry") == "conclude":
            r = e["record"]
            v, g = r.get("verification") or {}, r.get("grounding") or {}
            clock = " ".join(f"{k} {round(t)}" for k, t in r["times"].items())
            yield (f"{r['step']:3} {r['edge']}/{r['part']} {r['told'][:60]} | on {r['matched']['node']} {r['matched']['confidence']:.2f} | {g.get('method')} {g.get('score', 0):.2f} “{g.get('label', '')[:24]}” {g.get('bbox')}"
                   f" | {v.get('verdict')} {v.get('confidence', 0):.2f} {v.get('detail', '')}; {v.get('semantic_detail', '')[:140]} | {clock}")
        elif e.get("entry") not in ("intend",):
            yield "    " + json.dumps(e, ensure_ascii=False)[:400]


if __name__ == "__main__":
    import sys
    print("\n".join(told(sys.argv[1])))
