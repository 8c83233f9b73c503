"""One page with everything in it: the tables, and a picture of every screen on which a tool did not reach the end."""
import base64
import html
import pathlib
import time

import table

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2rem auto;padding:0 1rem;color:#1b2430}table{border-collapse:collapse;margin:1rem 0}
td,th{border:1px solid #cbd5e1;padding:.25rem .6rem;text-align:left}th{background:#eef2f7}.completed{background:#dcf3e3}.halted{background:#fdf3d0}.wrong{background:#f6c9c4;font-weight:bold}
.failed{background:#e8d9f2}figure{display:inline-block;width:360px;margin:.5rem;vertical-align:top}img{width:100%;border:1px solid #94a3b8}figcaption{font-size:13px}"""


def write(out):
    found = table.rows(out)
    names = table.tools_of(found)
    by_cell = {(r["task"], r["drift"], r["tool"]): r for r in found}
    parts = [f"<!doctype html><meta charset=utf-8><title>Drift lab</title><style>{STYLE}</style><h1>Drift lab</h1><p>{time.strftime('%Y-%m-%d %H:%M')}. "
             "The same tasks, drifts and judge (the application's own data) for every tool. Seconds are per act of the person who showed the task, of runs that reached the end.</p>"]
    for group, mine in table.groups(found).items():
        if mine:
            parts.append(f"<h2>{html.escape(group)}</h2><table><tr><th>tool" + "".join(f"<th>{h}" for h in table.HEADS) + "</tr>")
            for tool in names:
                of = table.of_tool([r for r in mine if r["tool"] == tool])
                if of["cells"]:
                    parts.append(f"<tr><td>{html.escape(tool)}" + "".join(f"<td>{cell}" for cell in table.shown(of)))
            parts.append("</table>")
    parts.append("<h2>Every cell</h2><table><tr><th>task<th>drift" + "".join(f"<th>{html.escape(n)}" for n in names))
    for task, drift in dict.fromkeys((r["task"], r["drift"]) for r in found):
        row = [by_cell.get((task, drift, n)) for n in names]
        parts.append(f"<tr><td>{html.escape(task)}<td>{html.escape(drift)}" + "".join(f'<td class="{r["class"] if r else ""}">{html.escape(table.sign(r).strip("*"))}' for r in row))
    parts.append("</table><h2>Where a tool did not reach the end</h2>")
    for tool in names:
        parts.append(f"<h3>{html.escape(tool)}</h3>" + "".join(figure(out, r) for r in found if r["tool"] == tool and r.get("picture")))
    pathlib.Path(out, "page.html").write_text("".join(parts), encoding="utf-8")


def figure(out, row):
    file = pathlib.Path(out, row["picture"])
    picture = base64.b64encode(file.read_bytes()).decode() if file.exists() else ""
    told = f"{row['task']}, {row['drift']}: {row['class']}. {row.get('why', '')}"[:400]
    data = f" The data: {row['detail']}"[:200] if row["class"] == "wrong" else ""
    return f'<figure class="{row["class"]}"><img loading="lazy" src="data:image/jpeg;base64,{picture}" alt=""><figcaption>{html.escape(told + data)}</figcaption></figure>'
