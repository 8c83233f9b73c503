"""Event logs as `rawsession_v1`, the true episode of each event hidden.

Columns are mapped by their names, the same for every log: what was done is `data.action`, the words on the target
`target.label`, what was typed or copied `text`, the application `window.app_name`. A cell is labelled by its address, as a
recorder would see it (`--cells column` gives its column alone, `--cells none` nothing).
"""

import argparse
import csv
import datetime
import json
import sys


def first(row, *names):
    """The first of these columns that says something."""
    for name in names:
        value = (row.get(name) or "").strip()
        if value:
            return value
    return ""


def moment(text):
    text = text.strip().replace("Z", "+00:00").replace(" ", "T", 1)
    time = datetime.datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)


def label(row, cells):
    """The words on the target; of a cell its address, its column, or nothing."""
    column, number = first(row, "Column"), first(row, "Row")
    if not column and first(row, "target.sheetName"):
        address = first(row, "target.id")
        column, number = address.rstrip("0123456789"), address.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if column:
        return {"address": column + number, "column": column, "none": ""}[cells]
    return first(row, "Label", "target.name", "target.innerText", "target.title", "target.id")


def event_type(action):
    action = action.lower()
    for words, kind in (
        (("copy", "cut"), "clipboard_change"),
        (("edit", "type", "input", "paste", "select", "write"), "text_input"),
        (("click", "open", "close", "check"), "mouse_click"),
    ):
        if any(word in action for word in words):
            return kind
    return "mouse_click"


def event(index, seconds, row, cells):
    action = first(row, "eventType")
    converted = {
        "event_id": index,
        "t": seconds,
        "type": event_type(action),
        "window": {
            "title": first(row, "Sheet", "FileName", "Url", "target.sheetName", "url"),
            "app_name": first(row, "source", "targetApp"),
        },
        "screenshot_id": None,
        "target": {"label": label(row, cells), "type": first(row, "target.tagName").lower() or None},
        "data": {"action": action},
    }
    text = first(row, "Value", "target.value", "content")
    if text:
        converted["text"] = text
    return converted


def convert(path, cells="address"):
    """The session, and the indices at which a true episode begins."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    times = [moment(row["timeStamp"]) for row in rows]
    start = min(times)
    events = [
        event(index, (time - start).total_seconds(), row, cells)
        for index, (row, time) in enumerate(zip(rows, times))
    ]
    cases = [row["caseID"] for row in rows]
    truth = [i for i, case in enumerate(cases) if i == 0 or case != cases[i - 1]]
    session = {
        "schema_version": "rawsession_v1",
        "session_id": f"sess_{start:%Y-%m-%dT%H-%M-%S}_log",
        "started_at": start.isoformat().replace("+00:00", "Z"),
        "events": events,
        "screenshots": [],
    }
    return session, truth


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", help="a CSV file")
    parser.add_argument("--cells", choices=["address", "column", "none"], default="address")
    args = parser.parse_args()
    json.dump(convert(args.log, args.cells)[0], sys.stdout)
