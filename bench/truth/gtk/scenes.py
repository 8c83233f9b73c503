#!/usr/bin/env python3
"""Says which applications are shown, and how: scenes.py screens|pairs [develop|held] > SCENES.jsonl."""
import json
import sys

NOTES = {"fr": "Réunion de jeudi\n\nAppeler Mme Lefèvre avant 14 h 30.\nFacture F-2024-0451 : 4 117,75 €\nÀ prévoir : café, thé, jus d’orange\n",
         "en": "Meeting on Thursday\n\nCall Mrs Walker before 2:30 pm.\nInvoice F-2024-0451: €4,117.75\nTo bring: coffee, tea, orange juice\n",
         "de": "Besprechung am Donnerstag\n\nFrau Köhler vor 14:30 Uhr anrufen.\nRechnung F-2024-0451: 4.117,75 €\nMitbringen: Kaffee, Tee, Orangensaft\n"}
SHEET = "Kunde,Ort,Betrag,Datum\nGrünwald AG,Köln,1200.50,2026-03-01\nOptik Lindner,Zürich,845,2026-03-04\nÉlan & Fils,Lyon,99.9,2026-04-11\nHarding & Co,Leeds,3120,2026-05-20\n"
FORM = {"fr": ["Nouveau client", "Coordonnées", "Nom", "Prénom", "Mot de passe", "Pays", "France|Suisse|Belgique", "Remarques"],
        "en": ["New customer", "Contact details", "Last name", "First name", "Password", "Country", "France|Ireland|Malta", "Notes"],
        "de": ["Neuer Kunde", "Kontaktdaten", "Nachname", "Vorname", "Passwort", "Land", "Deutschland|Schweiz|Österreich", "Bemerkungen"]}
ASK = {"fr": ["Supprimer la facture ?", "Cette action est définitive."], "en": ["Delete the invoice?", "This cannot be undone."], "de": ["Rechnung löschen?", "Dies kann nicht rückgängig gemacht werden."]}
COLUMNS = {"fr": ["Choix", "Client", "Ville", "Montant"], "en": ["Pick", "Customer", "City", "Amount"], "de": ["Wahl", "Kunde", "Ort", "Betrag"]}
ROWS = [["Ateliers du Rhône", "Lyon", "1 200,00 €"], ["Bäckerei Stern", "Köln", "845,50 €"], ["Northwind Ltd", "Leeds", "3 120,00 €"], ["Maison Chauvet", "Nîmes", "99,90 €"], ["Optik Lindner", "Zürich", "410,00 €"]]


def galculator(_):
    return ["galculator"], {}


def mousepad(lang):
    return ["mousepad", "--disable-server", "HOME/notes.txt"], {"notes.txt": NOTES[lang]}


def gedit(lang):
    return ["gedit", "--standalone", "HOME/notes.txt"], {"notes.txt": NOTES[lang]}


def zenity_form(lang):
    f = FORM[lang]
    return ["zenity", "--forms", f"--title={f[0]}", f"--text={f[1]}", f"--add-entry={f[2]}", f"--add-entry={f[3]}", f"--add-password={f[4]}", f"--add-combo={f[5]}", f"--combo-values={f[6]}", f"--add-entry={f[7]}"], {}


def zenity_question(lang):
    return ["zenity", "--question", f"--title={ASK[lang][0]}", f"--text={ASK[lang][0]}\n{ASK[lang][1]}"], {}


def zenity_list(lang):
    c = COLUMNS[lang]
    cells = [x for n, row in enumerate(ROWS) for x in ["TRUE" if n % 2 else "FALSE", *row]]
    return ["zenity", "--list", "--checklist", f"--title={c[1]}", f"--text={c[1]}", "--width=620", "--height=380", *[f"--column={x}" for x in c], *cells], {}


def zenity_scale(lang):
    return ["zenity", "--scale", f"--title={COLUMNS[lang][3]}", f"--text={COLUMNS[lang][3]}", "--value=35", "--width=420"], {}


def zenity_open(_):
    return ["zenity", "--file-selection", "--filename=/usr/share/"], {}


def zenity_entry(lang):
    return ["zenity", "--entry", f"--title={FORM[lang][0]}", f"--text={FORM[lang][2]}", "--entry-text=Lefèvre"], {}


def zenity_progress(lang):
    return ["zenity", "--password", "--username", f"--title={FORM[lang][0]}"], {}


def gnumeric(_):
    return ["gnumeric", "HOME/t.csv"], {"t.csv": SHEET}


def homebank(_):
    return ["homebank", "/usr/share/homebank/datas/example.xhb"], {}


def osmo(_):
    return ["osmo"], {}


def pcmanfm(_):
    return ["pcmanfm", "/usr/share"], {}


def plain(name, *more):
    return lambda _: ([name, *more], {})


DEVELOP = [  # (application, steps, name of the scene, place)
    (galculator, [], "main", None), (galculator, ["click menu#1"], "menu", None), (galculator, ["click menu#0"], "file", None), (galculator, ["key ctrl+comma", "click menu#1", "key Down", "key Return"], "other", None),
    (mousepad, [], "main", [220, 120, 1000, 620]), (mousepad, ["click menu#0"], "menu", [220, 120, 1000, 620]), (mousepad, ["key ctrl+f"], "find", [500, 60, 1100, 700]), (mousepad, ["key ctrl+h"], "replace", [300, 160, 900, 600]), (mousepad, ["click menu#1"], "edit", "max"),
    (zenity_form, [], "form", None), (zenity_form, ["type Kohler", "key Tab", "type Zoe"], "typed", None), (zenity_question, [], "question", None), (zenity_list, [], "list", None), (zenity_scale, [], "scale", None), (zenity_open, [], "open", None), (zenity_entry, [], "entry", None), (zenity_progress, [], "login", None),
    (gnumeric, [], "main", "max"), (gnumeric, ["click menu#0"], "menu", "max"), (gnumeric, ["key ctrl+1"], "format", "max"), (gnumeric, ["key ctrl+f"], "find", [100, 80, 1300, 800]), (gnumeric, ["click menu#4"], "formatmenu", "max"),
]
HELD = [
    (homebank, [], "main", "max"), (homebank, ["click menu#3"], "menu", "max"), (homebank, ["key ctrl+n"], "add", "max"), (homebank, ["click menu#1"], "edit", [80, 60, 1500, 900]), (homebank, ["click menu#5"], "reports", "max"),
    (gedit, [], "main", [200, 100, 1000, 640]), (gedit, ["key ctrl+h"], "replace", [200, 100, 1000, 640]), (gedit, ["key ctrl+f"], "find", "max"),
    (osmo, [], "main", None), (osmo, ["click page tab#2"], "contacts", "max"), (osmo, ["click page tab#1"], "tasks", None),
    (pcmanfm, [], "main", [260, 140, 1000, 640]), (pcmanfm, [], "other", "max"),
    (plain("mate-calc"), [], "main", None), (plain("mate-calc"), ["click menu#1"], "menu", None),
    (plain("qalculate-gtk"), [], "main", None), (plain("grsync"), [], "main", None), (plain("grsync"), ["click page tab#1"], "more", None), (plain("grsync"), ["click menu#0"], "menu", None),
    (plain("kcalc"), [], "main", [400, 200, 500, 420]), (plain("kcalc"), [], "other", [900, 300, 0, 0]),
]
KIT = {"kcalc": "qt5", "pcmanfm": "gtk2"}
# Calculators that name their keys otherwise than they draw them.
MUTE = {"mate-calc": ["push button", "toggle button"], "qalculate-gtk": ["push button", "toggle button"]}
THEMES = {"develop": ["Adwaita", "Adwaita:dark", "Greybird", "Adwaita", "Arc-Dark"], "held": ["Adwaita", "Adwaita:dark", "Numix", "Adwaita", "HighContrast", "Arc"]}
DESKS = ["#3b5b7a", "#e8e8e8", "#1c1c1c", "#55405f", "#2e6b4f"]
LANGUAGES = ["fr", "en", "de"]


def scene(make, steps, what, place, split, n, language=None, **fixed):
    language = language or LANGUAGES[n % 3]
    argv, files = make(language)
    app = argv[0]
    kit = KIT.get(app, "gtk3")
    s = {"app": app, "kit": kit, "split": split, "argv": argv, "files": files, "steps": steps, "language": language,
         "theme": THEMES[split][n % len(THEMES[split])] if kit == "gtk3" else "", "desk": DESKS[n % 5], "scale": 1, "dpi": 96}
    if n % 7 == 3 and kit == "gtk3" and place != "max":
        s["scale"] = 2
    elif n % 7 == 5 and kit == "gtk3":
        s["dpi"] = 120 if n % 2 else 144
    if app in MUTE:
        s["mute"] = MUTE[app]
    if place:
        s["place"] = place
    s.update(fixed)
    if s["scale"] == 2 and s.get("place") not in (None, "max"):
        s["place"] = [100, 60, 0, 0]
    s["name"] = f"{kit}-{app}-{what}-{language}-{s['theme'].replace(':', '_') or 'plain'}-{round(100 * s['scale'] * s['dpi'] / 96)}-{n}"
    return s


def screens(split, of):
    for n, (make, steps, what, place) in enumerate(of):
        yield scene(make, steps, what, place, split, n)
    for n, (make, steps, what, place) in enumerate(of):  # once more, otherwise dressed
        if n % 3 != 1:
            yield scene(make, steps, what, place, split, n + 40)


def pairs(split, of):
    """The same scene in three languages, and the same scene a moment later."""
    find = {(make(LANGUAGES[0])[0][0], what): (make, steps, what, place) for make, steps, what, place in of}
    chosen, later = ([("galculator", "main"), ("galculator", "file"), ("mousepad", "main"), ("mousepad", "menu"), ("zenity", "form"), ("zenity", "list"), ("zenity", "open"), ("gnumeric", "main"), ("gnumeric", "find")],
                     [("galculator", "main", "menu"), ("mousepad", "main", "menu"), ("mousepad", "main", "replace"), ("zenity", "form", "typed"), ("gnumeric", "main", "menu")]) if split == "develop" else \
                    ([("homebank", "main"), ("homebank", "menu"), ("gedit", "main"), ("gedit", "replace"), ("mate-calc", "menu"), ("grsync", "main"), ("grsync", "more"), ("qalculate-gtk", "main")],
                     [("homebank", "main", "menu"), ("homebank", "main", "reports"), ("gedit", "main", "find"), ("grsync", "main", "menu"), ("mate-calc", "main", "menu")])
    for n, key in enumerate(chosen):
        make, steps, what, place = find[key]
        for language in LANGUAGES:
            s = scene(make, steps, what, place, split, n, language, scale=1, dpi=96, theme=THEMES[split][n % 2])
            s["group"], s["way"] = f"pair-{s['app']}-{what}", "base"
            s["name"] = f"{s['group']}-{language}"
            yield s
    for n, (app, one, two) in enumerate(later):
        for way, what in (("before", one), ("after", two)):
            make, steps, _, _ = find[app, what]
            place = find[app, one][3]
            s = scene(make, steps, what, place, split, n, None, scale=1, dpi=96, theme=THEMES[split][n % 2])
            s["group"], s["way"] = f"later-{app}-{one}-{two}", way
            s["name"] = f"{s['group']}-{way}"
            yield s


def main():
    what, only = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    for split, of in (("develop", DEVELOP), ("held", HELD)):
        if only in (None, split):
            for s in (screens if what == "screens" else pairs)(split, of):
                print(json.dumps(s, ensure_ascii=False))


main()
