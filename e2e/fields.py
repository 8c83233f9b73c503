"""Fields as programs have them, and worse: TOOLKIT KIND [MILLISECONDS,...]. Prints what was entered into each.

KIND: `late` shows bullets that come so many milliseconds after their keys, one number for each entry; `peek` shows bullets and the
last character; `plain` is an ordinary field, twelve characters wide; `chat` is one that Enter clears; `title` shows bullets and puts
what was typed into the title of its window; `slow` shows plain letters, as late as `late` does.
"""

import sys

TOOLKIT, KIND = sys.argv[1], sys.argv[2]
LATE = [int(ms) for ms in sys.argv[3].split(",")] if len(sys.argv) > 3 else [0]
NEIGHBOUR = "Words beside the field"


def entered(text):
    print(text, flush=True)


def tk():
    import tkinter

    root = tkinter.Tk(className="fields")
    root.title("Dossier 12")
    root.geometry("520x220+80+80")
    big = ("DejaVu Sans", 13)
    tkinter.Label(root, text=NEIGHBOUR, font=big).pack(pady=14)
    if KIND in ("plain", "chat"):
        field = tkinter.Entry(root, font=big, width=12 if KIND == "plain" else 40)
        field.pack()

        def on_return(_):
            entered(field.get())
            if KIND == "chat":
                field.delete(0, "end")

        field.bind("<Return>", on_return)
        root.after(50, field.focus_force)
        return root.mainloop()
    shown = tkinter.Label(root, font=big, relief="sunken", width=40, anchor="w", bg="white")
    shown.pack()
    typed = []

    def show(text):
        shown.config(text=text)

    def on_key(event):
        if event.keysym == "Return":
            entered("".join(typed))
            typed.clear()
            if len(LATE) > 1:
                LATE.pop(0)
            return
        if not event.char:
            return
        if not typed:
            show("")
        typed.append(event.char)
        count = len(typed)
        last = event.char if KIND == "peek" else "●"
        plain = "".join(typed)
        root.after(LATE[0], lambda: show(plain if KIND == "slow" else "●" * (count - 1) + last))
        if KIND == "peek":
            root.after(LATE[0] + 900, lambda: len(typed) == count and show("●" * count))
        if KIND == "title":
            root.title("Dossier of " + "".join(typed))

    root.bind("<Key>", on_key)
    root.after(50, root.focus_force)
    root.mainloop()


def qt():
    from PyQt6 import QtWidgets

    app = QtWidgets.QApplication(["fields"])
    window = QtWidgets.QWidget()
    window.setWindowTitle("Dossier 12")
    column = QtWidgets.QVBoxLayout(window)
    column.addWidget(QtWidgets.QLabel(NEIGHBOUR))
    field = QtWidgets.QLineEdit()
    if KIND != "plain":
        field.setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
    field.returnPressed.connect(lambda: entered(field.text()))
    column.addWidget(field)
    window.resize(520, 160)
    window.show()
    field.setFocus()
    app.exec()


{"tk": tk, "qt": qt}[TOOLKIT]()
