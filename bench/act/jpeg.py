#!/usr/bin/python3
"""Between a VNC client and a server: every picture that comes is compressed as JPEG and unpacked again, as remote desktops do.
jpeg.py PORT SERVER_PORT QUALITY. Loopback only; the client is answered in its own pixel format, raw."""
import socket
import struct
import sys
import threading

import gi

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib  # noqa: E402

RAW = struct.pack(">BxHi", 2, 1, 0)


class Wire:
    def __init__(self, sock):
        self.sock = sock

    def take(self, n):
        parts = bytearray()
        while len(parts) < n:
            got = self.sock.recv(min(1 << 20, n - len(parts)))
            if not got:
                raise EOFError
            parts += got
        return bytes(parts)


def squeeze(pixels, width, height, quality, shifts):
    """The same picture after JPEG; small ones too, at the same quality."""
    r, g, b = (s // 8 for s in shifts)
    rgb = bytearray(width * height * 3)
    for n, channel in enumerate((r, g, b)):
        rgb[n::3] = pixels[channel::4]
    picture = GdkPixbuf.Pixbuf.new_from_bytes(GLib.Bytes.new(bytes(rgb)), GdkPixbuf.Colorspace.RGB, False, 8, width, height, width * 3)
    _, packed = picture.save_to_bufferv("jpeg", ["quality"], [str(quality)])
    loader = GdkPixbuf.PixbufLoader.new_with_type("jpeg")
    loader.write(packed)
    loader.close()
    back = loader.get_pixbuf()
    data, stride = back.get_pixels(), back.get_rowstride()
    if stride != width * 3:
        data = b"".join(data[y * stride:y * stride + width * 3] for y in range(height))
    out = bytearray(len(pixels))
    for n, channel in enumerate((r, g, b)):
        out[channel::4] = data[n:width * height * 3:3]
    return out


def session(client, port, quality):
    server = socket.create_connection(("127.0.0.1", port))
    here, there = Wire(client), Wire(server)
    client.sendall(there.take(12))
    version = here.take(12)
    server.sendall(version)
    if version != b"RFB 003.003\n":
        count = there.take(1)
        client.sendall(count + there.take(count[0]))
        server.sendall(here.take(1))
        if version == b"RFB 003.008\n":
            client.sendall(there.take(4))
    else:
        client.sendall(there.take(4))
    server.sendall(here.take(1))
    begin = there.take(24)
    client.sendall(begin + there.take(struct.unpack(">I", begin[20:])[0]))
    shifts = list(begin[4 + 10:4 + 13])

    def orders():
        try:
            while True:
                kind = here.take(1)
                if kind == b"\0":
                    rest = here.take(19)
                    shifts[:] = rest[3 + 10:3 + 13]
                    server.sendall(kind + rest)
                elif kind == b"\2":
                    _, count = struct.unpack(">BH", here.take(3))
                    here.take(4 * count)
                    server.sendall(RAW)
                elif kind in (b"\3", b"\4", b"\5"):
                    server.sendall(kind + here.take({3: 9, 4: 7, 5: 5}[kind[0]]))
                elif kind == b"\6":
                    head = here.take(7)
                    server.sendall(kind + head + here.take(struct.unpack(">I", head[3:])[0]))
                else:
                    raise EOFError
        except (EOFError, OSError):
            server.close()

    threading.Thread(target=orders, daemon=True).start()
    try:
        while True:
            kind = there.take(1)
            if kind == b"\0":
                head = there.take(3)
                client.sendall(kind + head)
                for _ in range(struct.unpack(">xH", head)[0]):
                    rect = there.take(12)
                    x, y, w, h, encoding = struct.unpack(">HHHHi", rect)
                    assert encoding == 0, encoding
                    pixels = there.take(w * h * 4)
                    client.sendall(rect + (squeeze(pixels, w, h, quality, shifts) if w and h else pixels))
            elif kind == b"\2":
                client.sendall(kind)
            elif kind == b"\3":
                head = there.take(7)
                client.sendall(kind + head + there.take(struct.unpack(">I", head[3:])[0]))
            else:
                raise EOFError
    except (EOFError, OSError):
        client.close()


def main():
    port, server, quality = map(int, sys.argv[1:4])
    with socket.create_server(("127.0.0.1", port)) as door:
        while True:
            client, _ = door.accept()
            threading.Thread(target=lambda c: guarded(c, server, quality), args=(client,), daemon=True).start()


def guarded(client, server, quality):
    try:
        session(client, server, quality)
    except (EOFError, OSError):
        client.close()


main()
