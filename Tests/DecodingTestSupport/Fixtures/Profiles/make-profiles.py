"""Makes the AVIF, HEIC and TIFF pictures in this folder anew: python3 make-profiles.py.

They show color.png, as if its colors were those of Display P3: `icc` says so by a profile, `points` by code
points. Needs ImageMagick 6, and a C compiler with libavif and libheif for ../make-turned.c.
"""

import os
import struct
import subprocess
import tempfile


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def display_p3():
    primaries = [(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)]
    curve = b"para" + bytes(4) + struct.pack(">HH", 3, 0) + b"".join(
        fixed(value) for value in [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    tags = [(name, b"XYZ " + bytes(4) + b"".join(map(fixed, color)))
            for name, color in zip([b"rXYZ", b"gXYZ", b"bXYZ"], primaries)]
    tags += [(name, curve) for name in [b"rTRC", b"gTRC", b"bTRC"]]
    offset = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, data in tags:
        table += name + struct.pack(">II", offset + len(body), len(data))
        body += data
    head = bytearray(128)
    head[0:4] = struct.pack(">I", offset + len(body))
    head[8:12] = bytes([4, 0, 0, 0])
    head[12:24] = b"mntrRGB XYZ "
    head[36:40] = b"acsp"
    head[68:80] = fixed(0.9642) + fixed(1) + fixed(0.8249)
    return bytes(head) + table + body


with tempfile.TemporaryDirectory() as folder:
    profile = os.path.join(folder, "p3.icc")
    with open(profile, "wb") as file:
        file.write(display_p3())
    tool = os.path.join(folder, "make-turned")
    subprocess.run(["cc", "../make-turned.c", "-o", tool, "-lavif", "-lheif"], check=True)
    pixels = subprocess.run(["convert", "../color.png", "-depth", "8", "rgba:-"],
                            check=True, stdout=subprocess.PIPE).stdout
    for extension in ["avif", "heic"]:
        for name, colors in [("icc", profile), ("points", "points")]:
            subprocess.run([tool, "1", "64", "32", f"{name}.{extension}", colors], input=pixels,
                           check=True)
    subprocess.run(["convert", "../color.png", "-strip", "-profile", profile, "-compress", "Zip",
                    "icc.tiff"], check=True)
