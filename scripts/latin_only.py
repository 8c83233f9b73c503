#!/usr/bin/env python3
"""Keeps the Latin classes of a PP-OCR recogniser: latin_only.py MODEL.onnx DICTIONARY.txt OUT.onnx OUT.txt

The last layer has one column for each of 7,000 or 19,000 characters, most of them Chinese. Without those the model is
smaller and quicker, and cannot take an I for a Roman numeral or a comma for its full-width twin. The rest of the file
is copied byte for byte. ONNX is protobuf, of which so little is needed here that the standard library will do: so this
also works on a machine that has no network and no other package, and its result is always the same bytes.
"""

import sys

# Field numbers of onnx.proto3.
MODEL_GRAPH = 7
GRAPH_INITIALIZER, GRAPH_OUTPUT, GRAPH_VALUE_INFO = 5, 12, 13
TENSOR_DIMS, TENSOR_NAME, TENSOR_RAW = 1, 8, 9
VALUE_NAME, VALUE_TYPE, TYPE_TENSOR, TENSOR_ELEMENT, TENSOR_SHAPE, SHAPE_DIM = 1, 2, 1, 1, 2, 1
VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5

FLOAT_BYTES = 4

# The letters of Windows-1252, for English, French, German and their neighbours, and the signs that interfaces show beside
# them. Each letter more is one more to be mistaken for: with Latin Extended-A, Maïté was read as Maīté and Gaël as Gaěl.
KEPT = [
    (0x0021, 0x007E),  # ASCII
    (0x00A1, 0x00A7),  # ¡ ¢ £ ¤ ¥ ¦ §
    (0x00A9, 0x00A9),  # ©
    (0x00AB, 0x00AB),  # «
    (0x00AE, 0x00AE),  # ®
    (0x00B0, 0x00B3),  # ° ± ² ³
    (0x00B5, 0x00B7),  # µ ¶ ·
    (0x00BB, 0x00FF),  # » ¼ ½ ¾ ¿ and letters
    (0x0152, 0x0153),  # Œ œ
    (0x0160, 0x0161),  # Š š
    (0x0178, 0x0178),  # Ÿ
    (0x017D, 0x017E),  # Ž ž
    (0x2010, 0x203A),  # dashes, quotes, bullet, ellipsis, ‰ ‹ ›
    (0x20A9, 0x20AC),  # ₩ ₪ ₫ €
    (0x20B9, 0x20BD),  # ₹ ₺ ₽
    (0x2116, 0x2122),  # № ℗ ™
    (0x2190, 0x2195),  # arrows
    (0x2212, 0x2212),  # − ; of mathematics only what no letter or punctuation looks like
    (0x221A, 0x221E),  # √ ∞
    (0x2248, 0x2265),  # ≈ ≠ ≤ ≥
    (0x25A0, 0x25CF),  # ■ □ ▲ ► ▼ ◄ ○ ●
    (0x2605, 0x2606),  # ★ ☆
    (0x2713, 0x2718),  # ✓ ✗
]


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def to_varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def fields(data):
    """Each field of a message: number, wire type, value, and its bytes as they stand."""
    at = 0
    while at < len(data):
        start = at
        key, at = varint(data, at)
        wire = key & 7
        if wire == VARINT:
            value, at = varint(data, at)
        elif wire == LENGTH:
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
        elif wire in (FIXED32, FIXED64):
            size = 4 if wire == FIXED32 else 8
            value, at = data[at : at + size], at + size
        else:
            raise ValueError(f"wire type {wire} at byte {start}: not an ONNX file")
        yield key >> 3, wire, value, data[start:at]


def field(number, value):
    if isinstance(value, int):
        return to_varint(number << 3 | VARINT) + to_varint(value)
    return to_varint(number << 3 | LENGTH) + to_varint(len(value)) + bytes(value)


def dims(tensor):
    sizes = []
    for number, wire, value, _ in fields(tensor):
        if number == TENSOR_DIMS and wire == VARINT:
            sizes.append(value)
        elif number == TENSOR_DIMS:
            at = 0
            while at < len(value):
                size, at = varint(value, at)
                sizes.append(size)
    return sizes


def keep_columns(tensor, sizes, columns):
    """The tensor with only these positions of its last dimension."""
    out = [field(TENSOR_DIMS, size) for size in sizes[:-1] + [len(columns)]]
    seen = False
    for number, _, value, as_is in fields(tensor):
        if number == TENSOR_RAW:
            row = sizes[-1] * FLOAT_BYTES
            kept = bytearray()
            for start in range(0, len(value), row):
                for column in columns:
                    at = start + column * FLOAT_BYTES
                    kept += value[at : at + FLOAT_BYTES]
            out.append(field(TENSOR_RAW, kept))
            seen = True
        elif number != TENSOR_DIMS:
            out.append(as_is)
    if not seen:
        raise ValueError("the last layer has no raw data: this model is not the one expected")
    return b"".join(out)


def without_sizes(value_info):
    """An output with its number of dimensions, and none of the sizes they had."""
    out = []
    for number, _, value, as_is in fields(value_info):
        if number == VALUE_TYPE:
            tensor = next(v for n, _, v, _ in fields(value) if n == TYPE_TENSOR)
            element = next(v for n, _, v, _ in fields(tensor) if n == TENSOR_ELEMENT)
            shape = next(v for n, _, v, _ in fields(tensor) if n == TENSOR_SHAPE)
            unknown = b"".join(field(SHAPE_DIM, b"") for n, _, _, _ in fields(shape) if n == SHAPE_DIM)
            tensor = field(TENSOR_ELEMENT, element) + field(TENSOR_SHAPE, unknown)
            out.append(field(VALUE_TYPE, field(TYPE_TENSOR, tensor)))
        elif number == VALUE_NAME:
            out.append(as_is)
    return b"".join(out)


def prune(model, classes, columns):
    """The model with only these columns in whatever has one per class, and how many tensors that were."""
    changed = 0
    graph_out, model_out = [], []
    for number, _, value, as_is in fields(model):
        if number != MODEL_GRAPH:
            model_out.append(as_is)
            continue
        for inner, _, part, part_as_is in fields(value):
            if inner == GRAPH_INITIALIZER and (sizes := dims(part)) and sizes[-1] == classes:
                graph_out.append(field(inner, keep_columns(part, sizes, columns)))
                changed += 1
            elif inner == GRAPH_OUTPUT:
                graph_out.append(field(inner, without_sizes(part)))
            elif inner != GRAPH_VALUE_INFO:
                graph_out.append(part_as_is)
        model_out.append(field(MODEL_GRAPH, b"".join(graph_out)))
    return b"".join(model_out), changed


def main(model_path, dictionary_path, out_model, out_characters):
    with open(dictionary_path, encoding="utf-8") as file:
        characters = file.read().split("\n")
    if characters[-1] == "":
        characters.pop()
    # Class 0 is the CTC blank, the last one a space; the dictionary stands between them.
    classes = len(characters) + 2
    kept = [
        (number, character)
        for number, character in enumerate(characters, start=1)
        if len(character) == 1 and any(first <= ord(character) <= last for first, last in KEPT)
    ]
    columns = [0] + [number for number, _ in kept] + [classes - 1]
    with open(model_path, "rb") as file:
        model, changed = prune(file.read(), classes, columns)
    if changed != 2:
        raise ValueError(f"{model_path}: {changed} tensors have {classes} classes, expected a weight and a bias")
    with open(out_model, "wb") as file:
        file.write(model)
    with open(out_characters, "w", encoding="utf-8", newline="\n") as file:
        file.write("".join(character + "\n" for _, character in kept) + " \n")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (OSError, ValueError, IndexError, StopIteration) as error:
        sys.exit(f"latin_only: {error}")
