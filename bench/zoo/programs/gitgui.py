"""Git Gui (Tk): changes in a folder of texts. Judged by the commits of the repository."""
import os
import subprocess

from program import SURNAMES, Task, number, pick

FILES = ["agenda", "budget", "contracts", "deliveries", "expenses", "freight", "guests", "holidays", "invoices", "journal"]


def git(home, *argv):
    return subprocess.run(["git", "-C", str(home / "notes"), *argv], check=True, capture_output=True, text=True, env={**os.environ, "HOME": str(home)}).stdout


class Commit(Task):
    """A row of a list, an entry of a menu, a text and a button."""
    accessible = False
    name, toolkit, packages, window = "gitgui-commit", "Tk", ["git", "git-gui"], "Git Gui"

    def seed(self, home):
        (home / "notes").mkdir()
        (home / ".gitconfig").write_text("[user]\n\tname = Office\n\temail = office@example.org\n[init]\n\tdefaultBranch = main\n[safe]\n\tdirectory = *\n[gui]\n\tgeometry = 1100x640+60+40 320 220\n")
        git(home, "init", "-q")
        for change in ("first", "second"):
            for name in FILES:
                (home / "notes" / f"{name}.txt").write_text(f"{name}: {change} version\n")
            if change == "first":
                git(home, "add", ".")
                git(home, "commit", "-q", "-m", "All files")

    def command(self, home):
        return ["/usr/bin/git", "-C", str(home / "notes"), "gui"]

    def values(self, seed):
        return {"file": pick(FILES, seed) + ".txt", "message": f"{pick(['Checked with', 'Corrected for', 'Agreed with', 'Sent to'], seed)} {pick(SURNAMES, seed)}, file {number(seed, 100, 999)}"}

    def data(self, home):
        log = git(home, "log", "--format=%s", "--name-only").split("\n")
        return {"log": [line for line in log if line], "changed": git(home, "status", "--porcelain").splitlines()}

    def show(self, person, values):
        row = FILES.index(values["file"][:-4])
        person.click_at(60, 83 + 17 * row, "Git Gui", values["file"])
        person.click_at(229, 15, "Git Gui", "the menu Commit")
        person.click_text("Stage To Commit")
        person.click_at(700, 540, "Git Gui", "the commit message")
        person.types(values["message"])
        person.click_at(384, 572, "Git Gui", "the button Commit")

    def wanted(self, before, values):
        return {"log": [values["message"], values["file"], *before["log"]], "changed": [c for c in before["changed"] if not c.endswith(values["file"])]}


TASKS = [Commit()]
