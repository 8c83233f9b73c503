"""DB Browser for SQLite (Qt 5): tables in a file. Judged by the file."""
import pathlib

from program import Task, number, pick
from saved import make_sqlite, sqlite_rows

ARTICLES = ["Bandage", "Catheter", "Dressing", "Earplugs", "Forceps", "Gloves", "Hairnet", "Inhaler", "Lancet", "Mask", "Needle", "Ointment", "Pillow", "Syringe", "Thermometer", "Visor"]
DATA = "create table agents (id integer primary key, name text); insert into agents (name) values ('Carlier'), ('Delmas');" \
    + "create table suppliers (id integer primary key, name text, town text);" \
    + "".join(f"insert into suppliers (name, town) values ('{n}', '{t}');" for n, t in (("Medisup", "Lyon"), ("Paramed", "Lille"), ("Sanitex", "Tours"))) \
    + "create table articles (id integer primary key, article text, shelf text, price text);" \
    + "".join(f"insert into articles (article, shelf, price) values ('{a}', '{'ABCD'[n % 4]}{n % 7 + 1}', '{3 + n * 2}.50');" for n, a in enumerate(ARTICLES))


class Browser(Task):
    toolkit, packages, window = "Qt 5", ["sqlitebrowser"], "DB Browser"

    def seed(self, home):
        make_sqlite(home / "store.db", DATA)
        settings = home / ".config" / "sqlitebrowser"
        settings.mkdir(parents=True)
        (settings / "sqlitebrowser.conf").write_text("[checkversion]\nenabled=false\n")

    def command(self, home):
        return ["sqlitebrowser", str(home / "store.db")]

    def data(self, home):
        return sqlite_rows(home / "store.db")


class Price(Browser):
    """Another tab, another table in the combo box, a filter, a cell that is edited beside the table, and a button of the tool bar that writes."""
    name = "sqlitebrowser-price"

    def values(self, seed):
        return {"article": pick(ARTICLES, seed), "price": f"{number(seed, 10, 90)}.{number(seed, 10, 99)}"}

    def show(self, person, values):
        person.click("page tab", "Browse Data")
        person.click("combo box", "agents")
        person.click("list item", "articles")
        x1, _, x2, y2 = person.box("table column header", "article")
        person.press((x1 + x2) / 2, y2 - 14, "the filter of the column article")
        person.types(values["article"])
        x1, _, x2, y2 = person.box("table column header", "price")
        person.press((x1 + x2) / 2, y2 + 13, "the price in the row that is left", times=2)
        person.types(values["price"])
        person.click("push button", "Apply")
        person.click("push button", "Write Changes")

    def wanted(self, before, values):
        return {**before, "articles": [[i, a, s, values["price"] if a == values["article"] else p] for i, a, s, p in before["articles"]]}


class Import(Browser):
    """A submenu, the file dialog, a dialog with a name to type, and a message to close."""
    name = "sqlitebrowser-import"

    def seed(self, home):
        super().seed(home)
        for n, article in enumerate(ARTICLES):
            pathlib.Path(home, f"{article.lower()}.csv").write_text(f"lot,expires\n{article[:2].upper()}{n}1,2027-0{n % 9 + 1}-01\n{article[:2].upper()}{n}2,2028-0{n % 9 + 1}-01\n")

    def values(self, seed):
        article = pick(ARTICLES, seed).lower()
        return {"file": f"{article}.csv", "table": f"lots{number(seed, 100, 999)}"}

    def show(self, person, values):
        person.click("menu item", "File")
        person.click("menu item", "Import")
        person.click("menu item", "Table from CSV file...")
        person.sees("Choose")
        person.types(values["file"])
        person.keys("Return")
        person.sees("Import CSV")
        person.click("text", nth=0, window="Import CSV", times=3)
        person.types(values["table"])
        person.click("check box", "Column names in first line", window="Import CSV")
        person.click("push button", "OK", window="Import CSV")
        person.leaves("Import CSV")
        person.click("push button", "Write Changes")

    def wanted(self, before, values):
        n = [a.lower() for a in ARTICLES].index(values["file"][:-4])
        lot = ARTICLES[n][:2].upper()
        return {**before, values["table"]: [[f"{lot}{n}1", f"2027-0{n % 9 + 1}-01"], [f"{lot}{n}2", f"2028-0{n % 9 + 1}-01"]]}


TASKS = [Price(), Import()]
