import DecodingTestSupport
import ImageDecoding
import Raster
import Testing

@Suite(.timeLimit(.minutes(1))) struct DecodeLimitsTests {
  @Test(arguments: [
    PixelSize(width: 30_000, height: 30_000), PixelSize(width: 65_535, height: 65_535),
  ])
  func `a PNG that claims too much is refused by its header`(size: PixelSize) throws {
    var bytes = try Fixture("deep.png").bytes
    bytes.replaceSubrange(16..<24, with: size.width.bytes(4) + size.height.bytes(4))
    bytes.replaceSubrange(29..<33, with: Int(crc32(bytes[12..<29])).bytes(4))
    expectTooLarge(bytes, size)
  }

  @Test(arguments: ["baseline.jpg", "progressive.jpg"])
  func `a JPEG that claims too much is refused by its header`(name: String) throws {
    let size = PixelSize(width: 65_500, height: 65_500)
    expectTooLarge(try Fixture(name).bytes.claiming(size.width, size.height), size)
  }

  @Test func `the decoded pixels of a JPEG count against the limit`() throws {
    let bytes = try Fixture("baseline.jpg").bytes.claiming(12_000, 9_000)
    let small = try bytes.decoded(to: PixelSize(width: 40, height: 40))
    #expect(small.size == PixelSize(width: 40, height: 30))
    #expect(throws: ImageDecodingError.self) {
      try bytes.decoded(to: PixelSize(width: 12_000, height: 9_000))
    }
  }

  @Test func `a GIF that claims too much is refused by its header`() throws {
    var bytes = try Fixture("plain.gif").bytes
    bytes.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
    expectTooLarge(bytes, PixelSize(width: 65_535, height: 65_535))
  }

  @Test func `a WebP of a few bytes that claims too much is refused by its header`() throws {
    let header: [UInt8] = [0x2F, 0xFE, 0xBF, 0xFF, 0x0F, 0, 0, 0]
    let bytes =
      Array("RIFF".utf8) + [20, 0, 0, 0] + Array("WEBPVP8L".utf8) + [8, 0, 0, 0] + header
    expectTooLarge(bytes, PixelSize(width: 16_383, height: 16_383))
  }

  @Test func `the limits are the caller's`() throws {
    let bytes = try Fixture("color.png").bytes
    for limits in [
      DecodeLimits(maxPixels: 2047), DecodeLimits(maxDimension: 63), DecodeLimits(maxPixels: -1),
      DecodeLimits(maxPixels: .min, maxDimension: .min),
    ] {
      #expect(throws: ImageDecodingError.tooLarge(Fixture.size, limits)) {
        try bytes.decoded(limits: limits)
      }
    }
    for limits in [
      DecodeLimits(maxPixels: 2048, maxDimension: 64),
      DecodeLimits(maxPixels: .max, maxDimension: .max),
    ] {
      #expect(throws: Never.self) { try bytes.decoded(limits: limits) }
    }
  }

  @Test(arguments: Fixture.all)
  func `a picture just inside the limits has the memory it needs`(fixture: Fixture) {
    let limits = DecodeLimits(maxPixels: Fixture.size.area, maxDimension: 64)
    #expect(throws: Never.self) { try fixture.bytes.decoded(limits: limits) }
  }

  @Test func `a progressive JPEG that needs too much memory is refused`() throws {
    // Full color: six bytes of coefficients for each pixel, where four are allowed.
    let size = PixelSize(width: 2000, height: 2000)
    let bytes = try Fixture("progressive-full-chroma.jpg").bytes.claiming(size.width, size.height)
    let limits = DecodeLimits(maxPixels: size.area)
    #expect(throws: ImageDecodingError.tooLarge(size, limits)) {
      try bytes.decoded(limits: limits)
    }
  }

  @Test func `a JPEG of endless scans is refused`() throws {
    let bytes = try Fixture("progressive.jpg").bytes
    let lastScan = try #require(
      bytes.indices.dropLast().last { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    let scan = bytes[lastScan..<bytes.count - 2]
    let bomb = bytes[..<lastScan] + repeatElement(scan, count: 70).joined() + [0xFF, 0xD9]
    #expect(throws: ImageDecodingError.corrupt(format: "JPEG", reason: "too many scans")) {
      try Array(bomb).decoded()
    }
  }

  private func expectTooLarge(_ bytes: [UInt8], _ size: PixelSize) {
    #expect(throws: ImageDecodingError.tooLarge(size, DecodeLimits())) { try bytes.decoded() }
  }
}

extension Int {
  /// The number as this many bytes, the highest first.
  fileprivate func bytes(_ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}
