"""flmsg (FLTK): forms for messages of relief services. Judged by the message files."""
import re

from program import SURNAMES, TOWNS, Task, number, pick
from saved import files

GRAM = "<flmsg>4.0.20\n<radiogram>\n:nbr:1 1\n:prec:1 0\n:to:{size} {to}\n:msg:12 All is well.\n:svc:1 F\n:std:1 T\n"


class Messages(Task):
    accessible = False
    toolkit, packages, window = "FLTK", ["flmsg"], "FLMSG"

    def seed(self, home):
        folder = home / ".nbems" / "ICS" / "messages"
        folder.mkdir(parents=True)
        for town in TOWNS[:8]:
            (folder / f"{town.lower()}.m2s").write_text(GRAM.format(size=len(town), to=town.upper()))

    def command(self, home):
        return ["flmsg"]

    def ready(self, person):
        """At its first start it asks for the kind of interface and shows its settings."""
        person.click_text("Expert")
        person.sees("flmsg config", 40)
        person.closes("flmsg config")
        super().ready(person)

    def data(self, home):
        folder = home / ".nbems" / "ICS" / "messages"
        return {name: dict(re.findall(r"^:(\w+):\d+ (.*)$", text, re.M)) for name, text in files(folder, "*.m2s").items()}


class Radiogram(Messages):
    """A form with fields of several lines that turn letters into capitals, a menu, and the dialog for a file's name."""
    name = "flmsg-radiogram"

    def values(self, seed):
        return {"to": f"{pick(SURNAMES, seed)} {pick(TOWNS, seed)}".upper(), "text": f"Send {number(seed, 10, 99)} blankets to hall {number(seed, 2, 9)}", "file": f"gram{number(seed, 100, 999)}"}

    def show(self, person, values):
        person.click_at(130, 220, "FLMSG", "TO")
        person.types(values["to"])
        person.click_at(250, 335, "FLMSG", "TXT")
        person.types(values["text"])
        person.click_at(20, 10, "FLMSG", "the menu File")
        person.click_at(25, 96, "FLMSG", "Save")
        person.sees("Save data file")
        person.types(values["file"])
        person.keys("Return")
        person.leaves("Save data file")

    def wanted(self, before, values):
        return {**before, f"{values['file']}.m2s": {"nbr": "1", "prec": "0", "to": values["to"], "msg": values["text"], "svc": "F", "std": "T"}}


class Sign(Messages):
    """A message opened by its name in the dialog for files, another tab of the form left alone, a field filled in, saved again."""
    name = "flmsg-sign"

    def values(self, seed):
        return {"file": f"{pick(TOWNS[:8], seed).lower()}.m2s", "signature": f"{pick(SURNAMES, seed)} {number(seed, 10, 99)}".upper()}

    def show(self, person, values):
        person.click_at(20, 10, "FLMSG", "the menu File")
        person.click_at(25, 75, "FLMSG", "Open")
        person.sees("Open data file")
        person.click_text(values["file"], window="Open data file", times=2)
        person.leaves("Open data file")
        person.click_at(160, 412, "FLMSG", "SIG")
        person.types(values["signature"])
        person.click_at(20, 10, "FLMSG", "the menu File")
        person.click_at(25, 96, "FLMSG", "Save")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {**before, values["file"]: {**before[values["file"]], "sig": values["signature"]}}


TASKS = [Radiogram(), Sign()]
