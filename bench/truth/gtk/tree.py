"""From an accessible tree to Lea's truth: which widgets are displayed, of what type, where, and what they say."""
import re

import gi

gi.require_version("Atspi", "2.0")
gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Atspi, GLib, Pango, PangoCairo  # noqa: E402
import cairo  # noqa: E402

STATE = Atspi.StateType

# Role of AT-SPI -> Lea's type, other types a careful reader would accept, whether it is acted on.
TYPES = {
    "push button": ("button", [], True), "button": ("button", [], True), "toggle button": ("button", ["toggle", "dropdown"], True),
    "push button menu": ("dropdown", ["button"], True),
    "check box": ("checkbox", [], True), "radio button": ("radio", [], True), "switch": ("toggle", ["checkbox"], True),
    "text": ("text_input", ["text_area"], True), "entry": ("text_input", [], True), "password text": ("text_input", [], True), "spin button": ("text_input", [], True),
    "combo box": ("dropdown", [], True), "menu": ("menu", ["menu_item", "button", "dropdown"], True), "menu item": ("menu_item", ["list_item"], True),
    "check menu item": ("menu_item", ["checkbox", "list_item"], True), "radio menu item": ("menu_item", ["radio", "list_item"], True),
    "page tab": ("tab", ["button"], True), "slider": ("slider", [], True), "link": ("link", [], True),
    "list item": ("list_item", [], True), "icon": ("list_item", ["image", "icon_button"], True),
    "table cell": ("table_cell", ["list_item", "label", "table_row"], False), "table column header": ("table_cell", ["label", "button"], False),
    "table row header": ("table_cell", ["label", "button"], False), "table": ("table", [], False), "tree table": ("table", [], False), "tree": ("table", [], False),
    "list": ("table", [], False), "label": ("label", [], False), "image": ("image", ["icon_button"], False), "scroll bar": ("scrollbar", ["slider"], False),
    "tool bar": ("toolbar", [], False), "menu bar": ("toolbar", ["menu"], False), "dialog": ("dialog", ["window"], False), "alert": ("dialog", ["window"], False),
    "file chooser": ("dialog", ["window"], False), "color chooser": ("dialog", ["window"], False), "frame": ("window", ["dialog"], False), "heading": ("label", [], False), "static": ("label", [], False),
}
TEXT_ROLES = {"label", "push button", "button", "toggle button", "check box", "radio button", "menu", "menu item", "check menu item", "radio menu item", "page tab",
              "table cell", "table column header", "table row header", "link", "heading", "static", "list item", "icon"}
# What paints things that the tree does not tell of: what is found there is neither right nor wrong.
OPAQUE = {"calendar", "drawing area", "canvas", "unknown", "chart", "terminal", "panel", "filler", "layered pane", "color chooser"}
LONGEST = 6000


def walk(node, depth=0):
    yield node
    if depth > 40:
        return
    manages = node.get_state_set().contains(STATE.MANAGES_DESCENDANTS)
    for i in range(min(node.get_child_count(), 800)):
        child = node.get_child_at_index(i)
        if child is not None and (manages or depth < 40):
            yield from walk(child, depth + 1)


def extents(node, scale):
    try:
        r = node.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
    except (GLib.Error, AttributeError):
        return None
    return [round(v * scale) for v in (r.x, r.y, r.x + r.width, r.y + r.height)]


def cut(a, b):
    return [max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])]


def area(b):
    return max(0, b[2] - b[0]) * max(0, b[3] - b[1])


def wide(text, font, dpi):
    """How many pixels a line takes; more than its cell has means that it is cut off."""
    context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 8, 8))
    layout = PangoCairo.create_layout(context)
    PangoCairo.context_set_resolution(layout.get_context(), dpi)
    layout.set_font_description(Pango.FontDescription(font))
    layout.set_text(text, -1)
    return layout.get_pixel_size()[0]


def stacking(sh):
    """Mapped top-level windows, the topmost first: (box, is it a client's frame)."""
    out = []
    for line in sh("xwininfo", "-root", "-tree").splitlines():
        m = re.match(r"^     (0x[0-9a-f]+) .*?  (\d+)x(\d+)\+(-?\d+)\+(-?\d+)  \+(-?\d+)\+(-?\d+)$", line)
        if not m:
            continue
        w, h, x, y = int(m[2]), int(m[3]), int(m[6]), int(m[7])
        if w < 10 or h < 10 or x + w <= 0 or y + h <= 0 or x >= 1920 or y >= 1080:
            continue
        if "IsViewable" in sh("xwininfo", "-id", m[1]):
            out.append({"id": m[1], "box": [x, y, x + w, y + h]})
    return out


def own_window(stack, box):
    """The X window that shows an accessible top level: the topmost that holds it with the least left over."""
    holds = [(area(w["box"]) - area(box), i) for i, w in enumerate(stack) if area(cut(w["box"], box)) > 0.93 * area(box)]
    return min(holds)[1] if holds else None


def states_of(node):
    s = node.get_state_set()
    out = [n for n, v in (("checked", STATE.CHECKED), ("selected", STATE.SELECTED), ("focused", STATE.FOCUSED), ("expanded", STATE.EXPANDED), ("pressed", STATE.PRESSED)) if s.contains(v)]
    if not s.contains(STATE.ENABLED) and not s.contains(STATE.SENSITIVE):
        out.append("disabled")
    return out


def lines_of(node, scale):
    """Visible lines of a widget with a Text interface, by the boxes of its characters; None when it has none that are sane."""
    text = node.get_text_iface()
    if text is None:
        return None
    try:
        count = text.get_character_count()
        if count == 0 or count > LONGEST:
            return None
        whole = text.get_text(0, count)
        lines, probe = [], 0
        for paragraph in whole.split("\n"):
            run, start = None, probe
            if len(paragraph) <= 300:
                for i, c in enumerate(paragraph):
                    r = text.get_character_extents(start + i, Atspi.CoordType.SCREEN)
                    if r.width <= 0 or r.height <= 0 or c == "\ufffc":
                        continue
                    b = [r.x * scale, r.y * scale, (r.x + r.width) * scale, (r.y + r.height) * scale]
                    if run and abs(b[1] - run["box"][1]) < 3 and b[0] >= run["box"][2] - 4:
                        run["text"] += c
                        run["box"] = [run["box"][0], min(run["box"][1], b[1]), max(run["box"][2], b[2]), max(run["box"][3], b[3])]
                    else:
                        run = {"text": c, "box": b, "per": r.width * scale}
                        lines.append(run)
            probe += len(paragraph) + 1
        for line in lines:  # a space at the end is not ink
            stripped = line["text"].rstrip()
            if stripped != line["text"] and line["text"]:
                line["box"][2] -= (len(line["text"]) - len(stripped)) * 0.3 * (line["box"][3] - line["box"][1])
        lines = [x for x in lines if x["text"].strip()]
        widths = [x["box"][2] - x["box"][0] for x in lines]
        if not lines or any(w < 2 for w in widths) or all(x["box"][:2] == [0, 0] for x in lines):
            return None
        return lines
    except (GLib.Error, AttributeError):
        return None


def tick_face(box, scale, dpi):
    """GTK draws a 16 px indicator at the left of a check or radio button, in the middle of its height."""
    side = 16 * scale
    middle = (box[1] + box[3]) // 2
    return [box[0] + 2 * scale, middle - side // 2, box[0] + 2 * scale + side, middle + side // 2]


def with_words(box, width, scale):
    """The indicator and its words, without the rest of the row that GTK gives to a check button."""
    return [box[0], box[1], min(box[2], box[0] + 24 * scale + width), box[3]]


def whole_tab(box, scale):
    """A tab's words with the margin that themes draw around them."""
    return [max(0, box[0] - 12 * scale), max(0, box[1] - 8 * scale), box[2] + 12 * scale, box[3] + 8 * scale]


class Reader:
    def __init__(self, scene, size, sh):
        self.scale, self.dpi, self.font = scene.get("scale", 1), scene.get("dpi", 96), scene.get("font", "Sans 10")
        self.mute = scene.get("mute", [])  # roles whose names are not what this application shows
        self.kit, self.size, self.stack = scene["kit"], size, stacking(sh)
        self.texts, self.elements, self.ignore, self.seen = [], [], [], set()
        self.sh = sh

    def hidden(self, box, own):
        """The share of a box that windows above its own cover."""
        if own is None:
            return 0
        above = [w["box"] for w in self.stack[:own]]
        points = [(box[0] + (box[2] - box[0]) * fx, box[1] + (box[3] - box[1]) * fy) for fx in (0.06, 0.35, 0.65, 0.94) for fy in (0.2, 0.5, 0.8)]
        return sum(any(a[0] <= x < a[2] and a[1] <= y < a[3] for a in above) for x, y in points) / len(points)

    def say(self, text, box, clip, own, tight):
        text = re.sub(r"[\s\u00a0]+", " ", text.replace("\ufffc", "")).strip()
        box = [round(v) for v in box]
        seen = cut(box, clip)
        if not text or area(seen) < 12 or self.hidden(seen, own) > 0.7:
            return
        clipped = (seen[2] - seen[0] < box[2] - box[0] - 2) or (seen[3] - seen[1] < 0.86 * (box[3] - box[1])) or self.hidden(seen, own) > 0.05
        row = {"text": text, "box": seen, "clipped": clipped}
        if not tight:
            row |= {"loose": True, "width": wide(text, self.font, self.dpi * self.scale)}
            if row["width"] > box[2] - box[0] + 2:
                row["clipped"] = True
        key = (text, tuple(seen))
        if key not in self.seen:
            self.seen.add(key)
            self.texts.append(row)

    def visit(self, node, clip, own, inside):
        state = node.get_state_set()
        role = node.get_role_name()
        if not (state.contains(STATE.SHOWING) or role in ("application", "table cell")) or (not state.contains(STATE.VISIBLE) and role != "table cell"):
            return
        box = extents(node, self.scale)
        sane = box is not None and area(box) > 0 and box[2] - box[0] < 8000 and box[0] > -5000
        if sane:
            seen = cut(box, clip)
            if area(seen) == 0 and role not in ("menu",):
                return
            self.record(node, role, state, box, seen, clip, own, inside)
            if role in ("scroll pane", "viewport", "panel", "filler", "table", "tree table", "tree", "list", "frame", "dialog", "window", "layered pane", "page tab list", "split pane", "text") and area(box) > 0:
                clip = seen
        inner = {"combo box", "spin button", "push button", "button", "toggle button", "page tab", "table cell", "menu item", "check menu item", "radio menu item", "link"}
        now = role if role in inner else inside
        if role == "menu":  # its entries live in a window of their own
            self.menu_children(node, own)
            return
        managed = state.contains(STATE.MANAGES_DESCENDANTS)
        if managed and sane and node.get_child_count() > 60:
            self.grid(node, clip, own, now)
            return
        for i in range(min(node.get_child_count(), 800)):
            child = node.get_child_at_index(i)
            if child is not None:
                self.visit(child, clip, own, now)

    def grid(self, node, clip, own, inside):
        """A table may have a million cells: ask only for those that lie where it is displayed."""
        component, done = node.get_component_iface(), set()
        for i in range(min(node.get_child_count(), 60)):
            child = node.get_child_at_index(i)
            if child is not None and child.get_role_name() == "table column header":
                self.visit(child, clip, own, inside)
        y = clip[1] + 4
        while y < clip[3]:
            x, low = clip[0] + 4, y + 8
            while x < clip[2]:
                try:
                    child = component.get_accessible_at_point(int(x / self.scale), int(y / self.scale), Atspi.CoordType.SCREEN)
                except GLib.Error:
                    child = None
                box = extents(child, self.scale) if child is not None and child != node else None
                if not box or area(box) == 0 or not (box[0] <= x < box[2]):
                    x += 24
                    continue
                if tuple(box) not in done:
                    done.add(tuple(box))
                    self.visit(child, clip, own, inside)
                x, low = box[2] + 3, max(low, box[3] + 3)
            y = low

    def menu_children(self, node, own):
        for i in range(node.get_child_count()):
            child = node.get_child_at_index(i)
            if child is None or not child.get_state_set().contains(STATE.SHOWING):
                continue
            box = extents(child, self.scale)
            if box and area(box) > 0:
                self.visit(child, [0, 0, *self.size], own_window(self.stack, box), None)

    def record(self, node, role, state, box, seen, clip, own, inside):
        name = (node.get_name() or "").strip()
        over = self.hidden(seen, own)
        if over > 0.7:
            return
        kind = TYPES.get(role)
        if role == "text" and state.contains(STATE.MULTI_LINE):
            kind = ("text_area", ["text_input"], True)
        if role == "text" and not state.contains(STATE.EDITABLE):
            kind = ("text_area" if state.contains(STATE.MULTI_LINE) else "text_input", ["label"], False)
        if inside in ("combo box", "spin button", "push button", "button", "toggle button", "table cell", "menu item", "link") and role not in ("text", "push button", "check box"):
            kind = None
        if inside in ("spin button", "combo box"):  # one thing to the eye, of which these are parts
            kind = None
        if role == "combo box" and self.editable(node):
            kind = ("dropdown", ["text_input"], True)
        if self.kit == "gtk2" and role in ("layered pane", "table", "tree table"):  # GTK 2 tells of some of its icons only
            self.ignore.append(seen)
        if role in OPAQUE and node.get_child_count() == 0 and area(seen) > 600:
            self.ignore.append(seen)
        parent = node.get_parent().get_role_name() if node.get_parent() is not None else ""
        if role == "menu" and parent == "menu":
            kind = ("menu_item", ["menu", "list_item"], True)
        if role == "icon" and parent in ("text", "password text", "entry", "spin button"):
            kind, name = ("icon_button", ["image", "button"], True), ""
        if kind and area(seen) >= 0.5 * area(box) and area(seen) >= 40 or kind and kind[0] in ("table", "window", "dialog", "text_area") and area(seen) > 400:
            type_, also, act = kind
            label = name or self.labelled_by(node)
            boxes = []
            words = bool(name) and role not in ("icon",)
            if type_ == "button" and self.is_bare(node, name):
                type_, also = "icon_button", ["button"] + also
            if type_ in ("checkbox", "radio") and self.kit.startswith("gtk") and words and box[2] - box[0] > 30 * self.scale:
                boxes, seen = [seen, with_words(box, wide(name, self.font, self.dpi * self.scale), self.scale)], tick_face(box, self.scale, self.dpi)
            if type_ == "tab" and self.kit.startswith("gtk"):  # GTK gives the words only
                boxes = [whole_tab(box, self.scale)]
            element = {"type": type_, "also_types": also, "name": label, "box": seen, "also_boxes": boxes, "states": states_of(node), "interactive": act,
                       "shaded": False, "secret": role == "password text", "source_role": role}
            if over > 0.3:
                element["shaded"] = True
            self.elements.append(element)
        if role in ("text", "entry", "password text", "spin button", "label", "static", "heading", "paragraph", "terminal"):
            lines = lines_of(node, self.scale)
            if lines:
                for line in lines:
                    self.say(line["text"], line["box"], seen, own, True)
            elif name and role in ("label", "static", "heading") and "\n" not in name:
                self.say(name, box, clip, own, False)
        elif role == "combo box":
            chosen = self.chosen(node)
            if chosen:
                self.say(chosen, box, clip, own, False)
        elif role == "table cell" and parent == "tree table" and name and "\n" not in name:
            # GTK counts a tree's indentation twice: the words may begin further left than their cell.
            self.say(name, [box[0] - 34 * self.scale, *box[1:]], clip, own, False)
        elif role in self.mute:
            pass
        elif role in TEXT_ROLES and name and "\n" not in name and not (role in ("push button", "button", "toggle button") and self.is_bare(node, name)):
            lines = lines_of(node, self.scale) if role in ("push button", "button", "toggle button", "check box", "radio button") else None
            if lines and " ".join(x["text"].strip() for x in lines) == name:
                for line in lines:
                    self.say(line["text"], line["box"], seen if not boxes_of(role) else clip, own, True)
            else:
                self.say(name, box, clip, own, False)

    def is_bare(self, node, name):
        """A button that shows only a picture: its name is for those who cannot see it."""
        if not name:
            return True
        text, image = node.get_text_iface(), node.get_image_iface()
        try:
            if text is not None and text.get_character_count() > 0:
                return False
        except GLib.Error:
            pass
        box = extents(node, self.scale)
        if not box:
            return False
        width, height = box[2] - box[0], box[3] - box[1]
        picture = 0
        try:
            picture = max(0, image.get_image_size().x) * self.scale if image is not None else 0
        except GLib.Error:
            pass
        if wide(name, self.font, self.dpi * self.scale) + (picture + 4 if picture else 0) > width + 2:
            return True
        return width < 1.5 * height and len(name) > 2 and self.in_toolbar(node)

    def editable(self, node):
        return any(node.get_child_at_index(i).get_role_name() in ("text", "entry") for i in range(node.get_child_count()))

    def chosen(self, node):
        """What a closed combo box shows."""
        try:
            selection = node.get_selection_iface()
            if self.editable(node):
                return None
            if selection is not None and selection.get_n_selected_children() > 0:
                return (selection.get_selected_child(0).get_name() or "").strip()
        except (GLib.Error, AttributeError):
            pass
        return (node.get_name() or "").strip()

    def in_toolbar(self, node):
        for _ in range(5):
            node = node.get_parent()
            if node is None:
                return False
            if node.get_role_name() == "tool bar":
                return True
        return False

    def labelled_by(self, node):
        for relation in node.get_relation_set() or []:
            if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY and relation.get_n_targets():
                return (relation.get_target(0).get_name() or "").strip()
        return ""


def boxes_of(role):
    return role in ("check box", "radio button")


def title_bars(reader):
    """What openbox draws around a window: its title, and buttons that the tree knows nothing of."""
    ids = re.findall(r"0x[0-9a-f]+", reader.sh("xprop", "-root", "_NET_CLIENT_LIST_STACKING"))
    for i in ids:
        extents_ = re.findall(r"\d+", reader.sh("xprop", "-id", i, "_NET_FRAME_EXTENTS").partition("=")[2])
        info = reader.sh("xwininfo", "-id", i)
        if len(extents_) != 4 or int(extents_[2]) < 8 or "IsViewable" not in info:
            continue
        number = lambda what: int(re.search(rf"{what}:\s+(-?\d+)", info)[1])  # noqa: E731
        x, y, w = number("Absolute upper-left X"), number("Absolute upper-left Y"), number("Width")
        top = int(extents_[2])
        bar = [x, y - top, x + w, y]
        own = own_window(reader.stack, bar)
        m = re.search(r'_NET_WM_NAME.*? = "(.*)"$|^WM_NAME.*? = "(.*)"$', reader.sh("xprop", "-id", i, "_NET_WM_NAME", "WM_NAME"), re.M)
        name = (m[1] or m[2]) if m else ""
        if name:
            reader.say(name.encode().decode("unicode_escape", "ignore") if "\\" in name else name, [x + 24, y - top, x + w - 64, y], [0, 0, *reader.size], own, False)
        for k, what in enumerate(("close", "maximize", "minimize")):
            right = x + w - 1 - k * 19
            box = [right - 17, y - top + 2, right - 1, y - 3]
            if reader.hidden(box, own) < 0.3 and box[0] > x and 0 <= box[0] < reader.size[0] and 0 <= box[1] < reader.size[1]:
                reader.elements.append({"type": "icon_button", "also_types": ["button"], "name": what, "box": cut(box, [0, 0, *reader.size]), "also_boxes": [], "states": [], "interactive": True,
                                        "shaded": False, "secret": False, "source_role": "window manager"})


def read(windows, scene, size, sh):
    reader = Reader(scene, size, sh)
    for window in windows:
        box = extents(window, reader.scale)
        if not box or area(box) == 0:
            continue
        own = own_window(reader.stack, cut(box, [0, 0, *size]))
        reader.visit(window, cut(box, [0, 0, *size]), own, None)
    title_bars(reader)
    return {"texts": reader.texts, "elements": reader.elements, "ignore": reader.ignore}
