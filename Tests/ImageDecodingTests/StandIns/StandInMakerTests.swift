import DecodingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(1))) struct StandInMakerTests {
  /// 64x32 pixels in four quarters.
  private let thumbnail: [UInt8]

  init() throws { thumbnail = try Fixture("baseline.jpg").bytes }

  /// The beginning of a picture that claims a size, with a thumbnail in it.
  private func photo(
    _ width: Int, _ height: Int, orientation: Int = 1, isBigEndian: Bool = false
  ) -> [UInt8] {
    var sketch = ExifSketch()
    sketch.isBigEndian = isBigEndian
    sketch.entries = [(0x0112, .short(orientation))]
    sketch.thumbnail = thumbnail
    return thumbnail.claiming(width, height).withExif(sketch)
  }

  private func look(
    at bytes: [UInt8], side: Int = 40, isHurried: Bool = true, limits: DecodeLimits = DecodeLimits()
  ) -> ImagePreview? {
    let maker = StandInMaker(
      target: ImageTarget(size: PixelSize(width: side, height: side)), limits: limits,
      isHurried: isHurried)
    return bytes.withUnsafeBytes { maker.look(at: $0, isCancelled: { false }) }
  }

  @Test(arguments: [false, true]) func `the thumbnail is found, fitted and of the picture's size`(
    isBigEndian: Bool
  ) throws {
    let found = try #require(look(at: photo(4_000, 2_000, isBigEndian: isBigEndian)))
    #expect(found.image == (try thumbnail.decoded(to: PixelSize(width: 40, height: 40))))
    #expect(found.size == PixelSize(width: 40, height: 20) && found.isWhole)
  }

  @Test func `where more pixels are wanted it has its own, to be stretched`() throws {
    let found = try #require(look(at: photo(4_000, 2_000), side: 500))
    #expect(found.image == (try thumbnail.decoded()))
    #expect(found.size == PixelSize(width: 500, height: 250))
  }

  @Test(arguments: 1...8) func `it is turned as the picture is`(orientation: Int) throws {
    let bytes = photo(4_000, 2_000, orientation: orientation)
    let found = try #require(look(at: bytes, side: 64))
    let upright = try thumbnail.decoded()
    let turned = try #require(Orientation(rawValue: UInt16(orientation)))
    #expect(found.image == upright.oriented(by: turned))
    #expect(found.size == PixelSize(width: 64, height: 32).oriented(by: turned))
  }

  @Test(arguments: [
    (4_000, 2_000, true), (4_000, 2_030, true), (4_000, 1_970, true), (4_000, 2_100, false),
    (4_000, 3_000, false), (2_000, 4_000, false),
  ]) func `a thumbnail of another shape has edges that the picture has not`(
    width: Int, height: Int, isUsed: Bool
  ) {
    #expect((look(at: photo(width, height)) != nil) == isUsed)
  }

  @Test func `a picture that is there soon is not looked into, one of any size is`() {
    #expect(look(at: photo(1_600, 800)) != nil)
    #expect(look(at: photo(1_600, 800), isHurried: false) == nil)
    #expect(look(at: photo(800, 400)) == nil)
    let limits = DecodeLimits(maxPixels: 4_000_000)
    #expect(look(at: photo(4_000, 2_000), limits: limits) != nil)
    #expect(look(at: photo(40_000, 20_000)) == nil, "a side is too long to be scaled")
  }

  @Test func `a directory that follows itself, or begins outside, gives nothing`() {
    var sketch = ExifSketch()
    sketch.entries = [(0x0112, .short(1))]
    sketch.thumbnail = thumbnail
    let next = 8 + 2 + 12
    for target in [0, 8, 9, 1_000_000, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      var exif = sketch.bytes
      exif.replaceSubrange(next..<next + 4, with: (0..<4).map { UInt8(target >> (8 * $0) & 255) })
      #expect(exif.withUnsafeBytes { EmbeddedThumbnail(exif: $0)?.bytes.count } == nil)
    }
  }

  @Test func `a thumbnail that claims to be huge is not decoded`() {
    var sketch = ExifSketch()
    sketch.thumbnail = thumbnail.claiming(60_000, 30_000)
    #expect(look(at: thumbnail.claiming(4_000, 2_000).withExif(sketch)) == nil)
  }

  @Test func `a file that is cut off anywhere never traps`() {
    let bytes = photo(4_000, 2_000)
    for length in bytes.indices {
      let found = look(at: Array(bytes.prefix(length)))
      #expect(length > 200 || found == nil)
    }
  }

  @Test(arguments: 1...6) func `wrong bytes never trap, and give no more than is wanted`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    let bytes = photo(4_000, 2_000, orientation: 6, isBigEndian: seed.isMultiple(of: 2))
    // Most of the damage where the offsets are.
    let head = bytes.prefix(140)
    for turn in 0..<1_500 {
      let damaged =
        turn.isMultiple(of: 3)
        ? bytes.mutated(using: &random)
        : Array(head).mutated(using: &random) + bytes.dropFirst(140)
      guard let found = look(at: damaged) else { continue }
      #expect(found.image.size.width <= 40 && found.image.size.height <= 40)
      #expect(found.size.width <= 40 && found.size.height <= 40)
    }
  }
}
