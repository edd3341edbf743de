"""Makes the BMP and PNM pictures in this folder anew: python3 make-bitmaps.py.

They show what make.py's do. Each is put together by hand here, because no program writes all the
kinds that there are.
"""

import struct

WIDTH, HEIGHT = 64, 32
COLORS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)]
GRAYS = [40, 120, 200, 255]
BITS = [0, 1, 1, 0]


def index(x, y):
    return (x >= WIDTH // 2) + 2 * (y >= HEIGHT // 2)


def rows(value):
    """Rows from the top, each a list of what `value` makes of a pixel's quarter."""
    return [[value(index(x, y)) for x in range(WIDTH)] for y in range(HEIGHT)]


def padded(data):
    return data + bytes(-len(data) % 4)


def packed(row, bits):
    number = 0
    for value in row:
        number = number << bits | value
    return number.to_bytes(len(row) * bits // 8, "big")


def bgr(color, length=4):
    return bytes([color[2], color[1], color[0], 0][:length])


def bitmap(name, pixels, bits, compression=0, extra=b"", header=40, height=HEIGHT, used=0):
    """`extra`: the rest of the header, then the palette."""
    information = struct.pack("<IiiHHIIiiII", header, WIDTH, height, 1, bits, compression,
                              len(pixels), 2835, 2835, used, 0)
    start = 14 + len(information) + len(extra)
    file = struct.pack("<2sIHHI", b"BM", start + len(pixels), 0, 0, start)
    open(name, "wb").write(file + information + extra + pixels)


def bottom_up(lines):
    return b"".join(padded(line) for line in reversed(lines))


indices = rows(lambda i: i)
palette = b"".join(bgr(color) for color in COLORS)
words = {bits: [struct.pack(f"<{WIDTH}{'H' if bits == 16 else 'I'}", *row)
                for row in rows(value)]
         for bits, value in {
             16: lambda i: [31 << 11, 63 << 5, 31, 31 << 11 | 63 << 5][i],
             32: lambda i: [0xFFFF0000, 0x00FF00FF, 0xFF0000FF, 0xFFFFFF00][i]}.items()}

bitmap("one-bit.bmp", bottom_up([packed([BITS[i] for i in row], 1) for row in indices]), 1,
       extra=bgr((0, 0, 0)) + bgr((255, 255, 255)))
bitmap("two-bit.bmp", bottom_up([packed(row, 2) for row in indices]), 2, extra=palette)
bitmap("four-bit.bmp", bottom_up([packed(row, 4) for row in indices]), 4, extra=palette, used=4)
bitmap("eight-bit.bmp", bottom_up([bytes(row) for row in indices]), 8, extra=palette, used=4)
five = [31 << 10, 31 << 5, 31, 31 << 10 | 31 << 5]
bitmap("five-bits.bmp",
       bottom_up([struct.pack(f"<{WIDTH}H", *[five[i] for i in row]) for row in indices]), 16)
bitmap("masks.bmp", bottom_up(words[16]), 16, compression=3,
       extra=struct.pack("<III", 0xF800, 0x07E0, 0x001F))
true = [b"".join(bgr(COLORS[i], 3) for i in row) for row in indices]
bitmap("color.bmp", bottom_up(true), 24)
bitmap("top-down.bmp", b"".join(padded(line) for line in true), 24, height=-HEIGHT)
# Version 1 has no alpha: the fourth byte means nothing, whatever it is.
bitmap("filler.bmp", bottom_up([b"".join(bgr(COLORS[i]) for i in row) for row in indices]), 32)
masks = struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
bitmap("hole.bmp", bottom_up(words[32]), 32, compression=3, header=124,
       extra=masks + b"BGRs" + bytes(124 - 40 - 20))


def runs_of_bytes(row):
    # The left half as a run, the right half one by one.
    half = WIDTH // 2
    return bytes([half, row[0], 0, half]) + bytes(row[half:]) + b"\0\0"


def runs_of_nibbles(row):
    half = WIDTH // 2
    return bytes([half, row[0] * 17, 0, half]) + packed(row[half:], 4) + b"\0\0"


def gap(row):
    # The right half of the upper rows is skipped.
    return bytes([WIDTH // 2, row[0], 0, 0]) if row[0] == 0 else runs_of_bytes(row)


for name, line, bits, compression in [("runs8.bmp", runs_of_bytes, 8, 1),
                                      ("runs4.bmp", runs_of_nibbles, 4, 2),
                                      ("gap.bmp", gap, 8, 1)]:
    bitmap(name, b"".join(line(row) for row in reversed(indices)) + b"\0\1", bits,
           compression=compression, extra=palette, used=4)

core = struct.pack("<IHHHH", 12, WIDTH, HEIGHT, 1, 4)
core += b"".join(bgr(color, 3) for color in COLORS + [(0, 0, 0)] * 12)
pixels = bottom_up([packed(row, 4) for row in indices])
open("os2.bmp", "wb").write(
    struct.pack("<2sIHHI", b"BM", 14 + len(core) + len(pixels), 0, 0, 14 + len(core)) + core
    + pixels)


def portable(name, header, data):
    open(name, "wb").write(header.encode() + data)


size = f"{WIDTH} {HEIGHT}"
ink = rows(lambda i: 1 - BITS[i])
gray = rows(lambda i: GRAYS[i])
colors = rows(lambda i: COLORS[i])
flat = [sum(row, ()) for row in colors]


def text(lines):
    return "".join(" ".join(map(str, line)) + "\n" for line in lines).encode()


portable("plain.pbm", f"P1\n# digits may touch\n{size}\n",
         "\n".join("".join(map(str, row)) for row in ink).encode())
portable("plain.pgm", f"P2 {size} 255\n", text(gray))
portable("plain.ppm", f"P3\n{size}\n# white\n1\n", text([[v // 255 for v in row] for row in flat]))
portable("one-bit.pbm", f"P4\n{size}\n", b"".join(packed(row, 1) for row in ink))
portable("gray.pgm", f"P5\n{size}\n255\n", b"".join(map(bytes, gray)))
portable("deep.pgm", f"P5\n{size}\n65535\n",
         b"".join(struct.pack(f">{WIDTH}H", *[v * 257 for v in row]) for row in gray))
portable("color.ppm", f"P6\n{size}\n255\n", b"".join(map(bytes, flat)))
hole = rows(lambda i: COLORS[i] + ((0,) if i == 1 else (255,)))
portable("hole.pam",
         f"P7\nWIDTH {WIDTH}\nHEIGHT {HEIGHT}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
         b"".join(bytes(sum(row, ())) for row in hole))
