import DecodingTestSupport
import FoundationEssentials
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(5))) struct ImageMetadataTests {
  @Test(arguments: Fixture.all) func `every file says its size and its format`(
    fixture: Fixture
  ) throws {
    let metadata = try ImageMetadata(Data(fixture.bytes))
    #expect(metadata.size == Fixture.size && metadata.byteCount == fixture.bytes.count)
    let formats = [
      "jpg": "JPEG", "png": "PNG", "webp": "WebP", "gif": "GIF", "bmp": "BMP", "avif": "AVIF",
      "heic": "HEIC", "tiff": "TIFF",
    ]
    let suffix = fixture.name.split(separator: ".").last.map(String.init) ?? ""
    #expect(metadata.format == formats[suffix] ?? "PNM")
    let subtype = formats[suffix]?.lowercased() ?? "x-portable-anymap"
    #expect(ImageDecoder.mimeType(of: fixture.bytes) == "image/\(subtype)")
    #expect(metadata.isAnimated == ["animated.gif", "animated.webp"].contains(fixture.name))
    #expect(metadata.frameCount == (metadata.isAnimated ? 2 : 1))
  }

  @Test func `a turned picture has a size as stored, and one as seen`() throws {
    let metadata = try ImageMetadata(Data(try Fixture("orientation-6.jpg").bytes))
    #expect(metadata.storedSize == PixelSize(width: 32, height: 64))
    #expect(metadata.size == PixelSize(width: 64, height: 32))
  }

  @Test func `a photograph says what took it`() throws {
    let photo = try Fixture("baseline.jpg").bytes.withExif(.photo)
    let camera = try #require(try ImageMetadata(Data(photo)).camera)
    #expect(camera.model == "Maker X100" && camera.dateTaken == "2021-07-04 12:34:56")
    #expect(try ImageMetadata(Data(try Fixture("baseline.jpg").bytes)).camera == nil)
  }

  @Test(arguments: ["baseline.jpg", "animated.gif", "color.png"])
  func `a tile knows its picture by the beginning of the file`(name: String) throws {
    let bytes = try Fixture(name).bytes
    let info = bytes.withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: 123_456) }
    #expect(info?.size == Fixture.size && info?.bytes == 123_456 && info?.frameCount == 1)
    let broken = Array("no picture".utf8).withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: 1) }
    #expect(broken == nil)
  }

  @Test func `PNG and WebP carry the same block`() throws {
    let exif = ExifSketch.photo.bytes
    let png = try Fixture("color.png").bytes
    let chunk = Array("eXIf".utf8) + exif
    let framed = [exif.count, Int(crc32(chunk[...]))].map { value in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    // Behind the signature and the header.
    let withChunk = png[..<33] + framed[0] + chunk + framed[1] + png[33...]
    #expect(try ImageMetadata(Data(withChunk)).camera?.model == "Maker X100")

    var webp = WebPSketch()
    webp.frames = [.init(still: try Fixture("lossless.webp").bytes)]
    webp.exif = exif
    let metadata = try ImageMetadata(Data(webp.bytes))
    #expect(metadata.camera?.model == "Maker X100")
    #expect(metadata.storedSize == Fixture.size && metadata.size.width == 32)
  }

  @Test func `a picture says the name of its color profile`() throws {
    let jpeg = try Fixture("baseline.jpg").bytes
    func name(_ sketch: ICCSketch) throws -> String? {
      try ImageMetadata(Data(jpeg.withProfile(sketch.bytes))).colorProfile
    }
    #expect(try name(.displayP3) == "Display P3")
    #expect(try name(.adobeRGB) == nil)
    var sketch = ICCSketch.adobeRGB
    let text = Array("Adobe  RGB (1998)\0".utf8)
    sketch.tags.append(("desc", Array("desc\0\0\0\0".utf8) + number(text.count, 4) + text))
    #expect(try name(sketch) == "Adobe RGB (1998)")
    sketch.tags[sketch.tags.count - 1].body = ICCSketch.text(String(repeating: "\u{1b}", count: 99))
    #expect(try name(sketch) == String(repeating: "·", count: 64) + "…")
    for place in [20, 24] {
      var body = ICCSketch.text("Display P3")
      body.replaceSubrange(place..<place + 4, with: number(0xFFFF_FFFF, 4))
      sketch.tags[sketch.tags.count - 1].body = body
      #expect(try name(sketch) == nil)
    }
    #expect(try ImageMetadata(Data(jpeg)).colorProfile == nil)
  }

  @Test(arguments: ["camera.avif", "camera.heic"])
  func `containers of their own kind have it too, and are not turned by it`(name: String) throws {
    let bytes = Data(try Fixture("Exif/" + name).bytes)
    let metadata = try ImageMetadata(bytes)
    #expect(metadata.camera?.model == "X1" && metadata.size == metadata.storedSize)
  }

  @Test(arguments: Fixture.all.filter(\.isIsolated))
  func `the size is known without the library of the format`(fixture: Fixture) throws {
    let metadata = try ImageMetadata(Data(fixture.bytes))
    #expect(metadata.size == Fixture.size)
    #expect(metadata.format.lowercased() == fixture.name.split(separator: ".").last ?? "")
  }

  @Test func `a HEIC of an old libheif has the size of the turned picture`() throws {
    let bytes = Data(try Fixture("Unusual/turned-size.heic").bytes)
    #expect(try ImageMetadata(bytes).size == Fixture.size)
  }

  @Test(arguments: ["icc.avif", "icc.heic", "points.avif", "points.heic"])
  func `the colors of a container are those that its library finds`(name: String) throws {
    try Fixture("Profiles/" + name).bytes.withUnsafeBytes { bytes in
      let format = try #require(ImageFormat(signatureOf: bytes))
      let reader = try CodecRowReader(bytes, format: format, limits: DecodeLimits())
      let (library, colors) = (reader.colors, HEIFFile(bytes)?.colors)
      #expect(colors == library)
    }
  }

  @Test func `an animation says how many frames it has`() throws {
    var gif = GIFSketch(width: 3, height: 2)
    gif.frames = Array(repeating: .init(3, 2, filledWith: 1), count: 70)
    #expect(try ImageMetadata(Data(gif.bytes)).frameCount == 70)
  }

  @Test func `a picture too large to be shown still has its metadata`() throws {
    let header = Array("P6 30000 30000 255\n".utf8)
    #expect(try ImageMetadata(Data(header)).size == PixelSize(width: 30_000, height: 30_000))
  }

  @Test func `data that is not a picture has no metadata`() {
    #expect(throws: ImageDecodingError.unknownFormat) { try ImageMetadata(Data()) }
    #expect(throws: ImageDecodingError.self) { try ImageMetadata(Data("GIF89a".utf8)) }
  }

  @Test(arguments: Fixture.all) func `wrong bytes never trap`(fixture: Fixture) {
    var random = SeededRandom(seed: 42)
    for _ in 0..<60 {
      let metadata = try? ImageMetadata(Data(fixture.bytes.mutated(using: &random)))
      #expect((metadata?.frameCount ?? 1) >= 1)
    }
    for length in 0..<min(fixture.bytes.count, 100) {
      _ = try? ImageMetadata(Data(fixture.bytes.prefix(length)))
    }
  }
}
