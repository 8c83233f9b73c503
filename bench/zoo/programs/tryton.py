"""Tryton (GTK 3): the client of an ERP, with its server and the module of parties. Judged by the server's database."""
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

from program import GIVEN, SURNAMES, TOWNS, Task, difference, number, pick

SERVER = "[database]\nuri = sqlite://\npath = {home}/server\n[web]\nlisten = 127.0.0.1:{port}\n"
PARTIES = """
from trytond.config import config
config.update_etc("{home}/trytond.conf")
from trytond.pool import Pool
Pool.start()
pool = Pool("office")
pool.init()
from trytond.transaction import Transaction
with Transaction().start("office", 1) as t:
    pool.get("party.party").create([{{"name": f"{{g}} {{s}}", "addresses": [("create", [{{"street": f"{{n + 3}} High Street", "city": town}}])]}} for n, (g, s, town) in enumerate({people})])
    items = pool.get("ir.module.config_wizard.item").search([])
    pool.get("ir.module.config_wizard.item").write(items, {{"state": "done"}})
    t.commit()
"""


class Parties(Task):
    toolkit, packages, window = "GTK 3", ["tryton-client", "tryton-server", "tryton-modules-party"], "Tryton"
    port = 8432

    def seed(self, home):
        """A new database takes half a minute: it is made once and copied."""
        made = pathlib.Path(tempfile.gettempdir(), "zoo-made", "tryton")
        if not (made / "office.sqlite").exists():
            self.make(made)
        (home / "server").mkdir()
        shutil.copy(made / "office.sqlite", home / "server")
        (home / "trytond.conf").write_text(SERVER.format(home=home, port=self.port))
        self.helper(["trytond", "-c", str(home / "trytond.conf"), "-d", "office"], env={**os.environ, "HOME": str(home)})
        import stage
        stage.up(self.port, 40)
        settings = home / ".config" / "tryton" / "6.0"
        settings.mkdir(parents=True)
        (settings / "profiles.cfg").write_text(f"[office]\nhost = 127.0.0.1:{self.port}\ndatabase = office\nusername = admin\n")
        (settings / "tryton.conf").write_text(f"[login]\nprofile = office\nlogin = admin\nhost = 127.0.0.1:{self.port}\ndb = office\nexpanded = False\n")

    def make(self, made):
        shutil.rmtree(made, ignore_errors=True)
        (made / "server").mkdir(parents=True)
        (made / "trytond.conf").write_text(SERVER.format(home=made, port=self.port))
        (made / "password").write_text("office")
        (made / "server" / "office.sqlite").touch()
        environment = {**os.environ, "HOME": str(made), "TRYTONPASSFILE": str(made / "password")}
        subprocess.run(["trytond-admin", "-c", str(made / "trytond.conf"), "-d", "office", "-u", "ir", "party", "--activate-dependencies", "--email", "office@example.org"], env=environment, check=True)
        people = list(zip(GIVEN, SURNAMES, TOWNS))
        subprocess.run(["/usr/bin/python3", "-c", PARTIES.format(home=made, people=people)], env=environment, check=True)
        shutil.copy(made / "server" / "office.sqlite", made)

    def command(self, home):
        return ["tryton"]

    def ready(self, person):
        super().ready(person)
        person.sees("Login")
        person.keys("Return")
        person.read("Password for admin", seconds=40)
        person.types("office")
        person.keys("Return")
        person.read("Administration", seconds=40)

    def data(self, home):
        with sqlite3.connect(home / "server" / "office.sqlite", timeout=5) as base:
            rows = base.execute("select p.id, p.name, p.active, a.id, a.name, a.street, a.city, a.party_name from party_party p left join party_address a on a.party = p.id order by p.id, a.id")
            return {"parties": [[cell or "" for cell in row] for row in rows], "contacts": [list(row) for row in base.execute("select party, type, value from party_contact_mechanism")]}


def to_parties(person):
    """Opens the list of parties by the tree of menus; a cell's box is as far to the right as its arrow is wide."""
    for name in ("Party", "Parties"):
        x1, y1, _, y2 = person.box("table cell", name)
        person.press(x1, (y1 + y2) / 2, name, times=2)
        person.pause(0.8, 1.2)


class New(Parties):
    """An entry of the tree of menus by double click, a button of the tool bar that has a picture only, a form, and saving."""
    name = "tryton-newparty"

    def values(self, seed):
        return {"name": f"{pick(GIVEN, seed + 3)} {pick(SURNAMES, seed)} {number(seed, 100, 999)}"}

    def show(self, person, values):
        to_parties(person)
        person.click("push button", "New", nth=0)
        person.click("text", nth=0)
        person.types(values["name"])
        person.click("push button", "Save")
        person.pause(0.8, 1.2)

    def judge(self, before, after, values):
        known = {p[0] for p in before["parties"]}
        new = [p for p in after["parties"] if p[0] not in known]
        if after == before:
            return "none", ""
        right = [p for p in after["parties"] if p[0] in known] == before["parties"] and after["contacts"] == before["contacts"] and [p[1] for p in new] == [values["name"]] and not any(new[0][4:])
        return ("true" if right else "wrong"), difference(before, after)


class Building(Parties):
    """A search taken by Enter, a row by double click, one field among many, and saving."""
    name = "tryton-building"

    def values(self, seed):
        return {"party": f"{pick(GIVEN, seed)} {pick(SURNAMES, seed)}", "building": f"{pick(TOWNS, seed)} House {number(seed, 10, 99)}"}

    def show(self, person, values):
        to_parties(person)
        person.click("text", nth=0)
        person.types(values["party"])
        person.keys("Return")
        x1, _, _, y2 = person.box("table column header", "Name")
        person.press(x1 + 50, y2 + 12, values["party"], times=2)
        person.pause(0.8, 1.2)
        person.click("text", nth=4)
        person.types(values["building"])
        person.click("push button", "Save")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {**before, "parties": [[*p[:4], values["building"] if p[1] == values["party"] else p[4], *p[5:]] for p in before["parties"]]}


TASKS = [New(), Building()]
