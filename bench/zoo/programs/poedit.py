"""Poedit (wxWidgets): translations of the texts of a program. Judged by the saved file."""
import re

from program import SURNAMES, Task, number, pick

TEXTS = ["Customer", "Delivery note", "Discount", "Due date", "Invoice", "Order", "Payment", "Price list", "Quantity", "Receipt", "Reminder", "Supplier"]
HEADER = 'msgid ""\nmsgstr ""\n"Project-Id-Version: shop 1.0\\n"\n"Language: fr\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n' \
    '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'


class Catalogue(Task):
    toolkit, packages, window = "wxWidgets", ["poedit"], "Poedit"

    def seed(self, home):
        (home / "shop.po").write_text(HEADER + "".join(f'\nmsgid "{text}"\nmsgstr ""\n' for text in TEXTS))

    def command(self, home):
        return ["poedit", str(home / "shop.po")]

    def data(self, home):
        entries = (home / "shop.po").read_text().split("\n\n")
        told = {re.search(r'msgid "(.*)"', e)[1]: (re.search(r'msgstr "(.*)"', e)[1], "\n".join(re.findall(r"^# (.*)$", e, re.M))) for e in entries if "msgid" in e}
        return {text: list(entry) for text, entry in told.items() if text}


class Translate(Catalogue):
    """A row of a list, a field below it, a button of the tool bar."""
    name = "poedit-translate"

    def values(self, seed):
        return {"text": pick(TEXTS, seed), "translation": f"{pick(['Article', 'Client', 'Colis', 'Devis', 'Livraison', 'Montant', 'Paiement', 'Remise'], seed)} {number(seed, 100, 999)}"}

    def show(self, person, values):
        person.click("table cell", values["text"])
        person.click("text", nth=1)
        person.types(values["translation"])
        person.click("push button", "Save")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {**before, values["text"]: [values["translation"], before[values["text"]][1]]}


class Comment(Catalogue):
    """A row of a list, a button, a dialog with a text, saving by the menu."""
    name = "poedit-comment"

    def values(self, seed):
        return {"text": pick(TEXTS, seed), "comment": f"Ask {pick(SURNAMES, seed)} about room {number(seed, 100, 999)}"}

    def show(self, person, values):
        person.click("table cell", values["text"])
        person.click("push button", "Add Comment")
        person.sees("comment")
        person.click("text", nth=0, window="comment")
        person.types(values["comment"])
        person.click("push button", "Add", window="comment")
        person.leaves("comment")
        person.click_text("File", window="Poedit")
        person.click_text("Save")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {**before, values["text"]: [before[values["text"]][0], values["comment"]]}


TASKS = [Translate(), Comment()]
