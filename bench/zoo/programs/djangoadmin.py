"""The administration site of Django (a web application, in Chromium): its own users and groups. Judged by the server's database."""
import os
import subprocess

from program import GIVEN, SURNAMES, Task, number, pick
from saved import sqlite_rows

SETTINGS = """
MIDDLEWARE.append("django.contrib.auth.middleware.RemoteUserMiddleware")
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.RemoteUserBackend"]
TIME_ZONE = "Europe/Paris"
"""
PEOPLE = """
from django.contrib.auth.models import Group, User
User.objects.create_superuser("office", "office@example.org", "office")
for given, surname in {people}:
    User.objects.create_user(f"{{given[0]}}{{surname}}".lower(), f"{{given}}@example.org".lower(), first_name=given, last_name=surname)
for name in ("Doctors", "Nurses"):
    Group.objects.create(name=name)
"""


class Admin(Task):
    toolkit, packages, window = "web", ["chromium", "python3-django"], "Django site admin"
    port = 8431

    def seed(self, home):
        site = home / "site"
        site.mkdir()
        self.environment = {**os.environ, "HOME": str(home), "REMOTE_USER": "office"}
        manage = lambda *argv, **more: subprocess.run(["/usr/bin/python3", "manage.py", *argv], cwd=site, env=self.environment, check=True, capture_output=True, text=True, **more)  # noqa: E731
        subprocess.run(["/usr/bin/python3", "-m", "django", "startproject", "office", "."], cwd=site, env=self.environment, check=True)
        with open(site / "office" / "settings.py", "a") as settings:
            settings.write(SETTINGS)
        manage("migrate")
        people = [(g, s) for g, s in zip(GIVEN, SURNAMES)]
        manage("shell", "-c", PEOPLE.format(people=people))
        self.helper(["/usr/bin/python3", "manage.py", "runserver", "--noreload", f"127.0.0.1:{self.port}"], cwd=site, env=self.environment)
        import stage
        stage.up(self.port, 20)

    def command(self, home):
        import office
        return office.browser(f"http://127.0.0.1:{self.port}/admin/", home, window=("--window-size=1180,720", "--window-position=40,20"))

    def data(self, home):
        tables = sqlite_rows(home / "site" / "db.sqlite3", "auth_user", "auth_group", "auth_group_permissions", "auth_user_groups")
        users = {row[4]: row[:2] + row[3:] for row in tables.pop("auth_user")}
        for row in users.values():
            row[1] = row[2] = row[8] = ""  # hash and times
        return {**tables, "users": users}


class Mail(Admin):
    """A link, a search taken by Enter, a link in the row that was found, a field, a button below."""
    name = "djangoadmin-mail"

    def values(self, seed):
        return {"user": f"{pick(GIVEN, seed)[0]}{pick(SURNAMES, seed)}".lower(), "mail": f"{pick(SURNAMES, seed).lower()}{number(seed, 10, 99)}@clinic.example.org"}

    def show(self, person, values):
        person.click("link", "Users")
        person.sees("Select user to change")
        person.click("entry", nth=0)
        person.types(values["user"])
        person.keys("Return")
        person.click("link", values["user"])
        person.sees("Change user")
        person.click("entry", "Email address:")
        person.keys("ctrl+a")
        person.types(values["mail"])
        person.scroll(30)
        person.click("push button", "Save")
        person.sees("Select user to change")

    def wanted(self, before, values):
        users = {name: list(row) for name, row in before["users"].items()}
        users[values["user"]] = [values["mail"] if "@" in str(cell) else cell for cell in users[values["user"]]]
        return {**before, "users": users}


class Roles(Admin):
    """A form with two lists: one is filtered by typing, and a double click brings an entry into the other."""
    name = "djangoadmin-group"
    permissions = ["add user", "change user", "delete user", "view user", "add session", "delete session"]

    def values(self, seed):
        return {"name": f"{pick(['Clerks', 'Porters', 'Cooks', 'Drivers', 'Cleaners', 'Guards', 'Tutors', 'Nurses B'], seed)} {number(seed, 10, 99)}", "permission": f"Can {pick(self.permissions, seed)}"}

    def show(self, person, values):
        person.click("link", "Add", nth=0)
        person.sees("Add group")
        person.click("entry", "Name:")
        person.types(values["name"])
        person.click("entry", nth=1)
        person.types(values["permission"])
        person.click("list item", nth=0, times=2)
        person.click("push button", "Save")
        person.sees("Select group to change")

    def judge(self, before, after, values):
        new = [g for g in after["auth_group"] if g not in before["auth_group"]]
        given = [p for g, _ in new for _, group, p in after["auth_group_permissions"] if group == g]
        if {**after, "auth_group": 0, "auth_group_permissions": 0} != {**before, "auth_group": 0, "auth_group_permissions": 0} or len(new) > 1:
            return "wrong", f"{new}"
        if not new:
            return ("none" if after == before else "wrong"), ""
        right = new[0][1] == values["name"] and [self.names[p] for p in given] == [values["permission"]]
        return ("true" if right else "wrong"), f"{new} {[self.names[p] for p in given]}"

    def data(self, home):
        self.names = {row[0]: row[3] for row in sqlite_rows(home / "site" / "db.sqlite3", "auth_permission")["auth_permission"]}
        return super().data(home)


TASKS = [Mail(), Roles()]
