"""FileZilla (wxWidgets): its site manager, without any connection. Judged by its sitemanager.xml."""
import xml.etree.ElementTree as ET

from program import SURNAMES, TOWNS, Task, number, pick
from saved import files

SETTINGS = """<?xml version="1.0"?><FileZilla3><Settings><Setting name="Greeting version">9.99.0</Setting><Setting name="Greeting resources"></Setting>
<Setting name="Update Check">0</Setting><Setting name="Window position and size">0 60 40 1100 660 </Setting></Settings></FileZilla3>
"""
SITE = "<Server><Host>{host}</Host><Port>22</Port><Protocol>1</Protocol><Type>0</Type><User>{user}</User><Logontype>2</Logontype><EncodingType>Auto</EncodingType><BypassProxy>0</BypassProxy><Name>{name}</Name>" \
    "<Comments></Comments><Colour>0</Colour><LocalDir></LocalDir><RemoteDir></RemoteDir><SyncBrowsing>0</SyncBrowsing><DirectoryComparison>0</DirectoryComparison>{name}</Server>"


class Sites(Task):
    toolkit, packages, window = "wxWidgets", ["filezilla"], "FileZilla"
    sites: list = []

    def seed(self, home):
        folder = home / ".config" / "filezilla"
        folder.mkdir(parents=True)
        (folder / "filezilla.xml").write_text(SETTINGS)
        sites = "".join(SITE.format(name=n, host=f"{n.lower()}.example.org", user=u) for n, u in self.sites)
        (folder / "sitemanager.xml").write_text(f'<?xml version="1.0" encoding="UTF-8"?><FileZilla3 version="3.63.0" platform="*nix"><Servers>{sites}</Servers></FileZilla3>')

    def command(self, home):
        return ["filezilla"]

    def data(self, home):
        sites = ET.parse(home / ".config" / "filezilla" / "sitemanager.xml").getroot().find("Servers")
        told = ("Host", "Port", "Protocol", "User", "Logontype", "Comments", "RemoteDir")
        return {s.findtext("Name"): {k: s.findtext(k) or "" for k in told} for s in sites.iter("Server")}


class New(Sites):
    """A menu, a button that makes an entry of a tree whose name is typed, combo boxes and fields."""
    name = "filezilla-newsite"
    sites = [("Archive", "clerk"), ("Backup", "clerk")]

    def values(self, seed):
        town = pick(TOWNS, seed)
        return {"site": f"Branch {town}", "host": f"ftp{number(seed, 10, 99)}.{town.lower()}.example.org", "user": pick(SURNAMES, seed).lower()}

    def show(self, person, values):
        person.click_text("File", window="FileZilla")
        person.click_text("Site Manager...")
        person.sees("Site Manager")
        person.click("push button", "New site", window="Site Manager")
        person.types(values["site"])
        person.keys("Return")
        person.click("text", nth=0, window="Site Manager")
        person.types(values["host"])
        person.click("combo box", "Normal", window="Site Manager")
        person.click("menu item", "Ask for password")
        person.click("text", nth=2, window="Site Manager")
        person.types(values["user"])
        person.click("push button", "OK", window="Site Manager")
        person.leaves("Site Manager")

    def wanted(self, before, values):
        return {**before, values["site"]: {"Host": values["host"], "Port": "21", "Protocol": "0", "User": values["user"], "Logontype": "2", "Comments": "", "RemoteDir": ""}}


class Folder(Sites):
    """An entry of a tree, another tab, a field."""
    name = "filezilla-folder"
    sites = [(town, surname.lower()) for town, surname in zip(TOWNS, SURNAMES)]

    def values(self, seed):
        return {"site": pick(TOWNS, seed), "folder": f"/srv/{pick(['invoices', 'letters', 'plans', 'orders'], seed)}/{number(seed, 2000, 2999)}"}

    def show(self, person, values):
        person.click_text("File", window="FileZilla")
        person.click_text("Site Manager...")
        person.sees("Site Manager")
        person.click_text(values["site"], window="Site Manager")
        person.click("page tab", "Advanced", window="Site Manager")
        person.click("text", nth=1, window="Site Manager")
        person.types(values["folder"])
        person.click("push button", "OK", window="Site Manager")
        person.leaves("Site Manager")

    def wanted(self, before, values):
        return {**before, values["site"]: {**before[values["site"]], "RemoteDir": "1 0 " + " ".join(f"{len(part)} {part}" for part in values["folder"].strip("/").split("/"))}}


class Rename(Sites):
    """A row of a list by the right button, an entry of its menu, a name edited in place."""
    name = "filezilla-rename"
    plans = [f"{town.lower()}-plan" for town in TOWNS[:6]]

    def seed(self, home):
        super().seed(home)
        (home / "plans").mkdir()
        for plan in self.plans:
            (home / "plans" / plan).write_text(f"The plan of {plan}\n")

    def command(self, home):
        return ["filezilla", f"--local={home}/plans"]

    def values(self, seed):
        return {"file": pick(self.plans, seed), "name": f"{pick(SURNAMES, seed).lower()}-{number(seed, 100, 999)}"}

    def data(self, home):
        return {**super().data(home), "files": files(home / "plans", "*")}

    def show(self, person, values):
        person.click_text(values["file"], window="FileZilla", button=3)
        person.click_text("Rename")
        person.keys("ctrl+a")
        person.types(values["name"])
        person.keys("Return")
        person.pause(0.8, 1.2)

    def wanted(self, before, values):
        renamed = {values["name"] if name == values["file"] else name: text for name, text in before["files"].items()}
        return {**before, "files": renamed}


TASKS = [New(), Folder(), Rename()]
