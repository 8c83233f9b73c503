"""A card of a customer, as programs have it, and worse: FILE ORDERS KIND [OPTION].

Appends to FILE a line of JSON for everything that it saves or deletes. ORDERS is a file with one word, which is obeyed and printed once:
`other` shows another number over what was typed, `notes` brings up a window of notes that takes the keyboard and saves with Ctrl+S.

KIND: `plain` shows the customer of this number; `grey` has a Save that is greyed by each key for so many milliseconds, and for ever with -1; `list` has a list too, whose entries
Ctrl+A and Delete remove, and in `deaf` the field leaves the keyboard to it; `danger` has buttons of
these words (`A|B`) that delete, one without words, and `Tools`, which asks before it deletes.
"""

import json
import sys
import tkinter

FILE, ORDERS, KIND = sys.argv[1:4]
OPTION = sys.argv[4] if len(sys.argv) > 4 else ""
FONT = ("DejaVu Sans", 14)


class Card:
    def __init__(self):
        self.root = tkinter.Tk(className="customers")
        self.root.title("Customers")
        self.root.geometry("760x460+60+60")
        self.number = OPTION if KIND in ("plain", "list") and OPTION else "4711"
        self.done, self.later, self.gone = "", None, 0
        self.page = None
        self.card()
        self.obey()

    def say(self, **what):
        with open(FILE, "a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")

    def fresh(self, title):
        if self.page:
            self.page.destroy()
        self.page = tkinter.Frame(self.root)
        self.page.pack(fill="both", expand=True)
        tkinter.Label(self.page, text=title, font=("DejaVu Sans", 20)).place(x=40, y=24)

    def button(self, text, x, y, command):
        button = tkinter.Button(self.page, text=text, font=FONT, command=command)
        button.place(x=x, y=y)
        return button

    def card(self):
        self.fresh("Customer card")
        tkinter.Label(self.page, text="Number", font=FONT).place(x=90, y=84)
        self.shown = tkinter.Label(self.page, text=self.number, font=FONT)
        self.shown.place(x=180, y=84)
        tkinter.Label(self.page, text="Phone", font=FONT).place(x=104, y=160)
        self.phone = tkinter.Entry(self.page, font=FONT, width=24)
        self.phone.place(x=180, y=156)
        self.phone.bind("<Control-s>", lambda _: self.save())
        self.phone.bind("<Key>", lambda _: self.typed())
        self.keep = self.button("Save", 180, 230, self.save)
        self.keep.bind("<Button-1>", self.pressed)
        self.button("Cancel", 300, 230, lambda: None)
        getattr(self, KIND, lambda: None)()

    def save(self):
        self.say(saved=self.number, phone=self.phone.get())
        self.fresh("Customer saved")
        self.button("Back to list", 40, 120, lambda: None)

    def pressed(self, _):
        if self.keep["state"] == "disabled":
            self.say(pressed="disabled")

    def typed(self):
        if KIND != "grey":
            return
        self.keep.config(state="disabled")
        if self.later:
            self.root.after_cancel(self.later)
        if int(OPTION) >= 0:
            self.later = self.root.after(int(OPTION), lambda: self.keep.config(state="normal"))

    def list(self):
        box = tkinter.Listbox(self.page, font=FONT, height=4, selectmode="extended")
        for name in ("Dupont", "Lefebvre", "Moreau"):
            box.insert("end", name)
        box.place(x=40, y=300)
        box.bind("<Delete>", lambda _: self.say(deleted=[box.get(i) for i in box.curselection()]))
        box.bind("<BackSpace>", lambda _: self.say(deleted=[box.get(i) for i in box.curselection()]))
        box.bind("<Control-a>", lambda _: box.selection_set(0, "end"))
        if KIND != "deaf":
            return
        self.phone.config(takefocus=0)
        self.phone.bind("<Button-1>", lambda _: (box.focus_set(), "break")[1])
        self.phone.bind("<FocusIn>", lambda _: box.focus_set())
        self.root.after(50, lambda: (self.root.focus_force(), box.focus_set()))

    deaf = list

    def delete(self):
        self.gone += 1
        self.status.config(text=f"Gone: {self.gone}")
        self.say(deleted="all")

    def danger(self):
        self.status = tkinter.Label(self.page, text="Ready", font=FONT)
        self.status.place(x=560, y=24)
        for row, words in enumerate(OPTION.split("|")):
            self.button(words, 40, 300 + 50 * row, self.delete)
        bin_ = tkinter.Canvas(self.page, width=44, height=44, bg="#d9d9d9", relief="raised", bd=2, highlightthickness=0)
        bin_.create_rectangle(14, 18, 34, 40, width=2)
        bin_.create_line(10, 14, 38, 14, width=2)
        bin_.create_line(20, 9, 28, 9, width=2)
        for x in (19, 24, 29):
            bin_.create_line(x, 22, x, 36, width=2)
        bin_.place(x=560, y=300)
        bin_.bind("<ButtonRelease-1>", lambda _: self.delete())
        self.button("Tools", 560, 380, self.asks)

    def asks(self):
        box = tkinter.Frame(self.page, relief="raised", bd=3, bg="#f4f4f4")
        box.place(x=120, y=90, width=520, height=190)

        def yes():
            box.destroy()
            self.delete()

        text = "Delete everything?\nAll customers of this list."
        tkinter.Label(box, text=text, font=FONT, bg="#f4f4f4", justify="left").place(x=30, y=20)
        tkinter.Button(box, text="Yes", font=FONT, command=yes).place(x=260, y=120)
        tkinter.Button(box, text="No", font=FONT, command=box.destroy).place(x=380, y=120)

    def finish(self):
        """Does what was pressed before."""
        self.root.winfo_pointerx()
        self.root.update()

    def notes(self):
        self.finish()
        notes = tkinter.Toplevel(self.root, class_="notes")
        notes.title("Notes")
        notes.geometry("420x240+700+420")
        text = tkinter.Text(notes, font=FONT)
        text.pack()
        text.bind("<Control-s>", lambda _: self.say(note=text.get("1.0", "end").strip()))
        text.bind("<Key>", lambda e: e.char and self.say(noted=e.char))
        text.bind("<FocusIn>", lambda _: print("notes", flush=True))
        notes.lift()
        text.focus_force()

    def other(self):
        self.finish()
        self.number = "4712"
        if self.shown.winfo_exists():
            self.shown.config(text=self.number)
        self.root.update()
        print("other", flush=True)

    def obey(self):
        try:
            with open(ORDERS, encoding="utf-8") as file:
                order = file.read().strip()
        except FileNotFoundError:
            order = ""
        if order and order != self.done:
            self.done = order
            {"other": self.other, "notes": self.notes}[order]()
        self.root.after(20, self.obey)


Card().root.mainloop()
