"""Tasks on real applications: how each is shown, and its true graph, written before anything was learnt.

A task has `truth` {nodes, edges [from, to, what the last step says], entry, ends, variables {label: type}, loops, branches, errors}
and `show(person, desk, home, n)`, the n-th demonstration. Values come from the seed alone."""
import os
import pathlib
import shutil
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "truth" / "gtk"))


CLIENTS = ["Dupont", "Lefebvre", "Moreau", "Nguyen", "Garnier", "Petit"]
AMOUNTS = ["120,50", "89,90", "1 250,00", "640,00", "75,25", "310,80"]
REFERENCES = ["C-2041", "C-2057", "C-3110", "C-3208", "C-4400", "C-4512"]


def end(process):
    for s in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, s)
        except ProcessLookupError:
            break
        time.sleep(0.2)
    process.wait()


ORDERS = """
out=$(zenity --forms --title="New order" --text="Enter the order" --add-entry="Customer" --add-entry="Amount" --add-entry="Reference") || exit 1
zenity --question --title="Confirmation" --text="Save this order?" --ok-label="Save" --cancel-label="Back" || exit 1
echo "$out" >> orders.txt
zenity --info --title="Finished" --text="The order was saved." --ok-label="Close"
sleep 0.3
"""


class Orders:
    """Zenity: a form, a question, a message."""
    name = "zenity-order"
    truth = {
        "nodes": ["form", "question", "message", "desk"],
        "edges": [["form", "question", "OK"], ["question", "message", "Save"], ["message", "desk", "Close"]],
        "entry": ["form"], "ends": ["desk"],
        "variables": {"Customer": "string", "Amount": "float", "Reference": "string"},
        "loops": [], "branches": [], "errors": [],
    }

    def show(self, person, desk, home, n):
        app = desk.launch(["bash", "-c", ORDERS], home)
        try:
            person.sees("New order", "form")
            recorder = desk.record(self.name)
            person.says("form")
            fields = [(0, CLIENTS[n]), (1, AMOUNTS[n]), (2, REFERENCES[n])]
            if person.slips and n % 3 == 2:
                fields = [fields[1], fields[0], fields[2]]
            for nth, value in fields:
                person.click("text", nth=nth)
                person.types(value)
            person.misses(1200, 700)
            person.click("push button", "OK")
            person.sees("Confirmation", "question")
            person.click("push button", "Save")
            person.sees("Finished", "message")
            person.click("push button", "Close")
            person.leaves("Finished")
            person.says("desk")
            time.sleep(0.6)
            recorder.send_signal(signal.SIGINT)
            recorder.wait(timeout=20)
            lines = pathlib.Path(home, "orders.txt").read_text().splitlines()
            assert lines[-1] == f"{CLIENTS[n]}|{AMOUNTS[n]}|{REFERENCES[n]}", lines
        finally:
            end(app)


NOTES = ["Called the laboratory about the results", "Sent the letter to the insurance", "Appointment moved to Thursday", "Asked for the missing form", "Room prepared for the visit"]
FILES = ["laboratory.txt", "insurance.txt", "appointment.txt", "form.txt", "visit.txt"]


class Note:
    """Mousepad and the file dialog: write a note, save it under a name."""
    name = "mousepad-note"
    truth = {
        "nodes": ["editor", "save dialog"],
        "edges": [["editor", "save dialog", "CTRL+S"], ["save dialog", "editor", "Save"]],
        "entry": ["editor"], "ends": ["editor"],
        "variables": {"value": "string", "Name": "string"},
        "loops": [], "branches": [], "errors": [],
    }

    def show(self, person, desk, home, n):
        app = desk.launch(["mousepad", "--disable-server"], home)
        try:
            person.sees("Mousepad", "editor")
            recorder = desk.record(self.name)
            person.says("editor")
            person.click("text")
            person.types(NOTES[n])
            person.keys("ctrl+s")
            person.sees("Save As", "save dialog")
            person.keys("ctrl+a")
            person.types(FILES[n])
            person.click("push button", "Save")
            person.leaves("Save As")
            person.says("editor")
            time.sleep(0.6)
            recorder.send_signal(signal.SIGINT)
            recorder.wait(timeout=20)
            assert pathlib.Path(home, FILES[n]).read_text().strip() == NOTES[n]
        finally:
            end(app)


SUMS = [("12", "30"), ("45", "7"), ("128", "64"), ("9", "81"), ("300", "25")]


class Sum:
    """Gnome-calculator: a sum typed into its field, Enter, the result is shown in the history."""
    name = "calculator-sum"
    truth = {
        "nodes": ["calculator"],
        "edges": [["calculator", "calculator", "ENTER"]],
        "entry": ["calculator"], "ends": ["calculator"],
        "variables": {"value": "string"},
        "loops": [], "branches": [], "errors": [],
    }

    def show(self, person, desk, home, n):
        app = desk.launch(["gnome-calculator"], home)
        try:
            person.sees("Calculator", "calculator")
            recorder = desk.record(self.name)
            person.says("calculator")
            person.types("+".join(SUMS[n]))
            person.keys("Return")
            time.sleep(0.6)
            recorder.send_signal(signal.SIGINT)
            recorder.wait(timeout=20)
        finally:
            end(app)


SHEET = "Customer,Amount,Paid\nDupont,120.5,yes\nLefebvre,89.9,no\nMoreau,1250,no\nNguyen,640,yes\nGarnier,75.25,no\n"


class Search:
    """Gnumeric: look a customer up in a sheet."""
    name = "gnumeric-search"
    truth = {
        "nodes": ["sheet", "search", "found"],
        "edges": [["sheet", "search", "CTRL+F"], ["search", "found", "Find"], ["found", "sheet", "Close"]],
        "entry": ["sheet"], "ends": ["sheet"],
        "variables": {"Search for": "string"},
        "loops": [], "branches": [], "errors": [],
    }

    def show(self, person, desk, home, n):
        os.makedirs(home, exist_ok=True)
        pathlib.Path(home, "sheet.csv").write_text(SHEET)
        app = desk.launch(["gnumeric", "--no-splash", "sheet.csv"], home)
        try:
            person.sees("sheet.csv", "sheet")
            recorder = desk.record(self.name)
            person.says("sheet")
            person.keys("ctrl+f")
            person.sees("Search", "search")
            person.click("text", nth=0, window="Search")
            person.types(CLIENTS[n])
            person.click("push button", "Find", window="Search")
            person.says("found")
            person.click("push button", "Close", window="Search")
            person.leaves("Search")
            person.says("sheet")
            time.sleep(0.6)
            recorder.send_signal(signal.SIGINT)
            recorder.wait(timeout=20)
        finally:
            end(app)


PAYEES = ["Bakery", "Post office", "Pharmacy", "Garage", "Florist"]
MEMOS = ["bread and cakes", "stamps", "bandages", "new tyres", "flowers for the hall"]
SPENT = ["12.50", "8.40", "31.00", "240.90", "19.75"]


class Expense:
    """Homebank: enter an expense in the dialog for transactions."""
    name = "homebank-expense"
    truth = {
        "nodes": ["book", "transaction"],
        "edges": [["book", "transaction", "Add"], ["transaction", "book", "Close"]],
        "entry": ["book"], "ends": ["book"],
        "variables": {"Amount": "float", "Payee": "string", "Memo": "string"},
        "loops": [], "branches": [], "errors": [],
    }

    def show(self, person, desk, home, n):
        os.makedirs(home, exist_ok=True)
        shutil.copy("/usr/share/homebank/datas/example.xhb", f"{home}/book.xhb")
        app = desk.launch(["homebank", "book.xhb"], home)
        dialog = "Add transaction"
        try:
            person.sees("HomeBank", "book")
            recorder = desk.record(self.name)
            person.says("book")
            person.click("push button", "Add")
            person.sees(dialog, "transaction")
            person.click("spin button", window=dialog)
            person.keys("ctrl+a")
            person.types(SPENT[n])
            for nth, value in ((1, "Cheque account"), (3, PAYEES[n]), (5, MEMOS[n])):
                person.click("text", nth=nth, window=dialog)
                person.types(value)
                person.keys("Tab")  # takes what completion proposes
            person.click("push button", "Add", window=dialog)
            person.click("push button", "Close", window=dialog)
            person.leaves(dialog)
            person.says("book")
            time.sleep(0.6)
            recorder.send_signal(signal.SIGINT)
            recorder.wait(timeout=20)
            person.keys("ctrl+s")
            import capture  # needs the accessible tree, which only showing does
            capture.wait_for("the book to be saved", 10, lambda: MEMOS[n] in pathlib.Path(home, "book.xhb").read_text())
        finally:
            end(app)


TASKS = [Orders(), Note(), Sum(), Search(), Expense()]
