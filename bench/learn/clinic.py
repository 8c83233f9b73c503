"""The true graphs of the tasks on the practice application (`lea demo person`), written by hand from what its screens are for.

Screens are named as the application names them: `screen+dialog!error`. An invoice that has been decided offers other buttons
than one that has not, and is another screen."""
import json


class Task:
    def __init__(self, name, times, truth, options=(), apps="chromium"):
        """`apps`: the application whose acts count; None where the task is done in several."""
        self.name, self.times, self.truth, self.options, self.apps = f"clinic-{name}", times, truth, options, apps
        self.task = name


def view(row):
    screen = row["screen"]
    names = {e["name"] for e in row["elements"]}
    if screen == "invoice_detail" and "button.validate" not in names:
        screen = "invoice_decided"
    return screen + (f"+{row['dialog']}" if row["dialog"] else "") + (f"!{row['error']}" if row["error"] else "")


def said(folder):
    """What the pages said of themselves: [(time, screen)]."""
    rows = map(json.loads, open(folder / "truth" / "screens.jsonl", encoding="utf-8"))
    said = [(r["at_ms"] / 1000, view(r)) for r in rows]
    # While the person is at the notepad, that is the screen, whatever the page behind it says.
    away, since = [], None
    for deed in map(json.loads, open(folder / "truth" / "deeds.jsonl", encoding="utf-8")):
        if deed["verb"] == "types" and deed["name"] == "notepad":
            since, back = deed["at_ms"] / 1000, False
        elif since and deed["verb"] == "switches" and deed["name"] == "clinic":
            back = True
        elif since and back and deed["name"]:
            away, since = away + [(since, deed["at_ms"] / 1000)], None
    for begin, end in away:
        behind = [s for at, s in said if at < end][-1]
        said = [(at, s) for at, s in said if not begin <= at < end] + [(begin, "notepad"), (end, behind)]
        said.sort(key=lambda row: row[0])
    return [said]


FIND = [["invoice_list", "invoice_detail", "Ouvrir"]]
VALIDATE = [["invoice_detail", "invoice_detail+validate", "Valider"], ["invoice_detail+validate", "invoice_decided", "Confirmer"]]
REJECT = [["invoice_detail", "invoice_detail+reject", "Rejeter"], ["invoice_detail+reject", "invoice_decided", "Confirmer"]]
BACK = [["invoice_decided", "invoice_list", "Retour à la liste"]]
NUMBER = {"Numéro ou patient": "string"}
PLAIN = {"loops": [], "branches": [], "errors": []}

TASKS = [
    Task("validate_invoice", 5, {
        "nodes": ["invoice_list", "invoice_detail", "invoice_detail+validate", "invoice_decided"],
        "edges": FIND + VALIDATE + BACK, "entry": ["invoice_list"], "ends": ["invoice_list"], "variables": NUMBER, **PLAIN}),
    Task("reject_invoice", 5, {
        "nodes": ["invoice_list", "invoice_detail", "invoice_detail+reject", "invoice_decided"],
        "edges": FIND + REJECT + BACK, "entry": ["invoice_list"], "ends": ["invoice_list"], "variables": {**NUMBER, "Motif": "string"}, **PLAIN}),
    Task("register_patient", 5, {
        "nodes": ["invoice_list", "patient_list", "patient_new", "patient_edit", "patient_new!birth_date_missing"],
        "edges": [["invoice_list", "patient_list", "Patients"], ["patient_list", "patient_new", "Nouveau patient"], ["patient_new", "patient_edit", "Enregistrer"]],
        "entry": ["invoice_list"], "ends": ["patient_edit"],
        "variables": {"Nom": "string", "Prénom": "string", "Date de naissance": "datetime", "Sexe": "string", "Téléphone": "string", "Courriel": "string", "Mutuelle": "string"},
        "loops": [], "branches": [], "errors": ["patient_new!birth_date_missing"]}, ["--stumbles"]),
    Task("correct_phone", 5, {
        "nodes": ["invoice_list", "patient_list", "patient_edit"],
        "edges": [["invoice_list", "patient_list", "Patients"], ["patient_list", "patient_edit", "Ouvrir"], ["patient_edit", "patient_edit", "Enregistrer"]],
        "entry": ["invoice_list"], "ends": ["patient_edit"], "variables": {"Nom ou dossier": "string", "Téléphone": "string"}, **PLAIN}),
    Task("validate_page", 4, {
        "nodes": ["invoice_list", "invoice_detail", "invoice_detail+validate", "invoice_decided"],
        "edges": [["invoice_list", "invoice_list", "À contrôler"], ["invoice_list", "invoice_detail", "Ouvrir"]] + VALIDATE + BACK,
        "entry": ["invoice_list"], "ends": ["invoice_list"], "variables": {},
        "loops": [["invoice_list", "for_each", None]], "branches": [], "errors": []}),
    Task("amount_decides", 6, {
        "nodes": ["invoice_list", "invoice_detail", "invoice_detail+validate", "invoice_detail+reject", "invoice_decided"],
        "edges": FIND + VALIDATE + REJECT + BACK, "entry": ["invoice_list"], "ends": ["invoice_list"],
        "variables": {**NUMBER, "Montant": "float"},
        "loops": [], "branches": ["variables.montant < 1000.0", "variables.montant >= 1000.0"], "errors": []}),
    Task("note_amount", 5, {
        "nodes": ["invoice_list", "invoice_detail", "notepad"],
        "edges": FIND + [["invoice_detail", "notepad", "to mousepad"], ["notepad", "invoice_detail", "to chromium"], ["invoice_detail", "invoice_list", "Retour à la liste"]],
        "entry": ["invoice_list"], "ends": ["invoice_list"], "variables": {**NUMBER, "Montant": "float"},
        "typed": ["${numero_ou_patient} ${montant}"], "read": {"Montant": "invoice_detail"}, **PLAIN}, apps=None),
]
