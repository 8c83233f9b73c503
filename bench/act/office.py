"""Tasks on applications nobody here wrote: opened for a run with new values, and judged by the application's own data.

Those that `bench/learn` shows are taken from there; those that leave no data there are shown here so that they do. `opens` starts the
application on a stage, `values` are new ones (never shown), `judge` says what the data says: `true` (as ordered), `none` (untouched),
`part` (as ordered so far) or `wrong`."""
import gzip
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time
import urllib.parse

import tasks

HERE = pathlib.Path(__file__).resolve().parent
CUSTOMERS = ["Besson", "Carlier", "Delmas", "Fabre", "Guillot", "Humbert", "Jacquet", "Klein", "Lambert", "Mercier"]


def pick(dice, options):
    return options[dice.randrange(len(options))]


class Orders:
    """Zenity: a form, a question, a message."""
    name, window, kit = "zenity-order", "New order", "gtk3"
    learn = True  # shown by bench/learn
    drifts = ["reordered"]

    def opens(self, stage, home, drift):
        script = tasks.ORDERS
        if drift == "reordered":
            entries = re.findall(r'--add-entry="\w+"', script)
            script = script.replace(" ".join(entries), " ".join([entries[2], entries[0], entries[1]]))
        self.order = re.findall(r'--add-entry="(\w+)"', script)
        return stage.launch(["bash", "-c", script], home)

    def values(self, dice, n):
        amount = f"{dice.randrange(10, 999)},{dice.randrange(10, 99)}"
        return {"customer": pick(dice, CUSTOMERS), "amount": amount, "reference": f"C-{dice.randrange(5000, 9999)}"}

    def judge(self, stage, home, values):
        file = pathlib.Path(home, "orders.txt")
        lines = file.read_text().splitlines() if file.exists() else []
        wanted = "|".join(values[name.lower()] for name in self.order)
        if not lines:
            return "none", ""
        return ("true" if lines == [wanted] else "wrong"), f"{lines} for {wanted}"


class Note:
    """Mousepad and its file dialog."""
    name, window, kit = "mousepad-note", "Mousepad", "gtk3"
    learn = True  # shown by bench/learn
    drifts = []

    def opens(self, stage, home, drift):
        return stage.launch(["mousepad", "--disable-server"], home)

    def values(self, dice, n):
        what = pick(dice, ["Ordered new gloves", "Rang the pharmacy back", "Printed the plan", "Checked the second fridge"])
        return {"value": f"{what} for {pick(dice, CUSTOMERS)}", "name": f"{pick(dice, ['gloves', 'pharmacy', 'plan', 'fridge'])}{dice.randrange(10, 99)}.txt"}

    def judge(self, stage, home, values):
        files = {p.name: p.read_text() for p in pathlib.Path(home).iterdir() if p.is_file() and not p.name.startswith(".")}
        if not files:
            return "none", ""
        return ("true" if {k: v.strip() for k, v in files.items()} == {values["name"]: values["value"]} else "wrong"), json.dumps(files)


class Expense:
    """Homebank: an expense in the dialog for transactions; the bench saves the book and reads it."""
    name, window, kit = "homebank-expense", "HomeBank", "gtk3"
    learn = True  # shown by bench/learn
    drifts = []

    def opens(self, stage, home, drift):
        shutil.copy("/usr/share/homebank/datas/example.xhb", f"{home}/book.xhb")
        self.before = self.entries(home)
        return stage.launch(["homebank", "book.xhb"], home)

    def entries(self, home):
        book = pathlib.Path(home, "book.xhb").read_text()
        names = dict(re.findall(r'<pay key="(\d+)" name="([^"]*)"', book))
        accounts = {key: name for tag in re.findall(r"<account [^>]*>", book) for key, name in [(re.search(r' key="(\d+)"', tag)[1], re.search(r' name="([^"]*)"', tag)[1])]}
        found = []
        for entry in re.findall(r"<ope [^>]*/>", book):
            fields = dict(re.findall(r'(\w+)="([^"]*)"', entry))
            found.append((fields.get("amount"), accounts.get(fields.get("account")), names.get(fields.get("payee", ""), ""), fields.get("wording", "")))
        return found

    def values(self, dice, n):
        return {"amount": f"{dice.randrange(5, 400)}.{dice.randrange(10, 99)}", "payee": f"{pick(dice, ['Library', 'Stationer', 'Cobbler', 'Grocer'])} {pick(dice, CUSTOMERS)}",
                "memo": pick(dice, ["paper and pens", "two pairs of shoes", "fruit for the staff", "books on loan"])}

    def judge(self, stage, home, values):
        # A run that halted leaves its dialog open, and a book behind a dialog cannot be saved.
        for _ in range(max(0, len(stage.windows()) - 1)):
            stage.sh("xdotool", "key", "Escape")
            time.sleep(0.5)
        stage.keys("HomeBank", "ctrl+s")
        time.sleep(1.5)
        after = self.entries(home)
        new = [e for e in after if e not in self.before]
        if after == self.before:
            return "none", ""
        is_it = len(new) == 1 and len(after) == len(self.before) + 1 and abs(abs(float(new[0][0])) - float(values["amount"])) < 0.001 and new[0][1:] == ("Cheque account", values["payee"], values["memo"])
        return ("true" if is_it else "wrong"), str(new)


class Replace:
    """Gnumeric: one name is replaced by another everywhere, and the sheet is saved."""
    name, window, kit = "gnumeric-replace", "Gnumeric", "gtk3"
    drifts = []

    def file(self, home):
        pathlib.Path(home, "sheet.csv").write_text(tasks.SHEET)
        subprocess.run(["ssconvert", f"{home}/sheet.csv", f"{home}/book.gnumeric"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def names(self, home):
        book = gzip.open(f"{home}/book.gnumeric").read().decode()
        return re.findall(r'<gnm:Cell Row="[1-9]\d*" Col="0"[^>]*>([^<]*)<', book)

    def opens(self, stage, home, drift):
        self.file(home)
        self.before = self.names(home)
        return stage.launch(["gnumeric", "--no-splash", "book.gnumeric"], home)

    def show(self, person, desk, home, n):
        os.makedirs(home, exist_ok=True)
        self.file(home)
        app = desk.launch(["gnumeric", "--no-splash", "book.gnumeric"], home)
        dialog = "Search & Replace"
        try:
            person.sees("book.gnumeric", "sheet")
            recorder = desk.record(self.name)
            person.says("sheet")
            person.keys("ctrl+h")
            person.sees(dialog, "replace")
            for nth, value in ((0, tasks.CLIENTS[n]), (1, tasks.CLIENTS[n] + pick(person.dice, ["-Roy", "-Blanc", "-Noir"]))):
                person.click("text", nth=nth, window=dialog)
                person.types(value)
            person.click("push button", "OK", window=dialog)
            person.leaves(dialog)
            person.says("sheet")
            person.keys("ctrl+s")
            ended(recorder)
            assert any("-" in name for name in self.names(home)), self.names(home)
        finally:
            tasks.end(app)

    def values(self, dice, n):
        name = pick(dice, ["Dupont", "Lefebvre", "Moreau", "Nguyen", "Garnier"])
        return {"search_for": name, "replace_by": pick(dice, CUSTOMERS) + str(dice.randrange(10, 99))}

    def judge(self, stage, home, values):
        after = self.names(home)
        wanted = [values["replace_by"] if c == values["search_for"] else c for c in self.before]
        return ("true" if after == wanted else "none" if after == self.before else "wrong"), str(after)


def ended(recorder):
    """The recorder is stopped when the last screen has come to rest."""
    time.sleep(0.8)
    recorder.send_signal(signal.SIGINT)
    recorder.wait(timeout=20)


class Calculator:
    """A calculator: a sum is typed, and its result copied."""
    drifts = []

    def __init__(self, command, window, kit):
        self.command, self.name, self.window, self.kit = command, f"{command}-sum", window, kit

    def opens(self, stage, home, drift):
        stage.clipboard("nothing yet")
        return stage.launch([self.command], home)

    def show(self, person, desk, home, n):
        app = desk.launch([self.command], home)
        try:
            person.sees(self.window, "calculator")
            recorder = desk.record(self.name)
            person.says("calculator")
            person.types("+".join(tasks.SUMS[n]))
            person.keys("Return")
            person.keys("ctrl+c")
            ended(recorder)
        finally:
            tasks.end(app)

    def values(self, dice, n):
        return {"value": f"{dice.randrange(11, 999)}+{dice.randrange(11, 999)}"}

    def judge(self, stage, home, values):
        result = stage.clipboard()
        wanted = sum(map(int, values["value"].split("+")))
        number = re.sub(r"[\s,.\u202f\u00a0]", "", result)
        return ("none" if result == "nothing yet" else "true" if number == str(wanted) else "wrong"), f"{result!r} for {wanted}"


KIT = "/usr/share/nodejs/bootstrap/dist"
FIELDS = [("Applicant", "text"), ("Department", "select"), ("Article", "text"), ("Quantity", "text")]
DEPARTMENTS = ["Cardiology", "Laboratory", "Pharmacy", "Radiology"]


def browser(address, home, scale=1.0, window=("--window-size=1000,720", "--window-position=60,30"), kind="--app="):
    """Chromium with a profile of its own, on one page; its accessible tree is on for the person who shows. It offers to keep no passwords."""
    settings = pathlib.Path(home, "profile", "Default", "Preferences")
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('{"credentials_enable_service": false, "profile": {"password_manager_enabled": false}}')
    return ["chromium", "--no-sandbox", "--test-type", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-quic", "--password-store=basic", "--disable-features=Translate", f"--force-device-scale-factor={scale}", "--force-renderer-accessibility",
            f"--user-data-dir={home}/profile", *window, f"{kind}{address}"]


class Request:
    """Chromium on a form made with Bootstrap, as packaged; the server keeps what it was sent."""
    name, window, kit = "chromium-request", "Equipment", "web"
    drifts = ["reordered"]

    def serve(self, home, look=None):
        look = look or {}
        kept = pathlib.Path(home, "requests.jsonl")

        class Desk(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self, body, kind="text/html; charset=utf-8"):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                if self.path == "/kit.css":
                    return self.answer(pathlib.Path(KIT, "css/bootstrap.min.css").read_bytes(), "text/css")
                if self.path != "/":
                    return self.send_error(404)
                self.answer(page(look).encode())

            def do_POST(self):
                form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                with open(kept, "a", encoding="utf-8") as f:
                    f.write(json.dumps({k: v[0] for k, v in form.items()}) + "\n")
                self.answer(thanks(look, form["Applicant"][0]).encode())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Desk)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}/"

    def opens(self, stage, home, drift):
        address = self.serve(home, stage.look)
        return stage.launch(browser(address, home, stage.look.get("scale", 1.0)), home)

    def show(self, person, desk, home, n):
        os.makedirs(home, exist_ok=True)
        app = desk.launch(browser(self.serve(home), home), home)
        try:
            person.sees("Equipment", "form")
            recorder = desk.record(self.name)
            person.says("form")
            person.click("entry", "Applicant")
            person.types(tasks.CLIENTS[n])
            person.click("entry", "Article")
            person.types(["Gloves", "Syringes", "Masks", "Bandages", "Aprons"][n])
            person.click("entry", "Quantity")
            person.types(str(12 + 7 * n))
            person.click("push button", "Send request")
            person.sees("Received", "thanks")
            ended(recorder)
        finally:
            tasks.end(app)
            self.server.shutdown()

    def values(self, dice, n):
        return {"applicant": pick(dice, CUSTOMERS), "article": pick(dice, ["Thermometers", "Scalpels", "Blankets", "Pillows"]), "quantity": str(dice.randrange(2, 90))}

    def judge(self, stage, home, values):
        self.server.shutdown()
        kept = pathlib.Path(home, "requests.jsonl")
        rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
        if not rows:
            return "none", ""
        wanted = {"Applicant": values["applicant"], "Article": values["article"], "Quantity": values["quantity"], "Department": DEPARTMENTS[0]}
        return ("true" if rows == [wanted] else "wrong"), json.dumps(rows)


def page(look):
    def field(name, kind):
        control = f'<input class="form-control" id="{name}" name="{name}" autocomplete="off">' if kind == "text" else \
            f'<select class="form-control" id="{name}" name="{name}">' + "".join(f"<option>{d}</option>" for d in DEPARTMENTS) + "</select>"
        return f'<div class="form-group"><label for="{name}">{name}</label>{control}</div>'
    fields = [FIELDS[i] for i in look.get("order", range(len(FIELDS)))]
    banner = '<div class="alert alert-warning">The warehouse is closed on Friday afternoon.</div>' if look.get("banner") else ""
    return shell(look, "Equipment request", f'{banner}<h1 class="h3 mb-4">Equipment request</h1><form method="post" action="/">{"".join(field(*f) for f in fields)}'
                 '<button class="btn btn-primary" type="submit">Send request</button> <a class="btn btn-outline-secondary" href="/">Clear</a></form>')


def thanks(look, who):
    return shell(look, "Received", f'<div class="alert alert-success"><h1 class="h4">Request received</h1><p>Thank you, {who}. The warehouse will answer.</p></div><a class="btn btn-secondary" href="/">New request</a>')


def shell(look, title, body):
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><link rel="stylesheet" href="/kit.css">'
            f'<style>{look.get("css", "")}</style><body class="{look.get("class", "bg-light")}"><nav class="navbar navbar-dark bg-dark mb-4"><span class="navbar-brand">Warehouse</span></nav>'
            f'<main class="container" style="max-width:640px">{body}</main></body></html>')


TASKS = [Orders(), Note(), Expense(), Replace(), Calculator("gnome-calculator", "Calculator", "gtk4"), Calculator("galculator", "galculator", "gtk3"), Request()]
