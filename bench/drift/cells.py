"""The table: which tasks, under which drifts. What is shown and judged comes from bench/act; MockMed from this folder."""
import pathlib

import drifts
import mockmed
import office
import practice

HERE = pathlib.Path(__file__).resolve().parent
GTK = ("none", "theme Adwaita:dark", "theme HighContrast", "theme Arc-Dark", "text 140 %", "Xft.dpi 144", "scale 200 %", "font serif", "font mono", "moved", "resized", "language fr", "language de", "vnc", "jpeg 20")
# What is typed in each task, in this order: the names of its values, and after an = what is always the same.
TYPED = {"mockmed-triage": [f"={mockmed.USER}", f"={mockmed.PASSWORD}", "note"], "clinic-reject_invoice": ["numero_ou_patient", "motif"],
         "zenity-order": ["customer", "amount", "reference"], "mousepad-note": ["value", "name"],
         "homebank-expense": ["amount", "=Cheque account", "payee", "memo"]}
# Where the only right end is to stop: what the task needs is not possible there.
STOPS = {("mockmed-triage", "drift modal")}


def tasks(static):
    """Every task of the table with its drifts: [(task, {drift: look})]. `static` is where MockMed lies, if it was fetched."""
    mockmed.Triage.static = static
    triage = mockmed.Triage()
    triage.shown_by = HERE / "show.py"
    found = [(triage, {**mockmed.RENDERINGS, **mockmed.MODES})] if static else []
    found += [(t, drifts.CLINIC) for t in practice.TASKS if t.name in TYPED]
    found += [(t, {d: drifts.GTK[d] for d in GTK}) for t in office.TASKS if t.name in TYPED]
    for task, _ in found:
        task.typed = TYPED[task.name]
        task.secret = mockmed.PASSWORD if task is triage else None
    return found
