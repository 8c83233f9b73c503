"""LibreOffice Calc (VCL): cells of a sheet. Judged by the cells of the saved file."""
from program import SURNAMES, Task, number, pick
from saved import make_sheet, sheet_cells

ARTICLES = ["Apples", "Bread", "Coffee", "Dates", "Eggs", "Flour", "Grapes", "Honey", "Juice", "Kale", "Lemons", "Milk"]
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>7.4</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="LastTimeGetInvolvedShown" oor:op="fuse"><value>4102441200</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="LastTimeDonateShown" oor:op="fuse"><value>4102441200</value></prop></item>
</oor:items>
"""


class Calc(Task):
    accessible = False
    toolkit, packages, window = "VCL", ["libreoffice-calc"], "LibreOffice Calc"
    sheets: dict = {}

    def seed(self, home):
        make_sheet(home / "orders.ods", self.sheets)
        (home / "office" / "user").mkdir(parents=True)
        (home / "office" / "user" / "registrymodifications.xcu").write_text(SETTINGS)

    def command(self, home):
        return ["env", "SAL_USE_VCLPLUGIN=gen", "soffice", f"-env:UserInstallation=file://{home}/office", "--calc", "--norestore", "--nologo", str(home / "orders.ods")]

    def data(self, home):
        return sheet_cells(home / "orders.ods")


ORDERS = [["Article", "Shelf", "Ordered", "Delivered"], *([article, f"S{n + 11}", 10 + 3 * n, ""] for n, article in enumerate(ARTICLES))]
CUSTOMERS = [["Customer", "Number"], *([name, f"K-{4017 + 31 * n}"] for n, name in enumerate(SURNAMES[:12]))]


def cell(person, address):
    """Clicks a cell: the window is as large as the screen, and the columns are as wide as they are without any format."""
    person.click_at(82 + 90 * "ABCDEFG".index(address[0]), 132 + 17 * (int(address[1:]) - 1), "orders.ods", address)


def save(person):
    person.click_at(15, 9, "orders.ods", "the menu File")
    person.click_at(49, 209, "orders.ods", "Save")
    person.pause(0.8, 1.2)


class Delivered(Calc):
    """A cell is found by the name of its row, and what is typed there is taken by Enter; saved by the menu."""
    name = "calc-delivered"
    sheets = {"Orders": ORDERS}

    def values(self, seed):
        return {"article": pick(ARTICLES, seed), "delivered": str(number(seed, 10, 99))}

    def order(self, values):
        n = ARTICLES.index(values["article"])
        return {**values, "article": [values["article"], f"S{n + 11}", f"D{n + 2}"]}

    def show(self, person, values):
        cell(person, f"D{ARTICLES.index(values['article']) + 2}")
        person.types(values["delivered"])
        person.keys("Return")
        save(person)

    def wanted(self, before, values):
        return {"Orders": {**before["Orders"], f"D{ARTICLES.index(values['article']) + 2}": values["delivered"]}}


class Append(Calc):
    """A new row, from cell to cell by Tab; saved by keys."""
    name = "calc-append"
    sheets = {"Orders": ORDERS}

    def values(self, seed):
        return {"article": pick(["Nuts", "Olives", "Pears", "Quinces", "Rice", "Salt", "Tea", "Vinegar", "Walnuts", "Yeast"], seed), "shelf": f"T{number(seed, 10, 99)}", "ordered": str(number(seed, 100, 999))}

    def show(self, person, values):
        cell(person, "A14")
        for value, key in zip(values.values(), ("Tab", "Tab", "Return")):
            person.types(value)
            person.keys(key)
        person.keys("ctrl+s")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {"Orders": {**before["Orders"], "A14": values["article"], "B14": values["shelf"], "C14": values["ordered"]}}


class Copy(Calc):
    """Copied from a row of one sheet, pasted into a cell of another."""
    name = "calc-copy"
    sheets = {"Customers": CUSTOMERS, "Label": [["Customer number", ""], ["", ""], ["To be sent on", "Monday"]]}

    def values(self, seed):
        return {"customer": pick(SURNAMES[:12], seed)}

    def order(self, values):
        return {"customer": [values["customer"], dict(CUSTOMERS[1:])[values["customer"]], f"B{SURNAMES.index(values['customer']) + 2}"]}

    def show(self, person, values):
        cell(person, f"B{SURNAMES.index(values['customer']) + 2}")
        person.keys("ctrl+c")
        person.click_at(*SECOND_SHEET, "orders.ods", "the tab Label")
        cell(person, "B1")
        person.keys("ctrl+v")
        save(person)

    def wanted(self, before, values):
        return {**before, "Label": {**before["Label"], "B1": dict(CUSTOMERS[1:])[values["customer"]]}}


SECOND_SHEET = (230, 748)
TASKS = [Delivered(), Append(), Copy()]
