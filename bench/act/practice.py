"""Tasks on the practice application: new values from its records, and a judge that compares the records before and after."""
import re
import sqlite3

TABLES = {
    "invoices": "select number, status, reason, amount_cents, patient_id from invoices",
    "patients": "select id, last_name, first_name, birth_date, sex, phone, email, insurer from patients",
}
OPEN = "select number from invoices where status = 'to_check' and twin = 0 order by number"
REASONS = ["Prix inhabituel", "Dossier incomplet", "Soin non prescrit", "Tarif dépassé"]
LAST, FIRST = ["Lacombe", "Marchal", "Pichon", "Renaud", "Tessier"], [("Sophie", "F"), ("Julien", "M"), ("Camille", "F"), ("Xavier", "M")]
INSURERS = ["Prévoyance Atlantique", "Harmonie Santé"]
SEXES = {"F": "Femme", "M": "Homme"}
MONEY_LIMIT = 100_000


def records(database):
    with sqlite3.connect(database, timeout=10) as c:
        state = {name: {row[0]: row for row in c.execute(query)} for name, query in TABLES.items()}
        state["audit"] = c.execute("select id, action, target, detail, outcome from audit order by id").fetchall()
    return state


def changes(before, after):
    """{(table, key): (row before, row after)} of what differs."""
    found = {}
    for table in TABLES:
        for key in before[table].keys() | after[table].keys():
            a, b = before[table].get(key), after[table].get(key)
            if a != b:
                found[(table, key)] = (a, b)
    return found


def submits(before, after):
    """What was submitted meanwhile, whatever became of it: [(action, target, outcome)]; logins are none."""
    return [(a, t, o) for _, a, t, _, o in after["audit"][len(before["audit"]):] if "log" not in a]


class Task:
    """`draw` gives values for the workflow and says what must become true; `name` is that of `lea demo person`."""
    kit = "clinic"
    drifts = []

    def __init__(self, name, times, options=(), seed=3):
        self.name, self.task, self.times, self.options, self.seed = f"clinic-{name}", name, times, options, seed

    def draw(self, database, dice, twins=False):
        c = sqlite3.connect(database, timeout=10)
        rows = [r[0] for r in c.execute(OPEN)]
        if twins:
            rows = [n for n in rows if any(near(n, t) for (t,) in c.execute("select number from invoices where twin = 1"))] or rows
        number = rows[dice.randrange(len(rows))]
        if self.task == "validate_invoice":
            return {"numero_ou_patient": number}, {("invoices", number): {1: "validated"}}
        if self.task == "reject_invoice":
            reason = REASONS[dice.randrange(len(REASONS))]
            return {"numero_ou_patient": number, "motif": reason}, {("invoices", number): {1: "rejected", 2: reason}}
        if self.task == "amount_decides":
            wants_much = dice.random() < 0.5
            fits = [n for n in rows if (c.execute("select amount_cents from invoices where number = ?", (n,)).fetchone()[0] >= MONEY_LIMIT) == wants_much]
            number = fits[dice.randrange(len(fits))] if fits else number
            much = c.execute("select amount_cents from invoices where number = ?", (number,)).fetchone()[0] >= MONEY_LIMIT
            return {"numero_ou_patient": number}, {("invoices", number): {1: "rejected" if much else "validated"}}
        if self.task == "correct_phone":
            people = [r[0] for r in c.execute("select id from patients where twin = 0 order by id")]
            who = people[dice.randrange(len(people))]
            phone = "06 " + " ".join(f"{dice.randrange(100):02}" for _ in range(4))
            return {"nom_ou_dossier": who, "telephone": phone}, {("patients", who): {5: phone}}
        if self.task == "register_patient":
            (first, sex), last = FIRST[dice.randrange(len(FIRST))], LAST[dice.randrange(len(LAST))]
            y, m, d = dice.randrange(1945, 2010), dice.randrange(1, 13), dice.randrange(1, 29)
            phone = "07 " + " ".join(f"{dice.randrange(100):02}" for _ in range(4))
            mail, insurer = f"{last.lower()}{dice.randrange(100, 999)}@example.org", INSURERS[dice.randrange(2)]
            values = {"nom": last, "prenom": first, "date_de_naissance": f"{d:02}/{m:02}/{y}", "sexe": SEXES[sex], "telephone": phone, "courriel": mail, "mutuelle": insurer}
            return values, {("patients", None): {1: last, 2: first, 3: f"{y}-{m:02}-{d:02}", 4: sex, 5: phone, 6: mail, 7: insurer}}
        if self.task == "validate_page":
            # A list that refills from the next page has no clear end: a few are left.
            keep = rows[-3:]
            c.execute(f"update invoices set status = 'validated' where status = 'to_check' and number not in ({','.join('?' * len(keep))})", keep)
            c.commit()
            return {}, {("invoices", n): {1: "validated"} for n in keep}
        raise ValueError(self.task)

    def judge(self, before, after, wanted):
        """`true`, `none`, `part` or `wrong`, and what changed."""
        found = changes(before, after)
        told = "; ".join(f"{k[1]}: {b and b[1:3]} -> {a and a[1:3]}" for k, (b, a) in found.items())
        rest = dict(wanted)
        for key, (b, a) in found.items():
            want = rest.pop(key, None) or (rest.pop((key[0], None), None) if b is None else None)
            if want is None or a is None or any(a[i] != v for i, v in want.items()):
                return "wrong", told
            if b is not None and any(x != y and i not in want for i, (x, y) in enumerate(zip(b, a)) if not (key[0] == "invoices" and i == 2)):
                return "wrong", told
        return ("none" if not found else "part" if rest else "true"), told


def near(a, b):
    """Two numbers that differ in one digit, or by two that changed places."""
    digits = lambda s: re.sub(r"\D", "", s)  # noqa: E731
    x, y = digits(a), digits(b)
    return a != b and len(x) == len(y) and sum(p != q for p, q in zip(x, y)) <= 2


TASKS = [Task("validate_invoice", 5), Task("reject_invoice", 5), Task("correct_phone", 5), Task("register_patient", 5, ["--stumbles"]),
         Task("validate_page", 4), Task("amount_decides", 6, seed=5)]
