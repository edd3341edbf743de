import DecodingTestSupport
import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

/// The tags of files that name their color space.
@Suite(.timeLimit(.minutes(5))) struct ColorTagTests {
  private static let whole = PixelSize(width: 400, height: 400)

  // MARK: - JPEG

  @Test func `a JPEG has its profile in one piece or in many, in any order`() throws {
    let jpeg = try Fixture("full-chroma.jpg").bytes
    let plain = try jpeg.decoded()
    let whole = try jpeg.withProfile(ICCSketch.displayP3.bytes).decoded()
    #expect(whole != plain)
    let count = (ICCSketch.displayP3.bytes.count + 99) / 100
    for order in [[Int](1...count), [Int](1...count).reversed()] {
      let pieces = jpeg.withProfile(ICCSketch.displayP3.bytes, piece: 100, order: order)
      #expect(try pieces.decoded() == whole)
    }
  }

  @Test func `a profile of which a piece is missing is ignored`() throws {
    let jpeg = try Fixture("full-chroma.jpg").bytes
    let plain = try jpeg.decoded()
    for order in [[2, 3, 4], [1, 2, 2, 4], [1, 3, 4]] {
      let pieces = jpeg.withProfile(ICCSketch.displayP3.bytes, piece: 120, order: order)
      #expect(try pieces.decoded() == plain)
    }
  }

  @Test(arguments: ["progressive.jpg", "progressive-full-chroma.jpg"])
  func `a JPEG that is opened twice keeps its profile`(name: String) throws {
    let jpeg = try Fixture(name).bytes
    let small = PixelSize(width: 8, height: 4)
    let converted = try jpeg.withProfile(ICCSketch.displayP3.bytes).decoded(to: small)
    #expect(converted != (try jpeg.decoded(to: small)))
  }

  @Test func `inks become colors by their profile, in both of the ways that they are stored`()
    throws
  {
    let profile = ICCSketch.press.bytes
    let inks: [[UInt8]] = [
      [0, 255, 255, 0], [255, 0, 255, 0], [255, 255, 0, 0], [0, 0, 255, 0],
    ]
    let expected = try #require(Reference.pixels(inks: Array(inks.joined()), profile))
    for name in ["cmyk-adobe.jpg", "cmyk-plain.jpg"] {
      let image = try Fixture(name).bytes.withProfile(profile).decoded()
      for (index, place) in [(8, 4), (56, 4), (8, 28), (56, 28)].enumerated() {
        let pixel = image[place.0, place.1]
        #expect(pixel.isClose(to: expected[index], 12), "\(String(pixel, radix: 16))")
      }
    }
  }

  @Test func `a camera marks Adobe RGB in EXIF, and a profile counts more`() throws {
    let jpeg = try Fixture("full-chroma.jpg").bytes
    var exif = ExifSketch.photo
    exif.entries = []
    let plain = try jpeg.withExif(exif).decoded()
    exif.interoperability = "R98"
    #expect(try jpeg.withExif(exif).decoded() == plain)
    exif.interoperability = "R03"
    let marked = try jpeg.withExif(exif).decoded()
    let embedded = try jpeg.withProfile(ICCSketch.adobeRGB.bytes).decoded()
    #expect(marked != plain)
    #expect(marked.worstDifference(from: embedded.pixels) <= 2)
    let other = jpeg.withProfile(ICCSketch.displayP3.bytes)
    #expect(try other.withExif(exif).decoded() == other.decoded())
  }

  // MARK: - PNG

  @Test func `a table converts as Little CMS does`() throws {
    let profile = ICCSketch.lookup.bytes
    var png = PNGSketch.grid
    png.embed(profile)
    let image = try png.bytes.decoded(to: Self.whole)
    let expected = try #require(Reference.pixels(rgb: png.samples, profile))
    #expect(image.worstDifference(from: expected) <= 3)
    #expect(image.pixels != (try PNGSketch.grid.bytes.decoded(to: Self.whole)).pixels)
  }

  /// The color chunks of a PNG, the most important first.
  private static let chunks: [(name: String, body: [UInt8])] = [
    ("cICP", [12, 13, 0, 1]),
    ("iCCP", PNGSketch.profileBody(ICCSketch.adobeRGB.bytes)),
    ("sRGB", [0]),
    ("gAMA", number(100_000, 4)),
  ]

  @Test func `the most important color chunk of a PNG counts`() throws {
    let alone = try Self.chunks.map { chunk in
      var png = PNGSketch.grid
      png.chunks = [chunk]
      return try png.bytes.decoded(to: Self.whole)
    }
    #expect(Set(alone).count == 4)
    for first in Self.chunks.indices {
      var png = PNGSketch.grid
      png.chunks = Self.chunks[first...].reversed()
      #expect(try png.bytes.decoded(to: Self.whole) == alone[first])
    }
  }

  @Test func `gamma and chromaticities are a profile too`() throws {
    // The primaries of Adobe RGB, whose white is D65.
    let places = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
    var png = PNGSketch.grid
    png.chunks = [("gAMA", number(45_471, 4)), ("cHRM", places.flatMap { number($0, 4) })]
    let image = try png.bytes.decoded(to: Self.whole)
    let expected = try #require(Reference.pixels(rgb: png.samples, ICCSketch.adobeRGB.bytes))
    #expect(image.worstDifference(from: expected) <= 2)
  }

  @Test func `code points of Display P3 are its profile`() throws {
    var png = PNGSketch.grid
    png.chunks = [("cICP", [12, 13, 0, 1])]
    let image = try png.bytes.decoded(to: Self.whole)
    let expected = try #require(Reference.pixels(rgb: png.samples, ICCSketch.displayP3.bytes))
    #expect(image.worstDifference(from: expected) <= 2)
  }

  @Test func `a gamma keeps grays gray`() throws {
    var png = PNGSketch.ramp
    png.chunks = [("gAMA", number(100_000, 4))]
    let image = try png.bytes.decoded(to: Self.whole)
    let grays = image.pixels.map { $0 & 255 }
    #expect(grays != Array(0...255))
    #expect(image.worstDifference(from: grays.map { 0xFF00_0000 | $0 * 0x01_0101 }) <= 1)
  }

  @Test(arguments: [
    [("gAMA", 45_455)], [("gAMA", 0)], [("cHRM", 0)], [("sRGB", 0), ("gAMA", 100_000)],
    [("cICP", 1 << 24 | 13 << 16 | 1)], [("cICP", 9 << 24 | 16 << 16 | 1)],
    // In the narrow range, and by a matrix.
    [("cICP", 12 << 24 | 13 << 16)], [("cICP", 12 << 24 | 13 << 16 | 1 << 8 | 1)],
  ]) func `a tag for sRGB, or an unknown one, changes nothing`(
    chunks: [(String, Int)]
  ) throws {
    var png = PNGSketch.grid
    let lengths = ["gAMA": 4, "cHRM": 32, "sRGB": 1, "cICP": 4]
    png.chunks = chunks.map { ($0.0, number($0.1, lengths[$0.0] ?? 0)) }
    let plain = try PNGSketch.grid.bytes.decoded(to: Self.whole)
    #expect(try png.bytes.decoded(to: Self.whole) == plain)
  }

  @Test func `chromaticities of no colors are ignored`() throws {
    let plain = try PNGSketch.grid.bytes.decoded(to: Self.whole)
    let line = [31_270, 32_900, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000]
    let highest = Array(repeating: 0xFFFF_FFFF, count: 8)
    let flat = [31_270, 0, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
    for places in [line, highest, flat] {
      var png = PNGSketch.grid
      png.chunks = [("cHRM", places.flatMap { number($0, 4) })]
      #expect(try png.bytes.decoded(to: Self.whole) == plain)
    }
  }

  // MARK: - WebP, and what is shown before or after a picture

  @Test func `a WebP and its frames have a profile`() throws {
    let still = try Fixture("lossless.webp").bytes
    var webp = WebPSketch()
    webp.frames = [.init(still: still)]
    let plain = webp.bytes
    webp.profile = ICCSketch.displayP3.bytes
    let red = try #require(Reference.pixels(rgb: [255, 0, 0], webp.profile))[0]
    let blue = try #require(Reference.pixels(rgb: [0, 0, 255], webp.profile))[0]
    let image = try webp.bytes.decoded()
    #expect(image[8, 4].isClose(to: red, 1) && image[8, 28].isClose(to: blue, 1))
    #expect(try plain.decoded()[8, 28] == 0xFF00_00FF)
    var frames = try AnimationReader(
      Data(webp.bytes), target: ImageTarget(size: Fixture.size))
    #expect(try frames.next()?.image == image)
  }

  @Test func `a thumbnail without a profile has that of its picture`() throws {
    let thumbnail = try Fixture("full-chroma.jpg").bytes
    func preview(
      _ thumbnail: [UInt8], of name: String = "baseline.jpg", profile: [UInt8]?
    ) throws -> PixelImage {
      var exif = ExifSketch(entries: [(0x0112, .short(1))])
      exif.thumbnail = thumbnail
      let picture = try Fixture(name).bytes.claiming(4_000, 2_000)
      let photo = (profile.map { picture.withProfile($0) } ?? picture).withExif(exif)
      let maker = StandInMaker(
        target: ImageTarget(size: Fixture.size), limits: DecodeLimits(), isHurried: true)
      let preview = photo.withUnsafeBytes { maker.look(at: $0, isCancelled: { false }) }
      return try #require(preview).image
    }
    let (p3, adobe) = (ICCSketch.displayP3.bytes, ICCSketch.adobeRGB.bytes)
    let converted = try thumbnail.withProfile(p3).decoded()
    #expect(try preview(thumbnail, profile: nil) == thumbnail.decoded())
    #expect(try preview(thumbnail, profile: p3) == converted)
    #expect(try preview(thumbnail.withProfile(p3), profile: adobe) == converted)
    let press = ICCSketch.press.bytes
    #expect(
      try preview(thumbnail, of: "cmyk-adobe.jpg", profile: press) == thumbnail.decoded(),
      "a thumbnail has no inks")
  }

  // MARK: - AVIF, HEIC, TIFF

  @Test(
    arguments: ["icc.avif", "icc.heic", "icc.tiff", "points.avif", "points.heic"])
  func `optional formats have a profile or code points`(name: String) throws {
    let image = try Fixture("Profiles/\(name)").bytes.decoded()
    for (index, place) in [(8, 4), (56, 4), (8, 28), (56, 28)].enumerated() {
      let stored = ImageDecoderTests.colors[index]
      let samples = [16, 8, 0].map { UInt8(stored >> $0 & 255) }
      let seen = try #require(Reference.pixels(rgb: samples, ICCSketch.displayP3.bytes))[0]
      let pixel = image[place.0, place.1]
      #expect(pixel.isClose(to: seen, 8), "\(String(pixel, radix: 16))")
    }
  }
}
