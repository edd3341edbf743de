import DecodingTestSupport
import ImageDecoding
import Raster
import Testing

@Suite struct PortableMapTests {
  @Test(
    arguments: [
      ("P1 2 1 0 1", [0xFFFF_FFFF, 0xFF00_0000]),
      ("P1\n#a\n2#b\n1#c\n01", [0xFFFF_FFFF, 0xFF00_0000]),
      ("P2 2 1 100 50 100", [0xFF80_8080, 0xFFFF_FFFF]),
      ("P2 1 1 7 99", [0xFFFF_FFFF]),
      ("P3 1 1 65535 65535 32768 0", [0xFFFF_8000]),
      ("P4 3 1\n\u{40}", [0xFFFF_FFFF, 0xFF00_0000, 0xFFFF_FFFF]),
      ("P5 2 1 2\n\u{1}\u{2}", [0xFF80_8080, 0xFFFF_FFFF]),
      ("P5 1 1 256\n\u{1}\u{0}", [0xFFFF_FFFF]),
      ("P6 1 1 127\n\u{7F}\u{0}\u{40}", [0xFFFF_0081]),
      (
        "P7\nDEPTH 2\nMAXVAL 1\n# any\nHEIGHT 1\nWIDTH 2\nENDHDR\n\u{1}\u{0}\u{1}\u{1}",
        [0, 0xFFFF_FFFF]
      ),
    ] as [(String, [UInt32])])
  func `a file of a few bytes is a picture`(text: String, pixels: [UInt32]) throws {
    #expect(try Array(text.utf8).decoded().pixels == pixels)
  }

  @Test(arguments: [
    ("P5 1", "its header is incomplete"),
    ("P5 -1 1 255\n.", "its header is incomplete"),
    ("P7 332\n#XVVERSION\n", "its header is incomplete"),
    ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 9\nMAXVAL 1\nENDHDR\n.", "its samples have an unknown form"),
    ("P5 1 1 0\n.", "its samples have an unknown form"),
    ("P5 1 1 65536\n..", "its samples have an unknown form"),
    ("P5 0 1 255\n.", "a side is zero pixels long"),
    ("P5 9 1 255\n.", "it ends before its first row"),
    ("P2 1 1 255 x", "it ends before its first row"),
  ]) func `the error of a malformed file names the reason`(text: String, reason: String) {
    #expect(throws: ImageDecodingError.corrupt(format: "PNM", reason: reason)) {
      try Array(text.utf8).decoded()
    }
  }

  @Test func `a file that claims too much is refused by its header`() {
    let size = PixelSize(width: 1 << 31, height: 40_000)
    #expect(throws: ImageDecodingError.tooLarge(size, DecodeLimits())) {
      try Array("P6 99999999999999999999 40000 255\n".utf8).decoded()
    }
  }
}
