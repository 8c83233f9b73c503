"""Osmo (GTK 3): contacts, tasks and a calendar with a running clock. Judged by its XML files."""
import xml.etree.ElementTree as ET

from program import GIVEN, SURNAMES, TOWNS, Task, number, pick


class Organiser(Task):
    toolkit, packages, window = "GTK 3", ["osmo"], "Osmo"

    def command(self, home):
        return ["osmo"]

    def records(self, home, file, tag):
        file = home / ".local" / "share" / "osmo" / file
        if not file.exists():
            return []
        return [{field.tag: field.text or "" for field in record if field.text and field.text not in ("0", "None")} for record in ET.parse(file).getroot().iter(tag)]

    def data(self, home):
        return {"contacts": self.records(home, "contacts_records.xml", "record"), "tasks": self.records(home, "tasks_entries.xml", "entry")}


class Contact(Organiser):
    """Another tab, a button with a picture, a form that is gone through by Tab, and a field by the mouse."""
    name = "osmo-contact"

    def values(self, seed):
        return {"first name": pick(GIVEN, seed), "last name": pick(SURNAMES, seed), "address": f"{number(seed, 10, 99)} {pick(TOWNS, seed)} Road"}

    def show(self, person, values):
        dialog = "Add contact"
        person.click("page tab", "Contacts")
        person.click("push button", "New contact")
        person.sees(dialog)
        person.types(values["first name"])
        person.keys("Tab")
        person.types(values["last name"])
        person.click("text", nth=8, window=dialog)
        person.types(values["address"])
        person.click("push button", "OK", window=dialog)
        person.leaves(dialog)

    def wanted(self, before, values):
        new = {"first_name": values["first name"], "last_name": values["last name"], "home_address": values["address"]}
        return {**before, "contacts": [*before["contacts"], new]}


class Errand(Organiser):
    """Another tab, a button with a picture, a combo box, two texts."""
    name = "osmo-task"

    def values(self, seed):
        return {"summary": f"{pick(['Call', 'Visit', 'Write to', 'Pay', 'Meet'], seed)} {pick(SURNAMES, seed)}", "description": f"About file {number(seed, 1000, 9999)}"}

    def show(self, person, values):
        dialog = "Add task"
        person.click("page tab", "Tasks")
        person.click("push button", "New task")
        person.sees(dialog)
        person.click("text", nth=0, window=dialog)
        person.types(values["summary"])
        person.click("combo box", "Medium", window=dialog)
        person.click("menu item", "High")
        person.click("text", nth=2, window=dialog)
        person.types(values["description"])
        person.click("push button", "OK", window=dialog)
        person.leaves(dialog)

    def judge(self, before, after, values):
        new = [t for t in after["tasks"] if t not in before["tasks"]]
        if after == before:
            return "none", ""
        right = after["contacts"] == before["contacts"] and len(new) == 1 == len(after["tasks"]) - len(before["tasks"]) and new[0].get("summary") == values["summary"] \
            and new[0].get("description", "").strip() == values["description"] and new[0].get("priority") == "2"
        return ("true" if right else "wrong"), str(new)


TASKS = [Contact(), Errand()]
