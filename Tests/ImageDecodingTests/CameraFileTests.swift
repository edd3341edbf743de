import DecodingTestSupport
import FoundationEssentials
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

/// The pictures inside cameras' raw files, which the tests write by the descriptions of the formats.
@Suite(.timeLimit(.minutes(1))) struct CameraFileTests {
  private static let colors: [UInt32] = [0xFFC0_2020, 0xFF20_C020, 0xFF20_20C0]

  /// A JPEG of nearly one color, but for a white corner at its top left.
  private static func picture(_ width: Int, _ height: Int, _ color: UInt32) throws -> [UInt8] {
    let pixels = (0..<width * height).map { place in
      // A flat picture would be no JPEG.
      (place % width < width / 4 && place / width < height / 4 ? 0xFFFF_FFFF : color)
        ^ UInt32(place & 1)
    }
    let image = PixelImage(size: PixelSize(width: width, height: height), pixels: pixels)
    return Array(try #require(ThumbnailBytes.encode(image)))
  }

  private static func pictures() throws -> [[UInt8]] {
    try zip([96, 192, 768], colors).map { try picture($0, $0 * 2 / 3, $1) }
  }

  private static func sketch(
    _ container: RawSketch.Container, orientation: Int = 1
  ) throws -> RawSketch {
    RawSketch(container, try pictures(), orientation: orientation)
  }

  private func metadata(_ bytes: [UInt8]) throws -> ImageMetadata { try ImageMetadata(Data(bytes)) }

  /// Returns the number of the picture shown, judged by the color of its last pixel.
  private func shown(_ image: PixelImage) -> Int? {
    Self.colors.firstIndex { image.pixels.last?.isClose(to: $0, 12) == true }
  }

  @Test(arguments: RawSketch.Container.allCases)
  func `the smallest picture that fills a tile is shown, and the largest alone`(
    container: RawSketch.Container
  ) throws {
    let sketch = try Self.sketch(container)
    let bytes = sketch.bytes
    let known = 3 - sketch.pictureCount..<3
    for (side, picture) in [(90, 0), (150, 1), (300, 2), (2_000, 2)] {
      let image = try bytes.decoded(to: PixelSize(width: side, height: side))
      #expect(shown(image) == max(picture, known.lowerBound), "\(container) in \(side)")
      #expect(image.size.width == min(side, 768))
    }
    var decoder = ImageDecoder()
    decoder.takesLargest = true
    let target = ImageTarget(size: PixelSize(width: 90, height: 90))
    let image = try bytes.withUnsafeBytes {
      try decoder.decode($0, target: target, limits: DecodeLimits()) { false }
    }
    #expect(shown(image) == 2)
  }

  @Test(arguments: RawSketch.Container.allCases)
  func `a raw file is turned as it says, and once`(container: RawSketch.Container) throws {
    for orientation in [1, 6, 8, 3] {
      var sketch = try Self.sketch(container, orientation: orientation)
      for isSaidTwice in [false, true] where container != .raf || !isSaidTwice {
        if isSaidTwice {
          let exif = ExifSketch(entries: [(0x0112, .short(orientation))])
          sketch.pictures = sketch.pictures.map { $0.withExif(exif) }
        }
        let image = try sketch.bytes.decoded(to: PixelSize(width: 300, height: 300))
        let (width, height) = (image.size.width, image.size.height)
        #expect((width < height) == (orientation == 6 || orientation == 8))
        let corner = [1: (2, 2), 6: (width - 3, 2), 8: (2, height - 3), 3: (width - 3, height - 3)]
        let place = try #require(corner[orientation])
        #expect(image[place.0, place.1].isClose(to: 0xFFFF_FFFF, 12), "\(container) \(orientation)")
      }
    }
  }

  @Test(arguments: RawSketch.Container.allCases)
  func `a raw file says its camera, its date and its size`(container: RawSketch.Container) throws {
    let bytes = try Self.sketch(container, orientation: 6).bytes
    let metadata = try metadata(bytes)
    #expect(metadata.format == "RAW" && metadata.byteCount == bytes.count)
    #expect(metadata.size == PixelSize(width: 512, height: 768))
    #expect(metadata.camera?.model == "Maker R1")
    #expect(metadata.camera?.dateTaken == "2021-07-04 12:34:56")
    let date = bytes.withUnsafeBytes { CameraData.dateTaken(inFile: $0) { _, _ in nil } }
    #expect(date == "2021-07-04 12:34:56")
    let info = bytes.withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: bytes.count) }
    #expect(info?.format == "RAW preview", "the sensor's pixels are not developed")
  }

  @Test func `the beginning of a raw file does not say how large its picture is`() throws {
    let bytes = try Self.sketch(.arw).bytes
    let infos = bytes.withUnsafeBytes { bytes in
      [bytes.count, bytes.count + 1].map { PictureInfo(ofFile: bytes, byteCount: $0) }
    }
    #expect(infos[0]?.size == PixelSize(width: 768, height: 512) && infos[1] == nil)
  }

  @Test(arguments: RawSketch.Container.allCases)
  func `a copy and a tile come from the same picture`(container: RawSketch.Container) throws {
    let bytes = try Self.sketch(container).bytes
    let target = ImageTarget(size: PixelSize(width: 90, height: 90))
    let scale = try #require(ThumbnailScale(for: target))
    let pair = try bytes.withUnsafeBytes {
      try ImageDecoder().decode($0, target: target, copy: scale, limits: DecodeLimits()) { false }
    }
    #expect(pair.image.size == PixelSize(width: 90, height: 60))
    // The class goes up to 113 pixels, which the smallest picture has not.
    #expect(pair.copy?.size == PixelSize(width: 113, height: 75))
  }

  @Test func `a picture of another shape, or without losses, stands for no other`() throws {
    var sketch = try Self.sketch(.arw)
    sketch.pictures[0] = try Self.picture(160, 120, 0xFF00_0000)
    #expect(shown(try sketch.bytes.decoded(to: PixelSize(width: 90, height: 90))) == 1)
    sketch.pictures[1][try #require(sketch.pictures[1].frameMarker)] = 0xC3
    #expect(shown(try sketch.bytes.decoded(to: PixelSize(width: 90, height: 90))) == 2)
  }

  @Test func `a raw file without a picture says so`() throws {
    let sketch = RawSketch(.cr2, [[1], [2], [3]])
    let error = #expect(throws: ImageDecodingError.self) { try sketch.bytes.decoded() }
    #expect(error?.description == "broken RAW: it has no JPEG to show")
  }

  @Test(arguments: ["jpeg.tiff", "strips.tiff", "orientation-6.tiff"])
  func `a plain TIFF is no raw file`(name: String) throws {
    let bytes = try Fixture(name).bytes
    #expect(bytes.withUnsafeBytes { ImageFormat(signatureOf: $0) } == .tiff)
  }

  @Test func `directories in a circle are visited once`() throws {
    var sketch = DirectorySketch(start: Array("II*\0".utf8))
    let place = sketch.bytes.count
    sketch.start = sketch.directory(
      [.init(0x014A, .directory(place)), .init(0xC612, .long(1))], next: place)
    let bytes = sketch.finished
    let count = bytes.withUnsafeBytes { bytes in
      TIFFFile(bytes).map { DirectoryWalk($0).reduce(0) { count, _ in count + 1 } }
    }
    #expect(count == 1)
  }

  @Test(arguments: RawSketch.Container.allCases)
  func `wrong and missing bytes never trap`(container: RawSketch.Container) throws {
    var random = SeededRandom(seed: 11)
    let whole = try Self.sketch(container, orientation: 6).bytes
    for _ in 0..<400 {
      var bytes = whole
      // Most changes are in the first bytes, which have the structure.
      let structure = Bool.random(using: &random) ? min(bytes.count, 700) : bytes.count
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<structure, using: &random)] =
          [0, 1, 0xFF, .random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let image = try? bytes.decoded(to: PixelSize(width: 90, height: 90))
      #expect(image.map { $0.size.width <= 90 && $0.size.height <= 90 } != false)
      _ = try? metadata(bytes)
      // The directories found lie inside the file.
      bytes.withUnsafeBytes { bytes in
        let target = ImageTarget(size: PixelSize(width: 90, height: 90))
        let part = ImageDecoder().rawPart(of: bytes, for: target, copy: nil) { range in
          #expect(0 <= range.lowerBound && range.upperBound <= bytes.count)
        }
        #expect(part.map { 0 <= $0.lowerBound && $0.upperBound <= bytes.count } != false)
      }
    }
  }
}

extension [UInt8] {
  /// The offset of the marker of a JPEG's frame.
  fileprivate var frameMarker: Int? {
    indices.dropLast().first { self[$0] == 0xFF && self[$0 + 1] == 0xC0 }.map { $0 + 1 }
  }
}
