#!/usr/bin/env python3
"""Keeps the Latin pieces of a sentence encoder: latin_words.py WEIGHTS.npz SP.MODEL OUT.safetensors OUT.txt

The encoder knows 128,000 pieces of words in 16 languages; those with a letter that is not Latin go, with their rows.
OUT.txt has the pieces that stay, each with the logarithm of how likely it is, OUT.safetensors the numbers. Both formats
are so simple that the standard library will do, and the result is always the same bytes.
"""

import ast
import json
import struct
import sys
import zipfile

from latin_only import varint

# The rows of the table are dealt out to this many parts, each with a scale of its own.
PARTS = 17
# Unknown, beginning and end of a text are the first three pieces.
SPECIAL = 3


def fields(data):
    """The fields of a protobuf message: number and bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            _, at = varint(data, at)
            continue
        if kind == 2:
            size, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}[kind]
        yield tag >> 3, data[at : at + size]
        at += size


def pieces(model):
    """All pieces of a SentencePiece model with their scores."""
    for number, piece in fields(model):
        if number == 1:
            inside = dict(fields(piece))
            yield inside[1].decode(), struct.unpack("<f", inside[2])[0] if 2 in inside else 0.0


def is_latin(piece):
    """Latin letters, and signs that go with any letters."""
    return all(ord(c) < 0x250 or 0x2000 <= ord(c) < 0x2600 for c in piece)


def array(data):
    """The shape and the bytes of a NumPy array in a file."""
    assert data[:6] == b"\x93NUMPY"
    size, start = (struct.unpack("<H", data[8:10])[0], 10) if data[6] == 1 else (struct.unpack("<I", data[8:12])[0], 12)
    head = ast.literal_eval(data[start : start + size].decode())
    assert not head["fortran_order"], "arrays are stored row by row"
    return head["descr"], head["shape"], data[start + size :]


def main():
    weights, model, out, words = sys.argv[1:]
    arrays = {}
    with zipfile.ZipFile(weights) as archive:
        for name in archive.namelist():
            arrays[name.removesuffix(".npy")] = array(archive.read(name))
    known = list(pieces(open(model, "rb").read()))
    kept = [i for i, (piece, _) in enumerate(known) if i < SPECIAL or is_latin(piece)]
    with open(words, "w", encoding="utf-8", newline="\n") as file:
        for i in kept:
            piece, score = known[i]
            file.write(f"{score:.5f} {piece}\n")
    width = arrays["q1"][1][1]
    parts = [arrays[f"q{i + 1}"][2] for i in range(PARTS)]
    scales = [struct.unpack(f"<{PARTS}f", arrays[name][2]) for name in ("scale", "lo")]
    rows = bytearray()
    for i in kept:
        rows += parts[i % PARTS][i // PARTS * width : (i // PARTS + 1) * width]
    tensors = {"rows": ("U8", [len(kept), width], bytes(rows))}
    for name, values in zip(("row_scale", "row_least"), scales):
        tensors[name] = ("F32", [len(kept)], struct.pack(f"<{len(kept)}f", *(values[i % PARTS] for i in kept)))
    for name, (kind, shape, data) in sorted(arrays.items()):
        if kind == "<f4" and name not in ("scale", "lo"):
            tensors[name] = ("F32", list(shape), data)
    head, at = {}, 0
    for name, (kind, shape, data) in tensors.items():
        head[name] = {"dtype": kind, "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    head = json.dumps(head).encode()
    head += b" " * (-len(head) % 8)
    with open(out, "wb") as file:
        file.write(struct.pack("<Q", len(head)) + head)
        for _, _, data in tensors.values():
            file.write(data)


if __name__ == "__main__":
    main()
