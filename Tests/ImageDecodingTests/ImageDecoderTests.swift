import DecodingTestSupport
import ImageDecoding
import Raster
import Testing

@Suite struct ImageDecoderTests {
  static let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00]
  static let grays: [UInt32] = [0xFF28_2828, 0xFF78_7878, 0xFFC8_C8C8, 0xFFFF_FFFF]
  static let hole: [UInt32] = [0xFFFF_0000, 0, 0xFF00_00FF, 0xFFFF_FF00]

  @Test(arguments: [
    "color.png", "palette.png", "deep.png", "interlaced-palette.png", "animated.png",
    "orientation-6.png", "lossless.webp", "animated.webp", "orientation-8.webp", "plain.gif",
    "interlaced.gif", "animated.gif", "two-bit.bmp", "four-bit.bmp", "eight-bit.bmp",
    "five-bits.bmp", "masks.bmp", "color.bmp", "top-down.bmp", "filler.bmp", "runs4.bmp",
    "runs8.bmp", "os2.bmp", "plain.ppm", "color.ppm",
  ]) func `a lossless file gives its colors exactly`(name: String) throws {
    let image = try Fixture(name).bytes.decoded()
    #expect(image.size == Fixture.size)
    #expect(image.quarters(tolerance: 0) == Self.colors)
  }

  @Test(
    arguments: [
      "baseline.jpg", "full-chroma.jpg", "restarts.jpg", "progressive.jpg", "cmyk-adobe.jpg",
      "cmyk-plain.jpg", "lossy.webp",
    ] + (1...8).map { "orientation-\($0).jpg" })
  func `a lossy file gives its colors nearly, turned upright`(name: String) throws {
    let image = try Fixture(name).bytes.decoded()
    #expect(image.size == Fixture.size)
    for (x, y, color) in [(8, 4, 0), (56, 4, 1), (8, 28, 2), (56, 28, 3)] {
      #expect(image[x, y].isClose(to: Self.colors[color], 12), "\(String(image[x, y], radix: 16))")
    }
  }

  @Test(arguments: [
    "color-hole.png", "palette-hole.png", "key-hole.png", "interlaced-hole.png",
    "lossless-hole.webp", "hole.gif", "hole.bmp", "gap.bmp", "hole.pam",
  ]) func `transparency is kept`(name: String) throws {
    let image = try Fixture(name).bytes.decoded()
    #expect(image.quarters(tolerance: 0) == Self.hole)
  }

  @Test func `transparency is kept beside lossy colors`() throws {
    let image = try Fixture("lossy-hole.webp").bytes.decoded()
    #expect(image[56, 4] >> 24 == 0)
    #expect(image[8, 4].isClose(to: Self.colors[0], 12))
  }

  @Test func `gray is red, green and blue alike`() throws {
    for name in ["gray.png", "plain.pgm", "gray.pgm", "deep.pgm"] {
      #expect(try Fixture(name).bytes.decoded().quarters(tolerance: 0) == Self.grays)
    }
    let lossy = try Fixture("gray.jpg").bytes.decoded()
    #expect(lossy[8, 4].isClose(to: Self.grays[0], 4))
    #expect(lossy[56, 28].isClose(to: Self.grays[3], 4))
    let hole = try Fixture("gray-hole.png").bytes.decoded()
    #expect(hole.quarters(tolerance: 0) == [Self.grays[0], 0, Self.grays[2], Self.grays[3]])
  }

  @Test(arguments: ["one-bit.png", "one-bit.bmp", "plain.pbm", "one-bit.pbm"])
  func `a bit is black or white`(name: String) throws {
    let bits = try Fixture(name).bytes.decoded()
    #expect(
      bits.quarters(tolerance: 0) == [0xFF00_0000, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFF00_0000])
  }

  @Test(arguments: ["quarter.webp", "quarter.gif"])
  func `a first frame smaller than the canvas stands where it belongs`(name: String) throws {
    let image = try Fixture(name).bytes.decoded()
    #expect(image.size == Fixture.size)
    #expect(image.quarters(tolerance: 0) == [0, 0, 0, Self.colors[3]])
  }

  @Test(arguments: Fixture.all) func `every file scales to half its size`(fixture: Fixture) throws {
    let half = try fixture.bytes.decoded(to: PixelSize(width: 32, height: 500))
    let whole = try fixture.bytes.decoded()
    #expect(half.size == PixelSize(width: 32, height: 16))
    for (x, y) in [(4, 2), (28, 2), (4, 14), (28, 14)] {
      #expect(half[x, y].isClose(to: whole[x * 2, y * 2], 12))
    }
  }

  @Test(arguments: Fixture.all) func `every file scales to one pixel`(fixture: Fixture) throws {
    let image = try fixture.bytes.decoded(to: PixelSize(width: -5, height: 0))
    #expect(image.size == PixelSize(width: 1, height: 1))
  }

  @Test(arguments: Fixture.all) func `no file is enlarged`(fixture: Fixture) throws {
    for mode in [ContentMode.fit, .fill] {
      let image = try fixture.bytes.decoded(
        to: PixelSize(width: .max, height: .max), contentMode: mode)
      #expect(image.size == Fixture.size)
    }
  }

  @Test func `a picture is bounded by the size that is asked for`() throws {
    let file = Array("P5 640 480 255\n".utf8) + Array(repeating: 128, count: 640 * 480)
    let bounded = try file.decoded(to: PixelSize(width: 400, height: 400))
    #expect(bounded.size == PixelSize(width: 400, height: 300))
    let whole = try file.decoded(to: PixelSize(width: 4000, height: 4000))
    #expect(whole.size == PixelSize(width: 640, height: 480))
  }

  @Test(arguments: ["color.png", "orientation-6.png", "lossless.webp", "plain.gif"])
  func `a picture fills narrow pixels with twice as many of them`(name: String) throws {
    let narrow = PixelAspect(width: 1, height: 2)
    let image = try Fixture(name).bytes.decoded(
      to: PixelSize(width: 32, height: 32), pixelAspect: narrow)
    #expect(image.size == PixelSize(width: 32, height: 8))
    #expect(image.quarters(tolerance: 0) == Self.colors)
  }

  @Test(arguments: ["color.png", "orientation-6.png", "lossless.webp", "plain.gif"])
  func `filling cuts off both sides alike`(name: String) throws {
    let image = try Fixture(name).bytes.decoded(
      to: PixelSize(width: 16, height: 16), contentMode: .fill)
    #expect(image.size == PixelSize(width: 16, height: 16))
    #expect(image.quarters(tolerance: 0) == Self.colors)
  }
}
