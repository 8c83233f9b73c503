"""Draws windows of GTK widgets from seeds, with their truth: `xvfb-run python3 gtk.py COUNT OUT`.

The widgets themselves say where they are, so that neither a window manager nor an accessibility bus is needed. One process
draws one theme: a parent starts one child per theme and scale.
"""
import json
import os
import pathlib
import random
import subprocess
import sys

THEMES = ["Adwaita", "Adwaita-dark", "HighContrast", "Arc", "Arc-Dark", "Arc-Darker", "Greybird", "Numix", "Breeze", "Breeze-Dark"]
FONTS = ["DejaVu Sans 10", "Liberation Sans 11", "Noto Sans 10", "Cantarell 11", "Roboto 12", "DejaVu Sans 13"]
WORDS = """Enregistrer Annuler Fermer Ouvrir Nouveau Modifier Supprimer Rechercher Imprimer Exporter Préférences Nom Prénom Ville Adresse
Montant Date Compte Catégorie Commentaire Save Cancel Close Open New Edit Delete Search Print Export Preferences Name City Address
Amount Account Category Memo Options View Help File Tools Status Payee Number Type Speichern Abbrechen Schließen Datei Bearbeiten
Ansicht Hilfe Betrag Konto Kategorie Notiz Aktiv Afficher Masquer Toujours Jamais Unité Précision Police Taille Couleur Format""".split()
ICONS = ["document-new", "document-open", "document-save", "edit-cut", "edit-copy", "edit-paste", "edit-undo", "edit-redo", "edit-find",
         "list-add", "list-remove", "go-next", "go-previous", "go-up", "go-home", "view-refresh", "window-close", "help-about", "edit-delete",
         "document-print", "preferences-system", "media-playback-start", "format-text-bold", "format-text-italic", "zoom-in", "zoom-out"]


def child(theme, first, count, out):
    import gi
    gi.require_version("Gtk", "3.0")
    from gi.repository import GLib, Gtk
    settings = Gtk.Settings.get_default()
    settings.set_property("gtk-theme-name", theme)
    settings.set_property("gtk-enable-animations", False)
    settings.set_property("gtk-application-prefer-dark-theme", theme.endswith("dark"))

    def pump(seconds=0.15):
        loop = GLib.MainLoop()
        GLib.timeout_add(int(seconds * 1000), loop.quit)
        loop.run()

    for n in range(first, first + count):
        r = random.Random(n * 77 + 5)
        settings.set_property("gtk-font-name", r.choice(FONTS))
        page = Page(r, Gtk)
        window = Gtk.OffscreenWindow()
        box = Gtk.EventBox()
        size = r.choice([(1280, 800), (900, 700), (1600, 900), (640, 520)])
        window.set_default_size(*size)
        window.set_size_request(*size)
        box.add(page.build())
        window.add(box)
        window.show_all()
        pump()
        picture = window.get_pixbuf()
        name = f"gtk-{theme}-{os.environ.get('GDK_SCALE', '1')}-{n}"
        picture.savev(str(out / f"{name}.png"), "png", [], [])
        scale = picture.get_width() / window.get_allocated_width()
        elements = page.truth(window, scale, picture.get_width(), picture.get_height())
        row = {"name": name, "app": f"drawn-{theme}", "kit": "gtk-drawn", "split": "develop"}
        (out / f"{name}.json").write_text(json.dumps({**row, "elements": elements}))
        print(json.dumps(row), flush=True)
        window.destroy()


class Page:
    def __init__(self, r, gtk):
        self.r, self.gtk, self.marked, self.trees, self.books = r, gtk, [], [], []

    def word(self, n=1):
        return " ".join(self.r.choice(WORDS) for _ in range(n))

    def mark(self, widget, kind, also=()):
        self.marked.append((widget, kind, list(also)))
        if self.r.random() < 0.08:
            widget.set_sensitive(False)
        return widget

    def build(self):
        r, gtk = self.r, self.gtk
        column = gtk.Box(orientation=gtk.Orientation.VERTICAL, spacing=r.choice([0, 4, 8]))
        if r.random() < 0.6:
            bar = gtk.MenuBar()
            for _ in range(r.randint(3, 8)):
                item = gtk.MenuItem(label=self.word())
                bar.append(item)
                self.marked.append((item, "menu_item", ["menu", "button", "tab", "link"]))
            column.pack_start(bar, False, False, 0)
        if r.random() < 0.6:
            column.pack_start(self.toolbar(), False, False, 0)
        body = gtk.Box(orientation=r.choice([gtk.Orientation.VERTICAL, gtk.Orientation.VERTICAL, gtk.Orientation.HORIZONTAL]), spacing=10)
        body.set_border_width(r.choice([4, 8, 16]))
        for _ in range(r.randint(2, 4)):
            body.pack_start(self.block(), r.random() < 0.4, True, 0)
        column.pack_start(body, True, True, 0)
        if r.random() < 0.6:
            row = gtk.ButtonBox(spacing=6)
            row.set_layout(r.choice([gtk.ButtonBoxStyle.END, gtk.ButtonBoxStyle.CENTER, gtk.ButtonBoxStyle.EXPAND]))
            row.set_border_width(r.choice([0, 8]))
            for _ in range(r.randint(1, 4)):
                row.add(self.button())
            column.pack_end(row, False, False, 0)
        return column

    def button(self):
        r, gtk = self.r, self.gtk
        if r.random() < 0.2:
            return self.icon_button()
        b = gtk.Button(label=self.word(r.choice([1, 1, 2])))
        if r.random() < 0.3:
            b.set_image(gtk.Image.new_from_icon_name(r.choice(ICONS), gtk.IconSize.BUTTON))
            b.set_always_show_image(True)
        if r.random() < 0.2:
            b.get_style_context().add_class(r.choice(["suggested-action", "destructive-action"]))
        if r.random() < 0.1:
            b.set_relief(gtk.ReliefStyle.NONE)
        return self.mark(b, "button")

    def icon_button(self):
        b = self.gtk.Button.new_from_icon_name(self.r.choice(ICONS), self.r.choice([self.gtk.IconSize.BUTTON, self.gtk.IconSize.MENU]))
        if self.r.random() < 0.3:
            b.set_relief(self.gtk.ReliefStyle.NONE)
        return self.mark(b, "icon_button", ["button"])

    def toolbar(self):
        r, gtk = self.r, self.gtk
        bar = gtk.Toolbar()
        style = r.choice([gtk.ToolbarStyle.ICONS, gtk.ToolbarStyle.ICONS, gtk.ToolbarStyle.BOTH_HORIZ, gtk.ToolbarStyle.BOTH])
        bar.set_style(style)
        bar.set_icon_size(r.choice([gtk.IconSize.SMALL_TOOLBAR, gtk.IconSize.LARGE_TOOLBAR]))
        for _ in range(r.randint(4, 12)):
            if r.random() < 0.15:
                bar.insert(gtk.SeparatorToolItem(), -1)
                continue
            item = gtk.ToolButton(icon_name=r.choice(ICONS), label=self.word())
            shown = style == gtk.ToolbarStyle.BOTH or (style == gtk.ToolbarStyle.BOTH_HORIZ and r.random() < 0.5)
            item.set_is_important(shown)
            bar.insert(item, -1)
            self.mark(item, "button" if shown else "icon_button", ["icon_button"] if shown else ["button"])
        return bar

    def block(self):
        return self.r.choice([self.form, self.form, self.ticks, self.tree, self.keys, self.notebook, self.row, self.rows])()

    def form(self):
        r, gtk = self.r, self.gtk
        grid = gtk.Grid(row_spacing=r.choice([4, 6, 12]), column_spacing=8)
        for i in range(r.randint(2, 6)):
            label = gtk.Label(label=self.word() + r.choice(["", ":", " :"]))
            label.set_xalign(r.choice([0, 0, 1]))
            grid.attach(label, 0, i, 1, 1)
            w = self.field()
            w.set_hexpand(r.random() < 0.8)
            grid.attach(w, 1, i, 1, 1)
        return grid

    def field(self):
        r, gtk = self.r, self.gtk
        kind = r.choice(["entry", "entry", "entry", "combo", "spin", "area", "scale", "password", "search"])
        if kind == "combo":
            w = gtk.ComboBoxText()
            [w.append_text(self.word()) for _ in range(3)]
            w.set_active(0)
            return self.mark(w, "dropdown", ["button"])
        if kind == "spin":
            w = gtk.SpinButton.new_with_range(0, 100, 1)
            w.set_value(r.randint(0, 100))
            return self.mark(w, "text_input", ["dropdown"])
        if kind == "area":
            w = gtk.ScrolledWindow()
            w.set_shadow_type(gtk.ShadowType.IN)
            w.set_min_content_height(r.randint(60, 140))
            text = gtk.TextView()
            text.get_buffer().set_text("\n".join(self.word(r.randint(2, 6)) for _ in range(r.randint(0, 3))))
            w.add(text)
            return self.mark(w, "text_area", ["text_input"])
        if kind == "scale":
            w = gtk.Scale.new_with_range(gtk.Orientation.HORIZONTAL, 0, 100, 1)
            w.set_draw_value(False)
            w.set_value(r.randint(0, 100))
            return self.mark(w, "slider")
        w = gtk.SearchEntry() if kind == "search" else gtk.Entry()
        if kind == "password":
            w.set_visibility(False)
            w.set_text("secret12")
        elif r.random() < 0.6:
            w.set_text(self.word(r.randint(1, 3)))
        elif r.random() < 0.5:
            w.set_placeholder_text(self.word(2))
        return self.mark(w, "text_input")

    def ticks(self):
        r, gtk = self.r, self.gtk
        box = gtk.Box(orientation=gtk.Orientation.VERTICAL, spacing=r.choice([0, 4, 8]))
        group = None
        kind = r.choice(["check", "radio", "switch"])
        for _ in range(r.randint(2, 5)):
            if kind == "switch":
                line = gtk.Box(spacing=10)
                s = gtk.Switch()
                s.set_active(r.random() < 0.5)
                s.set_valign(gtk.Align.CENTER)
                label = gtk.Label(label=self.word(2))
                line.pack_start(label, False, False, 0)
                line.pack_end(s, False, False, 0) if r.random() < 0.5 else line.pack_start(s, False, False, 0)
                box.add(line)
                self.mark(s, "toggle", ["checkbox"])
                continue
            w = gtk.CheckButton(label=self.word(2)) if kind == "check" else gtk.RadioButton.new_with_label_from_widget(group, self.word(2))
            group = w if kind == "radio" else None
            w.set_active(r.random() < 0.5)
            w.set_halign(gtk.Align.START)
            box.add(w)
            self.mark(w, "checkbox" if kind == "check" else "radio")
        return box

    def tree(self):
        r, gtk = self.r, self.gtk
        n = r.randint(1, 5)
        store = gtk.ListStore(*([str] * n))
        for _ in range(r.randint(3, 9)):
            store.append([self.word(r.randint(1, 2)) for _ in range(n)])
        view = gtk.TreeView(model=store)
        view.set_headers_visible(n > 1 or r.random() < 0.3)
        for i in range(n):
            c = gtk.TreeViewColumn(self.word(), gtk.CellRendererText(), text=i)
            c.set_expand(True)
            view.append_column(c)
        if r.random() < 0.5:
            view.get_selection().select_path(gtk.TreePath.new_first())
        frame = gtk.ScrolledWindow()
        frame.set_shadow_type(gtk.ShadowType.IN)
        frame.set_min_content_height(140)
        frame.add(view)
        self.trees.append((view, n))
        return frame

    def keys(self):
        r = self.r
        grid = self.gtk.Grid(row_spacing=r.choice([0, 2, 4]), column_spacing=r.choice([0, 2, 4]))
        grid.set_column_homogeneous(True)
        grid.set_row_homogeneous(True)
        marks = list("789÷456×123−0.=+") + ["sin", "cos", "log", "C", "←", "√", "x²", "π", "MC", "M+", "(", ")"]
        for i in range(r.randint(8, 24)):
            b = self.gtk.Button(label=marks[i])
            b.set_hexpand(True)
            b.set_vexpand(True)
            grid.attach(self.mark(b, "button", ["icon_button"]), i % 5, i // 5, 1, 1)
        return grid

    def notebook(self):
        book = self.gtk.Notebook()
        for i in range(self.r.randint(2, 5)):
            label = self.gtk.Label(label=self.word())
            book.append_page(self.form() if i == 0 else self.gtk.Label(label="x"), label)
            self.books.append(label)
        return book

    def row(self):
        box = self.gtk.Box(spacing=6)
        for _ in range(self.r.randint(2, 6)):
            box.pack_start(self.button(), False, False, 0)
        box.set_valign(self.gtk.Align.START)
        return box

    def rows(self):
        box = self.gtk.ListBox()
        for i in range(self.r.randint(2, 6)):
            row = self.gtk.ListBoxRow()
            label = self.gtk.Label(label=self.word(self.r.randint(1, 3)))
            label.set_xalign(0)
            label.set_margin_start(8)
            label.set_margin_top(self.r.choice([2, 6, 10]))
            label.set_margin_bottom(label.get_margin_top())
            row.add(label)
            box.add(row)
            self.marked.append((row, "list_item", ["table_row", "menu_item"]))
        box.select_row(box.get_row_at_index(0))
        return box

    def truth(self, window, scale, width, height):
        out = []

        def add(kind, also, x, y, w, h, also_boxes=()):
            fit = lambda b: [max(0, int(b[0] * scale)), max(0, int(b[1] * scale)), min(width, int(b[2] * scale)), min(height, int(b[3] * scale))]
            box = fit([x, y, x + w, y + h])
            if box[2] - box[0] >= 4 and box[3] - box[1] >= 4:
                out.append({"type": kind, "also_types": also, "box": box, "also_boxes": [fit(b) for b in also_boxes], "interactive": True, "states": [], "name": ""})

        for widget, kind, also in self.marked:
            if not widget.get_mapped():
                continue
            place = widget.translate_coordinates(window, 0, 0)
            if place is None:
                continue
            a = widget.get_allocation()
            if kind in ("checkbox", "radio"):
                # The box to tick is the square at the left; the whole is as true.
                side = min(a.height, 20)
                add(kind, also, place[0] + 1, place[1] + (a.height - 16) / 2, 16, 16, [[place[0], place[1], place[0] + a.width, place[1] + a.height]])
            else:
                add(kind, also, place[0], place[1], a.width, a.height)
        for label in self.books:
            place = label.translate_coordinates(window, 0, 0)
            if label.get_mapped() and place:
                a = label.get_allocation()
                add("tab", ["button"], place[0] - 10, place[1] - 4, a.width + 20, a.height + 8, [[place[0], place[1], place[0] + a.width, place[1] + a.height]])
        for view, n in self.trees:
            if n == 1 and view.get_mapped():
                for i in range(len(view.get_model())):
                    c = view.get_cell_area(self.gtk.TreePath(i), view.get_column(0))
                    x, y = view.convert_bin_window_to_widget_coords(c.x, c.y)
                    px, py = view.translate_coordinates(window, x, y)
                    if 0 <= y and y + c.height <= view.get_allocated_height():
                        add("list_item", ["table_row", "table_cell", "menu_item"], px, py, c.width, c.height)
        return out


def main():
    if sys.argv[1] == "--child":
        child(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), pathlib.Path(sys.argv[5]))
        return
    count, out = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    each = max(1, count // (len(THEMES) + 2))
    with open(out / "index.jsonl", "w") as index:
        for i, (theme, scale) in enumerate([*((t, "1") for t in THEMES), ("Adwaita", "2"), ("Greybird", "2")]):
            env = {**os.environ, "GDK_SCALE": scale, "NO_AT_BRIDGE": "1"}
            done = subprocess.run([sys.executable, __file__, "--child", theme, str(i * each), str(each), str(out)], env=env, stdout=subprocess.PIPE, text=True)
            index.write(done.stdout)
            index.flush()


main()
