import DecodingTestSupport
import Raster
import Testing

@testable import ImageDecoding

/// Files with meaningless or misplaced fields, as public bug reports attach them.
///
/// Most show the same picture: red, green, blue and yellow quarters.
@Suite struct UnusualFileTests {
  private static let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FF00]

  private func file(_ name: String) throws -> [UInt8] { try Fixture("Unusual/" + name).bytes }

  @Test(arguments: [
    "alpha-zero-16.bmp", "alpha-zero-32.bmp", "offset-zero.bmp", "comment-before-samples.ppm",
    "first-frame-empty.gif", "cmyk-no-marker.jpg",
  ])
  func `a meaningless field is ignored`(name: String) throws {
    let image = try file(name).decoded(to: PixelSize(width: 500, height: 500))
    let (right, bottom) = (image.size.width - 5, image.size.height - 5)
    for (place, color) in zip([(5, 5), (right, 5), (5, bottom), (right, bottom)], Self.colors) {
      #expect(image[place.0, place.1].isClose(to: color, name.hasSuffix("jpg") ? 12 : 0))
    }
  }

  @Test func `alpha counts as soon as one pixel has some`() throws {
    var bytes = try file("alpha-zero-32.bmp")
    // The last pixel of the top row, which is stored last.
    bytes[bytes.count - 1] = 128
    let image = try bytes.decoded()
    #expect(image[39, 0] == 0x8000_FF00)
    #expect(image[0, 0] >> 24 == 0)
  }

  @Test func `a sample that looks like a comment is a sample`() throws {
    let bytes = Array("P5 3 1 255\n###".utf8)
    #expect(try bytes.decoded().pixels == [0xFF23_2323, 0xFF23_2323, 0xFF23_2323])
  }

  @Test func `a GIF without colors is gray, from black to white`() throws {
    let image = try file("no-colors.gif").decoded()
    #expect(image.quarters(tolerance: 0) == [0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA, 0xFFFF_FFFF])
  }

  @Test func `a first frame beyond the screen is cut off`() throws {
    let image = try file("first-frame-overhangs.gif").decoded()
    #expect(image.size == PixelSize(width: 40, height: 30))
    #expect(image[5, 5] == 0 && image[15, 15] == Self.colors[0] && image[39, 29].isOpaque)
    let frames = try file("first-frame-overhangs.gif").frames(in: image.size)
    #expect(frames.map(\.image) == [image])
  }

  @Test func `a first frame larger than the screen is the screen`() throws {
    var gif = GIFSketch(width: 2, height: 2)
    gif.frames = [.init(left: 1, top: 1, width: 3, height: 1, indices: [0, 1, 2])]
    let image = try gif.bytes.decoded()
    #expect(image.size == PixelSize(width: 3, height: 1))
    #expect(image.pixels == [.red, .green, .blue])
  }

  @Test func `an empty frame is no frame`() throws {
    var gif = GIFSketch(width: 2, height: 1)
    gif.frames = [
      .init(2, 1, filledWith: 0), .init(0, 3, filledWith: 1), .init(2, 1, filledWith: 2),
    ]
    let frames = try gif.bytes.frames(in: PixelSize(width: 2, height: 1))
    #expect(frames.map { $0.image[0, 0] } == [.red, .blue])
    #expect(gif.bytes.withUnsafeBytes { AnimationOutline($0, limit: 9) }.frameCount == 2)
  }

  @Test func `a GIF of empty frames has no frame`() throws {
    var gif = GIFSketch(width: 2, height: 1)
    gif.frames = [.init(0, 0, filledWith: 0)]
    #expect(throws: ImageDecodingError.corrupt(format: "GIF", reason: "it has no frame")) {
      try gif.bytes.decoded()
    }
  }

  @Test(arguments: ["orientation-long.jpg", "exif-text.png", "exif-behind-pixels.png"])
  func `an orientation counts wherever and however it is written`(name: String) throws {
    let image = try file(name).decoded(to: PixelSize(width: 500, height: 500))
    #expect(image.size.height > image.size.width)
  }

  @Test func `an orientation of one byte counts`() {
    var sketch = ExifSketch()
    sketch.entries = [(0x0112, .byte(8))]
    for isBigEndian in [false, true] {
      sketch.isBigEndian = isBigEndian
      #expect(sketch.bytes.withUnsafeBytes { Orientation(exif: $0) } == .leftTurn)
    }
  }

  @Test func `a truncated PNG shows the rows that are there`() throws {
    let image = try file("truncated.png").decoded(to: PixelSize(width: 640, height: 480))
    #expect(image.size == PixelSize(width: 640, height: 480))
    #expect(image.endsEarly)
    let rows = (0..<480).prefix { image[320, $0].isOpaque }.count
    // Three quarters of the file; without its last 8 KB not one row would be left.
    #expect((350...360).contains(rows))
  }

  @Test(arguments: [
    (0xC1 as UInt8, 12 as UInt8, "unsupported JPEG: 12 bits per channel"),
    (0xC5, 8, "unsupported JPEG: hierarchical"),
  ])
  func `a variety of JPEG that no decoder reads is unsupported, not broken`(
    marker: UInt8, bits: UInt8, description: String
  ) throws {
    var bytes = try Fixture("baseline.jpg").bytes
    let frame = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = marker
    bytes[frame + 4] = bits
    let error = #expect(throws: ImageDecodingError.self) { try bytes.decoded() }
    #expect(error?.description == description)
  }
}

extension UInt32 {
  fileprivate var isOpaque: Bool { self >> 24 == 255 }
}
