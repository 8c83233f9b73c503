"""NEdit (Motif): a text editor. Judged by the file."""
from program import SURNAMES, TOWNS, Task, number, pick
from saved import files

LIST = "".join(f"{n + 1:2}. {surname}, {town}\n" for n, (surname, town) in enumerate(zip(SURNAMES, TOWNS)))
LETTER = "Dear {name},\nthe parcel for {name} has left {town}.\n\n"


class Editor(Task):
    accessible = False
    toolkit, packages, window = "Motif", ["nedit"], "rounds.txt"
    text = ""

    def seed(self, home):
        (home / "rounds.txt").write_text(self.text)

    def command(self, home):
        return ["nedit", str(home / "rounds.txt")]

    def data(self, home):
        return files(home, "rounds.txt")


def menu(person, x, name, entry):
    person.click_at(x, 12, "rounds.txt", f"the menu {name}")
    person.click_text(entry)


class Replace(Editor):
    """A menu, a dialog with two fields, a button that replaces all and closes; saved by the menu."""
    name = "nedit-replace"
    text = "".join(LETTER.format(name=s, town=t) for s, t in zip(SURNAMES, TOWNS))

    def values(self, seed):
        return {"old": pick(SURNAMES, seed), "new": f"{pick(TOWNS, seed + 6)} Ltd {number(seed, 10, 99)}"}

    def show(self, person, values):
        menu(person, 110, "Search", "Replace...")
        person.sees("Replace/Find")
        person.click_at(189, 41, "Replace/Find", "String to Find")
        person.types(values["old"])
        person.click_at(189, 100, "Replace/Find", "Replace With")
        person.types(values["new"])
        person.click_at(129, 184, "Replace/Find", "Replace all in: Window")
        person.leaves("Replace/Find")
        menu(person, 22, "File", "Save")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {name: text.replace(values["old"], values["new"]) for name, text in before.items()}


class Line(Editor):
    """A small dialog for a number, taken by Enter; text typed at the end of that line."""
    name = "nedit-line"
    text = LIST

    def values(self, seed):
        return {"line": str(number(seed, 2, 16)), "note": f" (room {number(seed, 100, 999)})"}

    def show(self, person, values):
        menu(person, 110, "Search", "Goto Line")
        person.read("Column")
        person.types(values["line"])
        person.keys("Return")
        person.keys("End")
        person.types(values["note"])
        menu(person, 22, "File", "Save")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        lines = before["rounds.txt"].split("\n")
        lines[int(values["line"]) - 1] += values["note"]
        return {"rounds.txt": "\n".join(lines)}


TASKS = [Replace(), Line()]
