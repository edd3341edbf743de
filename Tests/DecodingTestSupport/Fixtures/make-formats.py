"""Makes the AVIF, HEIC and TIFF pictures in this folder anew: python3 make-formats.py.

They show what make.py's do, and are made of some of those. Needs ImageMagick 6 with libheif, and a
C compiler with libavif and libheif for make-turned.c.
"""

import os
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

    for extension in ["avif", "heic"]:
        turned("color-hole.png", 1, f"hole.{extension}")
        for orientation in range(1, 9):
            turned("color.png", orientation, f"orientation-{orientation}.{extension}")
