"""calibre (Qt 6): a library of books. Judged by its database."""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

from program import GIVEN, SURNAMES, TOWNS, Task, number, pick

TITLES = [f"{what} of {town}" for what, town in zip(["Atlas", "Birds", "Castles", "Dances", "Engines", "Forests", "Gardens", "Harbours", "Islands", "Jewels", "Kitchens", "Lakes"], TOWNS)]


class Library(Task):
    accessible = False
    toolkit, packages, window = "Qt 6", ["calibre"], "books ||"

    def seed(self, home):
        """Each book takes a second to add: the library is made once and copied."""
        made = pathlib.Path(tempfile.gettempdir(), "zoo-made", "calibre")
        if not (made / "done").exists():
            shutil.rmtree(made, ignore_errors=True)
            made.mkdir(parents=True)
            for title, given, surname in zip(TITLES, GIVEN, SURNAMES):
                subprocess.run(["calibredb", "add", "--empty", "--title", title, "--authors", f"{given} {surname}", "--with-library", str(made / "books")], check=True, stdout=subprocess.DEVNULL,
                               env={**os.environ, "HOME": str(made), "XDG_CONFIG_HOME": str(made / ".config")})
            (made / "done").touch()
        shutil.copytree(made / "books", home / "books")
        settings = home / ".config" / "calibre"
        settings.mkdir(parents=True)
        (settings / "global.py.json").write_text(json.dumps({"library_path": str(home / "books"), "installation_uuid": "5c5e7f4e-0000-4000-8000-000000000001", "language": "en"}))
        (settings / "dynamic.pickle.json").write_text('{"welcome_wizard_was_run": true}')

    def command(self, home):
        return ["calibre", f"--with-library={home}/books"]

    def ready(self, person):
        super().ready(person)
        person.pause(3, 4)  # until the guide that it brings along is among the books

    def data(self, home):
        told = "select b.title, b.author_sort, (select group_concat(p.name) from books_publishers_link l join publishers p on p.id = l.publisher where l.book = b.id), " \
            "(select group_concat(t.name) from books_tags_link l join tags t on t.id = l.tag where l.book = b.id) from books b"
        with sqlite3.connect(f"file:{home}/books/metadata.db?mode=ro", uri=True, timeout=5) as base:
            # Its title sort is a function of the program; plain columns are all that is read here.
            return {title: [author, publisher or "", tags or ""] for title, author, publisher, tags in base.execute(told) if title in TITLES}


class Publisher(Library):
    """A search taken by Enter, and a cell of the row that is left, edited in place by F2."""
    name = "calibre-publisher"

    def values(self, seed):
        return {"title": pick(TITLES, seed), "publisher": f"{pick(SURNAMES, seed + 4)} Press {number(seed, 10, 99)}"}

    def show(self, person, values):
        person.click_at(499, 95, "books ||", "the search")
        person.types(values["title"])
        person.keys("Return")
        person.pause(0.8, 1.2)
        person.click_at(886, 146, "books ||", "the publisher in the row that is left")
        person.keys("F2")
        person.types(values["publisher"])
        person.keys("Return")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        author, _, tags = before[values["title"]]
        return {**before, values["title"]: [author, values["publisher"], tags]}


class Tags(Library):
    """A row found by its title, a button of the tool bar, a large dialog of which two fields are filled in."""
    name = "calibre-tags"

    def values(self, seed):
        return {"title": pick(TITLES, seed), "tags": f"shelf {number(seed, 100, 999)}", "publisher": f"{pick(TOWNS, seed + 4)} Books"}

    def show(self, person, values):
        person.click_at(499, 95, "books ||", "the search")
        person.types(values["title"])
        person.keys("Return")
        person.pause(0.8, 1.2)
        person.click_at(260, 146, "books ||", "the row that is left")
        person.click_at(153, 33, "books ||", "Edit metadata")
        person.sees("Edit metadata")
        person.click_at(611, 394, "Edit metadata", "Tags")
        person.types(values["tags"])
        person.click_at(611, 511, "Edit metadata", "Publisher")
        person.types(values["publisher"])
        person.click_at(897, 728, "Edit metadata", "OK")
        person.leaves("Edit metadata")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        return {**before, values["title"]: [before[values["title"]][0], values["publisher"], values["tags"]]}


TASKS = [Publisher(), Tags()]
