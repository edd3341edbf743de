"""Makes the AVIF, HEIC and TIFF pictures in this folder anew: python3 make-formats.py.

They show what make.py's do, and are made of some of those. Needs ImageMagick 6 with libheif, and a
C compiler with libavif and libheif for make-turned.c.
"""

import os
import struct
import subprocess
import tempfile

# What a camera stores so that its orientation turns it back upright.
STORED = {1: [], 2: ["-flop"], 3: ["-rotate", "180"], 4: ["-flip"], 5: ["-transpose"],
          6: ["-rotate", "270"], 7: ["-transverse"], 8: ["-rotate", "90"]}
NAMES = {2: "TopRight", 3: "BottomRight", 4: "BottomLeft", 5: "LeftTop", 6: "RightTop",
         7: "RightBottom", 8: "LeftBottom"}


def convert(source, *options, **more):
    # Without dates, so that the same picture is the same file.
    clean = ["-strip", "+set", "date:create", "+set", "date:modify"]
    return subprocess.run(["convert", source, *clean, *options], check=True, **more)


def put_size_before_turn(name):
    """Gives a HEIC the stored size of its picture, before its turn, as ISO/IEC 23008-12 says.

    libheif 1.15 writes the turned size after the turn, which libheif 1.23 refuses.
    Unusual/turned-size.heic is such a file.
    """
    with open(name, "r+b") as file:
        content = bytearray(file.read())
        start, end = content.find(b"ipco") + 4, content.find(b"ipma") - 4
        boxes = []
        while start < end:
            length, kind = struct.unpack(">I4s", content[start:start + 8])
            boxes.append((kind, start + 8))
            start += length
        place = content.find(b"ipma") + 8
        items, = struct.unpack(">I", content[place:place + 4])
        place += 4
        for _ in range(items):
            first, last = place + 3, place + 3 + content[place + 2]
            numbers = content[first:last]
            kinds = {boxes[number - 1 & 127] for number in numbers}
            turns = any(kind == b"irot" and content[at] & 1 for kind, at in kinds)
            for _, at in (box for box in kinds if box[0] == b"ispe" and turns):
                content[at + 4:at + 12] = content[at + 8:at + 12] + content[at + 4:at + 8]
            content[first:last] = bytes(sorted(
                numbers, key=lambda number: boxes[number - 1 & 127][0] in (b"irot", b"imir")))
            place = last
        file.seek(0)
        file.write(content)


convert("color.png", "-quality", "90", "color.avif")
convert("color.png", "-quality", "90", "color.heic")

convert("color.png", "-compress", "LZW", "strips.tiff")
convert("color.png", "-compress", "Zip", "-define", "tiff:tile-geometry=16x16", "tiles.tiff")
convert("deep.png", "-compress", "Zip", "-depth", "16", "-endian", "MSB", "deep.tiff")
convert("palette.png", "-compress", "RLE", "-type", "Palette", "palette.tiff")
convert("color-hole.png", "-compress", "Zip", "hole.tiff")
convert("one-bit.png", "-compress", "Group4", "-type", "Bilevel", "one-bit.tiff")
convert("color.png", "-compress", "JPEG", "-quality", "90", "jpeg.tiff")
for orientation, name in NAMES.items():
    convert("color.png", *STORED[orientation], "-compress", "Zip", "-orient", name,
            f"orientation-{orientation}.tiff")

with tempfile.TemporaryDirectory() as folder:
    tool = os.path.join(folder, "make-turned")
    subprocess.run(["cc", "make-turned.c", "-o", tool, "-lavif", "-lheif"], check=True)

    def turned(source, orientation, name):
        pixels = convert(source, *STORED[orientation], "-depth", "8", "rgba:-",
                         stdout=subprocess.PIPE).stdout
        size = ["32", "64"] if orientation > 4 else ["64", "32"]
        subprocess.run([tool, str(orientation), *size, name], input=pixels, check=True)
        if name.endswith(".heic"):
            put_size_before_turn(name)

    for extension in ["avif", "heic"]:
        turned("color-hole.png", 1, f"hole.{extension}")
        for orientation in range(1, 9):
            turned("color.png", orientation, f"orientation-{orientation}.{extension}")
