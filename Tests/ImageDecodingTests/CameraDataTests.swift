import DecodingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

@Suite struct CameraDataTests {
  private func read(_ bytes: [UInt8]) -> CameraData? {
    bytes.withUnsafeBytes { CameraData(exif: $0) }
  }

  @Test(arguments: [false, true]) func `the data of a camera is read`(isBigEndian: Bool) throws {
    var sketch = ExifSketch.photo
    sketch.isBigEndian = isBigEndian
    let camera = try #require(read(Array("Exif\0\0".utf8) + sketch.bytes))
    #expect(camera.make == "Maker" && camera.model == "Maker X100" && camera.lens == "23mm f/2")
    #expect(camera.dateTaken == "2021-07-04 12:34:56")
    #expect(camera.exposureSeconds == 0.004 && camera.exposureDescription == "1/250 s")
    #expect(camera.fNumber == 2.8 && camera.isoSpeed == 400)
    #expect(camera.focalLength == 23 && camera.focalLengthOnFilm == 35)
    #expect(sketch.bytes.withUnsafeBytes { Orientation(exif: $0) } == .rightTurn)
  }

  @Test func `missing data is nil, and without any there is no camera`() throws {
    var sketch = ExifSketch()
    sketch.entries = [(0x0112, .short(1))]
    #expect(read(sketch.bytes) == nil)
    sketch.entries = [(0x0110, .text("abc"))]
    let known = try #require(read(sketch.bytes))
    #expect(known.model == "abc" && known.make == nil && known.dateTaken == nil)
    for bytes in [[], Array("Exif\0\0".utf8), Array("II*\0".utf8), Array("MM\0*\0\0\0".utf8)] {
      #expect(read(bytes) == nil)
    }
  }

  @Test func `the date is found in the beginning of a file`() {
    func date(_ bytes: [UInt8]) -> String? {
      bytes.withUnsafeBytes { bytes in
        CameraData.dateTaken(inFile: bytes) { bytes.field(at: $0, length: $1) }
      }
    }
    let block = Array("Exif\0\0".utf8) + ExifSketch.photo.bytes
    let length = [UInt8((block.count + 2) >> 8), UInt8(truncatingIfNeeded: block.count + 2)]
    let file = [0xFF, 0xD8, 0xFF, 0xE1] + length + block
    #expect(date(file) == "2021-07-04 12:34:56")
    #expect(date(file + [0xFF, 0xDA, 0, 8]) == "2021-07-04 12:34:56")
    for count in 0..<file.count { #expect(date(Array(file[..<count])) == nil) }
    #expect(date(Array("GIF89a, and nothing".utf8)) == nil)
  }

  @Test func `the date behind long segments of a JPEG is the one that its row shows`() throws {
    let photo = try Fixture("baseline.jpg").bytes.withExif(.photo)
    let comment = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_533)
    let file = photo[..<2] + comment + comment + photo[2...]
    let (date, shown) = Array(file).withUnsafeBytes { bytes in
      let beginning = UnsafeRawBufferPointer(rebasing: bytes.prefix(64))
      return (
        CameraData.dateTaken(inFile: beginning) { bytes.field(at: $0, length: $1) },
        PictureInfo(ofFile: bytes, byteCount: bytes.count)?.takenAt
      )
    }
    #expect(date == "2021-07-04 12:34:56" && date == shown)
  }

  @Test func `the date behind the pixels of a PNG or a WebP is found by its chunk`() throws {
    for (name, year) in [("exif-behind-pixels.webp", "2003-"), ("exif-behind-pixels.png", "2019-")]
    {
      let bytes = try Fixture("Unusual/" + name).bytes
      var asked = 0
      let date = bytes.withUnsafeBytes { bytes in
        CameraData.dateTaken(inFile: UnsafeRawBufferPointer(rebasing: bytes.prefix(64))) {
          asked += $1
          return bytes.field(at: $0, length: $1)
        }
      }
      #expect(date?.hasPrefix(year) == true)
      #expect(asked < 1_000)
    }
  }

  @Test(arguments: [
    "    :  :     :  :  ", "0000:00:00 00:00:00", "2021-07-04 12:34:56", "2021:07:04", "yesterday",
    "2021:07:04 12:34:\u{1B}[", "", "2003:02:30 12:34:56", "2021:02:29 12:34:56",
    "2021:13:01 12:34:56", "2021:00:01 12:34:56", "2021:07:04 24:00:00", "2021:07:04 12:60:00",
  ]) func `a clock that was never set gives no date`(text: String) {
    var sketch = ExifSketch()
    sketch.entries = [(0x010F, .text("Maker"))]
    sketch.details = [(0x9003, .text(text))]
    #expect(read(sketch.bytes)?.make == "Maker")
    #expect(read(sketch.bytes)?.dateTaken == nil)
  }

  @Test func `texts are short and have no control characters`() throws {
    var sketch = ExifSketch()
    let hostile = "\u{1B}]0;x\u{7} \u{202E}evil\u{85}\n" + String(repeating: "long ", count: 9_000)
    sketch.entries = [(0x010F, .text(hostile)), (0x0110, .text("  \u{0} "))]
    let camera = try #require(read(sketch.bytes))
    let make = try #require(camera.make)
    #expect(make.hasPrefix("·]0;x· ·evil··long") && make.count == 65 && make.hasSuffix("…"))
    #expect(camera.model == nil)
  }

  @Test(arguments: [
    ("NIKON CORPORATION", "NIKON D750", "NIKON D750"), ("Canon", "Canon EOS R", "Canon EOS R"),
    ("Leica Camera AG", "LEICA M10", "LEICA M10"), ("SONY", "ILCE-7M3", "SONY ILCE-7M3"),
    ("Apple", "", "Apple"), ("", "X100", "X100"),
  ]) func `a camera is named by its maker once`(make: String, model: String, name: String) throws {
    var sketch = ExifSketch()
    sketch.entries = [(0x010F, .text(make)), (0x0110, .text(model))]
    let photo = try Fixture("baseline.jpg").bytes.withExif(sketch)
    let info = photo.withUnsafeBytes { PictureInfo(ofFile: $0, byteCount: photo.count) }
    #expect(info?.camera == name)
  }

  @Test func `fractions of nothing and endless exposures are nothing to show`() {
    var sketch = ExifSketch()
    sketch.entries = [(0x010F, .text("Maker"))]
    sketch.details = [(0x829A, .fraction(1, 0)), (0x829D, .fraction(0, 1)), (0x8827, .short(0))]
    let camera = read(sketch.bytes)
    #expect(camera?.exposureSeconds == nil && camera?.fNumber == nil && camera?.isoSpeed == nil)
  }

  @Test(arguments: [
    (1, 8_000, "1/8000 s"), (1, 4, "1/4 s"), (3, 10, "0.3 s"), (1, 1, "1 s"), (25, 10, "2.5 s"),
    (1, Int(UInt32.max), "1/1000000000 s"), (Int(UInt32.max), 1, "1000000000 s"),
  ]) func `an exposure is written as photographers do`(
    numerator: Int, denominator: Int, text: String
  ) {
    var sketch = ExifSketch()
    sketch.entries = [(0x010F, .text("Maker"))]
    sketch.details = [(0x829A, .fraction(numerator, denominator))]
    #expect(read(sketch.bytes)?.exposureDescription == text)
  }

  @Test func `directories that point to themselves, beyond the end or at each other end`() {
    for target in [0, 8, 9, 10, 0xFFFF_FFFF] {
      var sketch = ExifSketch()
      sketch.entries = [(0x010F, .text("Maker")), (0x8769, .long(target))]
      #expect(read(sketch.bytes)?.make == "Maker")
    }
  }

  @Test func `a directory that claims 65,535 entries is read as far as it goes`() {
    var bytes = ExifSketch.photo.bytes
    bytes.replaceSubrange(8..<10, with: [0xFF, 0xFF])
    #expect(read(bytes)?.model == "Maker X100")
    #expect(read(bytes + Array(repeating: 0, count: 1 << 20))?.model == "Maker X100")
  }

  @Test func `wrong bytes never trap, and never give more than a line`() {
    var random = SeededRandom(seed: 41)
    let sources = [false, true].map { isBigEndian in
      var sketch = ExifSketch.photo
      sketch.isBigEndian = isBigEndian
      return sketch.bytes
    }
    for turn in 0..<6_000 {
      let bytes = sources[turn % 2].mutated(using: &random)
      let camera = read(bytes)
      for text in [camera?.make, camera?.model, camera?.lens] {
        #expect((text ?? "").unicodeScalars.count <= 65)
      }
      #expect((camera?.dateTaken ?? "").utf8.count <= 19)
      _ = camera?.exposureDescription
      _ = bytes.withUnsafeBytes { Orientation(exif: $0) }
    }
    for length in sources[0].indices { _ = read(Array(sources[0].prefix(length))) }
  }
}
