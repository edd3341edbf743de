import DecodingTestSupport
import ImageDecoding
import Raster
import Testing

@Suite struct BitmapTests {
  @Test func `a truncated file that begins at the bottom lacks its upper rows`() throws {
    let bytes = try Fixture("color.bmp").bytes
    let half = try Array(bytes.dropLast(64 * 3 * 16)).decoded()
    #expect(half.size == Fixture.size)
    #expect(half.quarters(tolerance: 0) == [0, 0, 0xFF00_00FF, 0xFFFF_FF00])
  }

  @Test func `runs that break off leave the rest transparent`() throws {
    let bytes = try Fixture("runs4.bmp").bytes
    let image = try Array(bytes.dropLast(bytes.count / 4)).decoded()
    #expect(image[8, 28] == 0xFF00_00FF)
    #expect(image[8, 4] == 0)
  }

  @Test func `runs that leave the picture are cut off`() throws {
    var bytes = try Fixture("runs8.bmp").bytes
    let start = Int(bytes[10])
    // One run over the end of the bottom row, a step up beyond the top, and pixels there.
    bytes.replaceSubrange(start..., with: [255, 1, 0, 2, 255, 255, 255, 2, 0, 1])
    let image = try bytes.decoded()
    #expect(image.pixels.suffix(64).allSatisfy { $0 == 0xFF00_FF00 })
    #expect(image.pixels.dropLast(64).allSatisfy { $0 == 0 })
  }

  @Test func `an index without a color is black`() throws {
    var bytes = try Fixture("eight-bit.bmp").bytes
    bytes[Int(bytes[10])] = 200
    #expect(try bytes.decoded()[0, 31] == 0xFF00_0000)
  }

  @Test func `masks may be of any width`() throws {
    // Blue 1 bit, green 10, red 21: half of each, nearly.
    let header = try Fixture("masks.bmp").bytes.prefix(54)
    let masks: [UInt8] = [0, 0xF8, 0xFF, 0xFF, 0xFE, 7, 0, 0, 1, 0, 0, 0]
    var bytes = Array(header) + masks + [0xFF, 0x03, 0, 0x80]
    bytes.replaceSubrange(18..<26, with: [1, 0, 0, 0, 1, 0, 0, 0])
    bytes[28] = 32
    #expect(try bytes.decoded().pixels == [0xFF80_7FFF])
  }

  @Test(
    arguments: [
      ("it ends inside its header", [(14, [124])]),
      ("its header is of an unknown kind", [(14, [13])]),
      ("its compression is unknown", [(30, [4])]),
      ("its pixels have an unknown form", [(28, [3])]),
      ("its pixels have an unknown form", [(30, [2])]),
      ("a side is zero pixels long", [(18, [0, 0, 0, 0])]),
      ("a side is zero pixels long", [(22, [0, 0, 0, 0])]),
      ("it ends before its first row", [(10, [255, 255, 255, 255])]),
    ] as [(String, [(Int, [UInt8])])])
  func `the error of a malformed file names the reason`(reason: String, changes: [(Int, [UInt8])])
    throws
  {
    var bytes = try Fixture("eight-bit.bmp").bytes
    if reason.hasPrefix("it ends inside") { bytes = Array(bytes.prefix(24)) }
    for (place, change) in changes {
      bytes.replaceSubrange(place..<place + change.count, with: change)
    }
    #expect(throws: ImageDecodingError.corrupt(format: "BMP", reason: reason)) {
      try bytes.decoded()
    }
  }

  @Test func `runs from the top are not allowed`() throws {
    var bytes = try Fixture("runs8.bmp").bytes
    bytes.replaceSubrange(22..<26, with: [0xE0, 0xFF, 0xFF, 0xFF])
    let error = #expect(throws: ImageDecodingError.self) { try bytes.decoded() }
    #expect(error?.description.contains("order") == true)
  }

  @Test func `a file that claims too much is refused by its header`() throws {
    for name in ["color.bmp", "runs8.bmp"] {
      var bytes = try Fixture(name).bytes
      bytes.replaceSubrange(18..<26, with: [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F])
      let size = PixelSize(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
      #expect(throws: ImageDecodingError.tooLarge(size, DecodeLimits())) { try bytes.decoded() }
    }
  }
}
