"""IDLE (Tk): the editor that comes with Python. Judged by the files."""
from program import SURNAMES, TOWNS, Task, number, pick
from saved import files

RATES = "".join(f'rate["{town}"] = {n + 11}  # {surname}\n' for n, (town, surname) in enumerate(zip(TOWNS, SURNAMES)))


class Editor(Task):
    accessible = False
    toolkit, packages, window = "Tk", ["idle"], "rates.py"

    def seed(self, home):
        (home / "rates.py").write_text("rate = {}\n" + RATES)

    def command(self, home):
        return ["/usr/bin/idle", str(home / "rates.py")]

    def data(self, home):
        return files(home, "*.py")


class Replace(Editor):
    """A menu, a dialog that is gone through by Tab, a button that closes it, and saving by keys."""
    name = "idle-replace"

    def values(self, seed):
        return {"old": pick(SURNAMES, seed), "new": f"{pick(SURNAMES, seed + 7)} and {pick(TOWNS, seed)}"}

    def show(self, person, values):
        person.click_at(59, 15, "rates.py", "the menu Edit")
        person.click_text("Replace...")
        person.sees("Replace Dialog")
        person.types(values["old"])
        person.keys("Tab")
        person.types(values["new"])
        person.click_at(631, 144, "Replace Dialog", "Replace All")
        person.leaves("Replace Dialog")
        person.keys("ctrl+s")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {name: text.replace(values["old"], values["new"]) for name, text in before.items()}


class SaveAs(Editor):
    """A menu, and the file dialog of Tk."""
    name = "idle-saveas"

    def values(self, seed):
        return {"file": f"{pick(TOWNS, seed).lower()}{number(seed, 100, 999)}.py"}

    def show(self, person, values):
        person.click_at(20, 15, "rates.py", "the menu File")
        person.click_text("Save As...")
        person.sees("Save As")
        person.keys("ctrl+slash")
        person.types(values["file"])
        person.keys("Return")
        person.leaves("Save As")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {**before, values["file"]: before["rates.py"]}


TASKS = [Replace(), SaveAs()]
