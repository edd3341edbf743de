import DecodingTestSupport
import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

/// Pictures decoded for a target in which the upright picture is turned.
@Suite(.timeLimit(.minutes(2))) struct TurnedTargetTests {
  /// Targets of several sizes, modes and shapes of pixels, each in this turn.
  private static func targets(_ turn: Orientation) -> [ImageTarget] {
    [(64, 32), (20, 20), (9, 30)].flatMap { width, height in
      [ContentMode.fit, .fill].flatMap { mode in
        [PixelAspect.square, PixelAspect(width: 1, height: 2)].map { aspect in
          var target = ImageTarget(
            size: PixelSize(width: width, height: height), contentMode: mode, pixelAspect: aspect)
          target.turn = turn
          return target
        }
      }
    }
  }

  /// The target of the upright picture, without the code under test.
  private func upright(_ target: ImageTarget) -> ImageTarget {
    let (size, aspect) = (target.size, target.pixelAspect)
    guard target.turn.swapsAxes else {
      return ImageTarget(size: size, contentMode: target.contentMode, pixelAspect: aspect)
    }
    return ImageTarget(
      size: PixelSize(width: size.height, height: size.width), contentMode: target.contentMode,
      pixelAspect: PixelAspect(width: aspect.height, height: aspect.width))
  }

  private func decode(
    _ bytes: [UInt8], _ target: ImageTarget, copy scale: ThumbnailScale? = nil
  ) throws -> ImageDecoder.Pair {
    var decoder = ImageDecoder(isolation: .besideTests)
    decoder.leastSeconds = 60
    return try bytes.withUnsafeBytes {
      try decoder.decode($0, target: target, copy: scale, limits: DecodeLimits()) { false }
    }
  }

  @Test(arguments: 1...8, Orientation.allCases)
  func `a file's orientation and a turn are what turning the decoded picture is`(
    stored: Int, turn: Orientation
  ) throws {
    let bytes = try Fixture("orientation-\(stored).jpg").bytes
    for target in Self.targets(turn) {
      let expected = try decode(bytes, upright(target)).image.oriented(by: turn)
      #expect(try decode(bytes, target).image == expected)
    }
  }

  @Test(arguments: Orientation.allCases) func `every format is turned`(turn: Orientation) throws {
    for name in ["orientation-6.png", "orientation-8.webp", "plain.gif", "orientation-6.tiff"] {
      let fixture = try Fixture(name)
      let targets = Self.targets(turn)
      for target in fixture.isIsolated ? targets.prefix(2) : targets[...] {
        let expected = try decode(fixture.bytes, upright(target)).image.oriented(by: turn)
        #expect(try decode(fixture.bytes, target).image == expected, "\(name)")
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func `of a raw file the picture for the turned target is turned`(turn: Orientation) throws {
    let pictures = try [96, 192].map { side in
      let size = PixelSize(width: side, height: side * 2 / 3)
      let pixels = (0..<size.area).map { 0xFF00_0000 | UInt32($0 * 419 % 0xFF_FFFF) }
      let image = PixelImage(size: size, pixels: pixels)
      return [UInt8](try #require(ThumbnailBytes.encode(image)))
    }
    let bytes = RawSketch(.nef, pictures, orientation: 6).bytes
    // The upright picture is 64x96 or 128x192.
    var target = ImageTarget(size: PixelSize(width: 100, height: 70))
    target.turn = turn
    let expected = try decode(bytes, upright(target)).image.oriented(by: turn)
    #expect(try decode(bytes, target).image == expected)
  }

  @Test(arguments: Orientation.allCases) func `a drawing is turned`(turn: Orientation) throws {
    let drawing = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">
      <rect width="2" height="1" fill="#f00"/></svg>
      """.utf8)
    var target = ImageTarget(size: PixelSize(width: 30, height: 40))
    target.turn = turn
    let expected = try decode(drawing, upright(target)).image.oriented(by: turn)
    #expect(try decode(drawing, target).image == expected)
  }

  @Test(arguments: Orientation.allCases)
  func `a copy is upright, and a picture decoded from it is turned`(turn: Orientation) throws {
    let bytes = try Fixture("orientation-6.jpg").bytes
    for target in Self.targets(turn) {
      let scale = try #require(ThumbnailScale(for: target))
      #expect(scale == ThumbnailScale(for: upright(target)))
      let pair = try decode(bytes, target, copy: scale)
      let expected = try decode(bytes, upright(target), copy: scale)
      #expect(pair.copy == expected.copy && pair.image == expected.image.oriented(by: turn))
      guard let copy = pair.copy, let stored = ThumbnailBytes.encode(copy) else { continue }
      func picture(_ target: ImageTarget) throws -> PixelImage? {
        try stored.withUnsafeBytes {
          try ThumbnailBytes.decode($0, of: Self.size, target: target) { false }
        }
      }
      #expect(try picture(target) == (try picture(upright(target))?.oriented(by: turn)))
    }
  }

  /// The size of the upright picture.
  private static let size = PixelSize(width: 32, height: 64)

  @Test(arguments: Orientation.allCases) func `frames of an animation are turned`(
    turn: Orientation
  ) throws {
    let bytes = Data(try Fixture("animated.gif").bytes)
    for target in Self.targets(turn) {
      var reader = try AnimationReader(bytes, target: target)
      var other = try AnimationReader(bytes, target: upright(target))
      while let frame = try other.next() {
        let turned = try #require(try reader.next())
        #expect(turned.image == frame.image.oriented(by: turn))
        #expect(turned.image.size == reader.size)
      }
    }
  }

  @Test(arguments: [1, 6, 7], Orientation.allCases) func `a stand-in is turned`(
    stored: Int, turn: Orientation
  ) throws {
    let thumbnail = try Fixture("baseline.jpg").bytes
    var sketch = ExifSketch()
    sketch.entries = [(0x0112, .short(stored))]
    sketch.thumbnail = thumbnail
    let bytes = thumbnail.claiming(4_000, 2_000).withExif(sketch)
    func preview(_ target: ImageTarget) -> ImagePreview? {
      bytes.withUnsafeBytes {
        StandInMaker(target: target, limits: DecodeLimits(), isHurried: true)
          .look(at: $0) { false }
      }
    }
    for target in Self.targets(turn) {
      let (turned, expected) = (preview(target), try #require(preview(upright(target))))
      #expect(turned?.image == expected.image.oriented(by: turn))
      #expect(turned?.size == expected.size.oriented(by: turn))
    }
  }
}
