import DecodingTestSupport
import Foundation
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct ThumbnailBytesTests {
  private let limits = DecodeLimits()

  /// A picture with light and color of several frequencies.
  private func picture(_ size: PixelSize, alpha: UInt32 = 255) -> PixelImage {
    var pixels: [UInt32] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        func wave(_ step: Double, _ phase: Double) -> UInt32 {
          UInt32(128 + 100 * sin(Double(x) / step + phase) * cos(Double(y) / (step * 1.3)))
        }
        pixels.append(
          (x < size.width / 2 ? 255 : alpha) << 24 | wave(9, 0) << 16 | wave(13, 1) << 8
            | wave(21, 2))
      }
    }
    return PixelImage(size: size, pixels: pixels)
  }

  /// How far two pictures are apart, in decibels.
  private func quality(_ one: PixelImage, _ other: PixelImage) -> Double {
    var sum = 0.0
    for (a, b) in zip(one.pixels, other.pixels) {
      for shift in [0, 8, 16] as [UInt32] {
        let difference = Double(a >> shift & 255) - Double(b >> shift & 255)
        sum += difference * difference
      }
    }
    return 10 * log10(255 * 255 / max(sum / Double(one.pixels.count * 3), 1e-9))
  }

  private func decode(
    _ bytes: Data, of size: PixelSize, _ target: ImageTarget
  ) throws -> PixelImage? {
    try bytes.withUnsafeBytes {
      try ThumbnailBytes.decode($0, of: size, target: target, isCancelled: { false })
    }
  }

  @Test(arguments: [255, 0, 120] as [UInt32]) func `a copy looks like the picture`(
    alpha: UInt32
  ) throws {
    let size = PixelSize(width: 160, height: 120)
    let image = picture(size, alpha: alpha)
    let bytes = try #require(ThumbnailBytes.encode(image))
    let target = ImageTarget(size: size)
    let decoded = try #require(
      try decode(bytes, of: PixelSize(width: 1_600, height: 1_200), target))
    #expect(decoded.size == size)
    #expect(decoded.pixels.map { $0 >> 24 } == image.pixels.map { $0 >> 24 })
    if alpha > 0 { #expect(quality(image, decoded) > 36) }
  }

  @Test(arguments: [255, 0] as [UInt32]) func `a copy of a flat picture has the same pixels`(
    alpha: UInt32
  ) throws {
    let size = PixelSize(width: 160, height: 120)
    // Bars on white, as in a chart, with a line of slanting edges.
    let colors: [UInt32] = [0xFF_3366, 0x33_99FF, 0x00_AA55]
    let pixels = (0..<size.area).map { index -> UInt32 in
      let (x, y) = (index % 160, index / 160)
      let isBar = x % 40 < 20 && y > 20 + x / 2
      if x == y { return 0xFF00_0000 }
      return isBar ? 0xFF00_0000 | colors[x / 40 % 3] : alpha << 24 | alpha * 0x01_0101
    }
    let image = PixelImage(size: size, pixels: pixels)
    let bytes = try #require(ThumbnailBytes.encode(image))
    let decoded = try decode(bytes, of: size, ImageTarget(size: size))
    #expect(decoded == image)
    #expect(bytes.count < 4_000)
  }

  @Test func `a copy that an earlier build stored is read`() throws {
    let size = PixelSize(width: 16, height: 12)
    let pixels = (0..<size.area).map { index -> UInt32 in
      let (red, green) = (UInt32(index % 16 * 15), UInt32(index / 16 * 20))
      return 0xFF00_0080 | red << 16 | green << 8
    }
    let bytes = try #require(Data(base64Encoded: Self.earlier, options: .ignoreUnknownCharacters))
    let decoded = try #require(try decode(bytes, of: size, ImageTarget(size: size)))
    #expect(decoded.size == size && quality(PixelImage(size: size, pixels: pixels), decoded) > 32)
  }

  /// A copy that our own encoder has written, before libjpeg-turbo took its place.
  private static let earlier = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ
    kJCQkJCQkJCQkJCQkJCQkJCQkJCQn/wAARCAAMABADAREAAhEAAxEA/8QAHwAAAgMBAQEBAAMAAAAAAAAAAgMBBAUA
    BgcICQoL/8QAHwEAAwEBAQEBAQADAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgAEAwQGBwUEBwIBAAJzAQIAAxESBC
    ExEyJBUQUyQmFxgRQjUpGhsfAGYnLB0TOCkuEVJENTorLxY3OTwtIWNFSDs0R0lKPD0yU1ZOLyB+OE1KTkCAkKFxgZ
    GiYnKCkqNjc4OTpFRkdISUpVVldYWVplZmdoaWp1dnd4eXqFhoeIiYqVlpeYmZqlpqeoqaq0tba3uLm6xMXGx8jJyt
    XW19jZ2uXm5+jp6vP09fb3+Pn6/8QAtREAAgECBAIIBAQFAQIAAAB/AAECESEDEjFBUWEEEyIycYGR8EKhscEFUtHh
    FCNicvEzgpKiwgZDU7LS4hUkYzTyB0Rzk6MICQoWFxgZGiUmJygpKjU2Nzg5OkVGR0hJSlRVVldYWVpkZWZnaGlqdH
    V2d3h5eoOEhYaHiImKlJWWl5iZmqSlpqeoqaqztLW2t7i5usPExcbHyMnK09TV1tfY2drj5OXm5+jp6vP09fb3+Pn6
    /9oADAMBAAIRAxEAPwDxuG6H03Y9zF6bzOPoH4jp2j0GG6H03fhHm4vTeZ9r0D8R07R6bDYWT7MeVi4s+J+MdAx8S1
    z0GGwsn2Y83FxZ8T7XoGPiWuf/2Q==
    """

  @Test func `noise of any size is a copy that other programs read`() throws {
    var random = SeededRandom(seed: 2)
    for (width, height) in [(1, 1), (7, 9), (8, 8), (17, 33), (129, 3), (3, 70), (200, 64)] {
      let size = PixelSize(width: width, height: height)
      let image = PixelImage(
        size: size,
        pixels: (0..<size.area).map { _ in .random(in: 0...(.max), using: &random) | 255 << 24 })
      let bytes = try #require(ThumbnailBytes.encode(image))
      let decoded = try #require(try decode(bytes, of: size, ImageTarget(size: size)))
      #expect(decoded.size == size && quality(image, decoded) > 32, "\(size)")
    }
  }

  @Test func `a copy serves what is smaller, and nothing that is larger`() throws {
    let whole = PixelSize(width: 1_600, height: 1_200)
    let bytes = try #require(ThumbnailBytes.encode(picture(PixelSize(width: 160, height: 120))))
    for mode in [ContentMode.fit, .fill] {
      for (width, height) in [(100, 100), (160, 120), (31, 77)] {
        let target = ImageTarget(
          size: PixelSize(width: width, height: height), contentMode: mode)
        let image = try decode(bytes, of: whole, target)
        #expect(image?.size == Framing(whole, in: target).result)
      }
      let large = ImageTarget(size: PixelSize(width: 161, height: 161), contentMode: mode)
      #expect(try decode(bytes, of: whole, large) == nil)
    }
  }

  @Test func `damaged bytes are no copy`() throws {
    let size = PixelSize(width: 64, height: 48)
    let bytes = try #require(ThumbnailBytes.encode(picture(size)))
    let target = ImageTarget(size: size)
    for count in [0, 1, 2, 20, bytes.count / 2] {
      #expect((try? decode(bytes.prefix(count), of: size, target)) ?? nil == nil)
    }
  }

  @Test(arguments: Fixture.all) func `the picture beside a copy is the picture`(
    fixture: Fixture
  ) throws {
    for (width, height, mode) in [(32, 24, ContentMode.fit), (20, 50, .fill), (500, 500, .fit)] {
      let target = ImageTarget(size: PixelSize(width: width, height: height), contentMode: mode)
      let scale = try #require(ThumbnailScale(for: target))
      try fixture.bytes.withUnsafeBytes { bytes in
        let decoder = ImageDecoder()
        let alone = try? decoder.decode(
          bytes, target: target, limits: limits, isCancelled: { false })
        let pair = try? decoder.decode(
          bytes, target: target, copy: scale, limits: limits, isCancelled: { false })
        guard let alone, let pair else {
          return #expect(alone == nil && pair == nil)
        }
        #expect(pair.image.size == alone.size && pair.image.endsEarly == alone.endsEarly)
        guard let copy = pair.copy, !alone.endsEarly,
          let size = PictureInfo(ofFile: bytes, byteCount: nil)?.size
        else { return }
        let again = try decode(
          try #require(ThumbnailBytes.encode(copy)), of: size, target)
        #expect(again?.size == alone.size)
      }
    }
  }

  @Test func `every target of a class is served by the class's copy`() throws {
    let pictures = [(4_000, 3_000), (3_000, 4_000), (300, 200), (8_000, 500), (7, 9_000)]
    let aspects = [
      PixelAspect.square, PixelAspect(width: 1, height: 2), .init(width: 3, height: 2),
    ]
    for (width, height) in pictures {
      let picture = PixelSize(width: width, height: height)
      for side in [1, 19, 33, 80, 319, 320, 321, 1_000] {
        for (mode, aspect) in zip([ContentMode.fit, .fill, .fit, .fill], aspects + aspects) {
          let target = ImageTarget(
            size: PixelSize(width: side, height: max(1, side * 3 / 4)), contentMode: mode,
            pixelAspect: aspect)
          guard let scale = ThumbnailScale(for: target), let copy = scale.size(of: picture) else {
            continue
          }
          let scaled = Framing(picture, in: target).scaled
          #expect(
            copy.width >= scaled.width && copy.height >= scaled.height,
            "\(picture) in \(target): \(copy) for \(scaled)")
        }
      }
    }
    let large = ImageTarget(size: PixelSize(width: 1_281, height: 100))
    #expect(ThumbnailScale(for: large) == nil)
  }
}
