"""jEdit (Java Swing): a text editor. Judged by the files."""
from program import SURNAMES, TOWNS, Task, number, pick
from saved import files

LETTER = "To whom it may concern\n\nThe delivery for {name} leaves {town} on Monday.\nPlease ask {name} to sign for it in {town}.\n\nThe office\n"


class Replace(Task):
    """A menu, a dialog with two fields, a button, and saving by the menu."""
    name, toolkit, packages, window = "jedit-replace", "Swing", ["jedit", "default-jre"], "jEdit - letter"
    accessible = False

    def seed(self, home):
        (home / "letter.txt").write_text("".join(LETTER.format(name=s, town=t) for s, t in zip(SURNAMES, TOWNS)))

        (home / "jedit").mkdir()
        (home / "jedit" / "properties").write_text("firstTime=false\ntip.show=false\nview.x=120\nview.y=60\nview.width=900\nview.height=600\n")

    def command(self, home):
        return ["jedit", "-noserver", "-nosplash", f"-settings={home}/jedit", str(home / "letter.txt")]

    def values(self, seed):
        return {"old": pick(SURNAMES, seed), "new": f"{pick(SURNAMES, seed + 5)} & Sons {number(seed, 10, 99)}"}

    def show(self, person, values):
        editor, dialog = "jEdit - letter", "Search And Replace"
        person.click_at(97, 10, editor, "the menu Search")
        person.click_text("Find...")
        person.sees(dialog)
        person.click_at(190, 55, dialog, "Search for")
        person.types(values["old"])
        person.click_at(190, 132, dialog, "Replace with")
        person.types(values["new"])
        person.click_at(448, 137, dialog, "Replace All")
        person.click_at(448, 174, dialog, "Close")
        person.leaves(dialog)
        person.click_at(16, 10, editor, "the menu File")
        person.click_text("Save")
        person.pause(0.8, 1.2)

    def data(self, home):
        return files(home, "letter.txt")

    def wanted(self, before, values):
        return {name: text.replace(values["old"], values["new"]) for name, text in before.items()}


TASKS = [Replace()]
