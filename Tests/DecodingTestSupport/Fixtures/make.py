"""Makes the pictures in this folder anew: python3 make.py (needs Pillow and ImageMagick 6).

Each shows, upright, 64 x 32 pixels: red, green over blue, yellow. "hole" in a name: the green
quarter is transparent, and would be magenta. "gray": levels 40, 120, 200, 255.
"""

import struct
import subprocess

from PIL import Image

SIZE = (64, 32)
COLORS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)]
GRAYS = [40, 120, 200, 255]
HOLE = [(255, 0, 0, 255), (255, 0, 255, 0), (0, 0, 255, 255), (255, 255, 0, 255)]
BOXES = [(0, 0, 32, 16), (32, 0, 64, 16), (0, 16, 32, 32), (32, 16, 64, 32)]


def quarters(mode, values):
    image = Image.new(mode, SIZE)
    for value, box in zip(values, BOXES):
        image.paste(value, box)
    return image


rgb = quarters("RGB", COLORS)
hole = quarters("RGBA", HOLE)
gray = quarters("L", GRAYS)
palette = quarters("P", [0, 1, 2, 3])
palette.putpalette([channel for color in COLORS for channel in color])


def exif(orientation):
    block = Image.Exif()
    block[0x0112] = orientation
    return block.tobytes()


def convert(source, *options):
    subprocess.run(["convert", source, *options], check=True)


# What a camera stores so that its orientation turns it back upright.
T = Image.Transpose
STORED = [None, T.FLIP_LEFT_RIGHT, T.ROTATE_180, T.FLIP_TOP_BOTTOM, T.TRANSPOSE, T.ROTATE_90,
          T.TRANSVERSE, T.ROTATE_270]


def stored(orientation):
    turn = STORED[orientation - 1]
    return rgb if turn is None else rgb.transpose(turn)


for orientation in range(1, 9):
    stored(orientation).save(
        f"orientation-{orientation}.jpg", quality=90, exif=exif(orientation))
stored(6).save("orientation-6.png", exif=exif(6))
stored(8).save("orientation-8.webp", lossless=True, exif=exif(8))

rgb.save("baseline.jpg", quality=90)
rgb.save("full-chroma.jpg", quality=90, subsampling=0)
rgb.save("restarts.jpg", quality=90, restart_marker_rows=1)
rgb.save("progressive.jpg", quality=90, progressive=True)
rgb.save("progressive-full-chroma.jpg", quality=90, progressive=True, subsampling=0)
gray.save("gray.jpg", quality=95)
cmyk = rgb.convert("CMYK")
cmyk.save("cmyk-adobe.jpg", quality=95)
# The same without Adobe's marker: inks are inverted all the same.
data = open("cmyk-adobe.jpg", "rb").read()
marker = data.index(b"\xff\xee")
length, = struct.unpack(">H", data[marker + 2:marker + 4])
open("cmyk-plain.jpg", "wb").write(data[:marker] + data[marker + 2 + length:])

rgb.save("color.png")
hole.save("color-hole.png")
gray.save("gray.png")
quarters("LA", list(zip(GRAYS, (255, 0, 255, 255)))).save("gray-hole.png")
quarters("1", [0, 1, 1, 0]).save("one-bit.png")
palette.save("palette.png", bits=2)
palette.save("palette-hole.png", bits=2, transparency=bytes([255, 0, 255, 255]))
rgb.save("key-hole.png", transparency=COLORS[1])
convert("color.png", "-depth", "16", "-define", "png:bit-depth=16", "PNG48:deep.png")
convert("color-hole.png", "-interlace", "PNG", "PNG32:interlaced-hole.png")
convert("palette.png", "-interlace", "PNG", "PNG8:interlaced-palette.png")
rgb.save("animated.png", save_all=True, append_images=[Image.new("RGB", SIZE)], duration=100)

rgb.save("lossy.webp", quality=90)
rgb.save("lossless.webp", lossless=True)
hole.save("lossy-hole.webp", quality=90, exact=True)
hole.save("lossless-hole.webp", lossless=True, exact=True)
rgb.save("animated.webp", save_all=True, append_images=[Image.new("RGB", SIZE)], duration=100,
         lossless=True)

# An animation whose first frame covers the lower right quarter only.
blank = Image.new("RGB", (32, 16), COLORS[3])
blank.save("quarter.webp", lossless=True)
stream = open("quarter.webp", "rb").read()[12:]


def u24(value):
    return struct.pack("<I", value)[:3]


def chunk(name, body):
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


frame = u24(16) + u24(8) + u24(31) + u24(15) + u24(100) + b"\2" + stream
body = b"WEBP" + chunk(b"VP8X", b"\x12\0\0\0" + u24(63) + u24(31)) \
    + chunk(b"ANIM", b"\0\0\0\0\0\0") + chunk(b"ANMF", frame)
open("quarter.webp", "wb").write(chunk(b"RIFF", body))

palette.save("plain.gif", interlace=0)
palette.save("interlaced.gif", interlace=1)
palette.save("hole.gif", interlace=0, transparency=1)
palette.save("animated.gif", interlace=0, save_all=True, duration=100,
             append_images=[Image.new("P", SIZE)])
convert("-size", "32x16", "xc:yellow", "-repage", "64x32+32+16", "quarter.gif")
