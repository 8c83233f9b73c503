"""Compares what was seen with what is true. Rules of the figures table: see README.md."""
import re
import unicodedata

ACTED_ON = {"button", "text_input", "text_area", "checkbox", "radio", "toggle", "dropdown", "list_item", "tab", "menu", "menu_item", "link", "icon_button", "slider"}
AREA_LOW, AREA_HIGH = 0.4, 2.5
BULLETS = set("•●∙*·⬤")


def trim(text):
    """A string without mnemonic underscores, ellipses, and spaces: what is compared."""
    text = unicodedata.normalize("NFC", text)
    text = re.sub(r"_(?=\w)", "", text) if re.search(r"(^|\s)_\w", text) else text
    return re.sub(r"…|\.\.\.|\s|\u200b", "", text)


def fold(text):
    """The same, forgiving case, kinds of quotes and dashes, and accents: says how near a miss was."""
    text = unicodedata.normalize("NFD", trim(text).casefold())
    return "".join({"’": "'", "‘": "'", "–": "-", "—": "-", "−": "-", "×": "x"}.get(c, c) for c in text if not unicodedata.combining(c))


def counts_as_text(t):
    """Whether a true string is asked for: displayed whole, legible, not under a shade, and not a secret's bullets."""
    said = trim(t["text"])
    return not t["clipped"] and not t.get("shaded") and bool(said) and not all(c in BULLETS for c in said)


def band(lines, box):
    """Lines that lie at the height of a box and reach into it, from left to right."""
    x1, y1, x2, y2 = box
    out = []
    for line in lines:
        a1, b1, a2, b2 = line["box"]
        overlap = min(y2, b2) - max(y1, b1)
        if overlap > 0.5 * min(y2 - y1, b2 - b1) and min(x2, a2) - max(x1, a1) > -4:
            out.append(line)
    return sorted(out, key=lambda line: (line["box"][0]))


def says(words, key):
    """Whether some consecutive words, joined, are exactly `key`."""
    parts = [p for p in words if p]
    for i in range(len(parts)):
        joined = ""
        for part in parts[i:]:
            joined += part
            if joined == key:
                return True
            if len(joined) >= len(key):
                break
    return False


def read(truth, lines):
    """'exact', 'near' (right but for case, accents, quotes), or 'missed'."""
    near = band(lines, truth["box"])
    rows = []  # a loose box may hold two lines of words: judge each height by itself
    for line in near:
        for row in rows:
            if min(row[-1]["box"][3], line["box"][3]) - max(row[-1]["box"][1], line["box"][1]) > 0.4 * (line["box"][3] - line["box"][1]):
                row.append(line)
                break
        else:
            rows.append([line])
    for rule, verdict in ((trim, "exact"), (fold, "near")):
        key = rule(truth["text"])
        if any(says([rule(w) for line in row for w in line["text"].split()], key) for row in rows):
            return verdict
    return "missed"


def area(b):
    return max(0, b[2] - b[0]) * max(0, b[3] - b[1])


def iou(a, b):
    shared = area([max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])])
    return shared / (area(a) + area(b) - shared) if shared else 0.0


def fits(found, true_box):
    x, y = (found[0] + found[2]) / 2, (found[1] + found[3]) / 2
    inside = true_box[0] <= x <= true_box[2] and true_box[1] <= y <= true_box[3]
    return inside and AREA_LOW <= area(found) / max(1, area(true_box)) <= AREA_HIGH


def boxes(e):
    return [e["box"], *e.get("also_boxes", [])]


def match(found, true, by_iou):
    """One-to-one pairs (index found, index true), the best overlap first."""
    options = []
    for i, f in enumerate(found):
        for j, t in enumerate(true):
            best = max(iou(f["box"], b) for b in boxes(t))
            if (best >= 0.5) if by_iou else any(fits(f["box"], b) for b in boxes(t)):
                options.append((best, i, j))
    pairs, used_i, used_j = [], set(), set()
    for _, i, j in sorted(options, reverse=True):
        if i not in used_i and j not in used_j:
            used_i.add(i)
            used_j.add(j)
            pairs.append((i, j))
    return pairs


def neither(found, screen):
    """Whether a find is neither right nor wrong: under a dialog's shade, in a region nobody vouches for, or true but not asked."""
    x, y = (found["box"][0] + found["box"][2]) / 2, (found["box"][1] + found["box"][3]) / 2
    if any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for b in screen.get("ignore", [])):
        return True
    for e in screen["elements"]:
        if (e.get("shaded") or (not e["interactive"] and found["type"] in [e["type"], *e.get("also_types", [])])) and any(fits(found["box"], b) for b in boxes(e)):
            return True
    return False


def elements(screen, seen, any_type=False):
    """Counts of one screen. `any_type`: the finder knows no types, all it finds is a claim."""
    true = [e for e in screen["elements"] if e["interactive"] and not e.get("shaded")]
    found = [f for f in seen["elements"] if any_type or f["type"] in ACTED_ON]
    out = {"true": len(true), "found": 0, "hit": 0, "iou": 0, "type": 0, "type_strict": 0, "wrong": []}
    pairs = match(found, true, False)
    hit_i = {i for i, _ in pairs}
    claims = [f for i, f in enumerate(found) if i in hit_i or not neither(f, screen)]
    out["found"], out["hit"], out["iou"] = len(claims), len(pairs), len(match(claims, true, True))
    for i, j in pairs:
        strict = found[i]["type"] == true[j]["type"]
        kind = strict or found[i]["type"] in true[j].get("also_types", [])
        out["type"] += kind
        out["type_strict"] += strict
        if not kind:
            out["wrong"].append([true[j]["type"], found[i]["type"]])
    hit_j = {j for _, j in pairs}
    out["lost"] = [true[j]["type"] for j in range(len(true)) if j not in hit_j]
    out["each"] = [true[j]["type"] for j in range(len(true))]
    return out
