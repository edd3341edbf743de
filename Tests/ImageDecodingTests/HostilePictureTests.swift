import DecodingTestSupport
import ImageDecoding
import Raster
import TestSupport
import Testing

/// Every byte of a file may be a lie.
@Suite(.timeLimit(.minutes(5))) struct HostilePictureTests {
  @Test(arguments: Fixture.all) func `a file cut off anywhere never traps`(fixture: Fixture) {
    // Headers at every byte, and the rest of long files here and there.
    let count = fixture.bytes.count
    let step = fixture.isIsolated ? 1 + count / 8 : 1 + count / 64
    let head = fixture.isIsolated ? 0 : 64
    for length in 0..<count where length < head || length.isMultiple(of: step) {
      expectPictureOrError(Array(fixture.bytes.prefix(length)))
    }
  }

  @Test(arguments: Fixture.all) func `a file with wrong bytes never traps`(fixture: Fixture) {
    var random = SeededRandom(seed: 5)
    for _ in 0..<(fixture.isIsolated ? 8 : 40) {
      expectPictureOrError(fixture.bytes.mutated(using: &random))
    }
  }

  @Test(arguments: Fixture.all.filter { $0.name.hasSuffix(".png") })
  func `wrong bytes with right checksums never trap`(fixture: Fixture) {
    var random = SeededRandom(seed: 6)
    for _ in 0..<40 {
      expectPictureOrError(fixture.bytes.mutated(using: &random).withPNGChecksums())
    }
  }

  @Test(arguments: [
    "color.png", "interlaced-palette.png", "baseline.jpg", "progressive.jpg", "restarts.jpg",
    "lossy.webp", "lossless.webp", "plain.gif", "interlaced.gif", "top-down.bmp", "plain.pbm",
    "one-bit.pbm", "gray.pgm",
  ]) func `a truncated file gives the rows that there are`(name: String) throws {
    let bytes = try Fixture(name).bytes
    var lastCount = 0
    for length in 0..<bytes.count {
      guard let image = try? Array(bytes.prefix(length)).decoded() else {
        #expect(lastCount == 0, "an error after \(lastCount) rows")
        continue
      }
      let end = image.pixels.firstIndex(of: 0) ?? image.pixels.count
      #expect(image.pixels[..<end].allSatisfy { $0 >> 24 == 255 })
      #expect(image.pixels[end...].allSatisfy { $0 == 0 })
      #expect(end.isMultiple(of: image.size.width))
      let count = end / image.size.width
      #expect(count >= max(1, lastCount))
      lastCount = count
    }
    #expect(lastCount >= 16)
  }

  @Test func `the rows of a truncated file are right`() throws {
    let bytes = try Fixture("plain.gif").bytes
    let whole = try bytes.decoded()
    for length in 0..<bytes.count {
      guard let part = try? Array(bytes.prefix(length)).decoded() else { continue }
      let end = part.pixels.firstIndex(of: 0) ?? part.pixels.count
      #expect(part.pixels[..<end] == whole.pixels[..<end])
    }
  }

  @Test func `a truncated JPEG shows no invented gray`() throws {
    let bytes = try Fixture("baseline.jpg").bytes
    // Only the end marker is missing: every row is there.
    #expect(try Array(bytes.dropLast(2)).decoded() == bytes.decoded())
    let half = (0..<bytes.count).lazy.compactMap { try? Array(bytes.prefix($0)).decoded() }.first
    let image = try #require(half)
    #expect(image.pixels[..<(16 * 64)].allSatisfy { $0 >> 24 == 255 })
    #expect(image.pixels[(16 * 64)...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: ["", "\0", "GIF8", "<!doctype html><title>404</title>", "RIFF    WAVE", "ÿØÿ"])
  func `anything else is of an unknown format`(text: String) {
    #expect(throws: ImageDecodingError.unknownFormat) { try Array(text.utf8).decoded() }
  }

  @Test func `a signature alone is a broken file`() throws {
    for (format, signature) in [
      ("JPEG", [0xFF, 0xD8, 0xFF] as [UInt8]), ("GIF", Array("GIF89a".utf8)),
      ("PNG", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]), ("WebP", Array("RIFF\0\0\0\0WEBP".utf8)),
      ("BMP", Array("BM".utf8)), ("PNM", Array("P6\n".utf8)),
    ] {
      let error = #expect(throws: ImageDecodingError.self) { try signature.decoded() }
      guard case .corrupt(format, let reason) = error else {
        Issue.record("\(format): \(String(describing: error))")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  /// Decodes to a tile and to next to nothing, and checks the sizes.
  private func expectPictureOrError(_ bytes: [UInt8]) {
    let limits = DecodeLimits(maxPixels: 1 << 20)
    for target in [PixelSize(width: 64, height: 64), PixelSize(width: 5, height: 3)] {
      guard let image = try? bytes.decoded(to: target, contentMode: .fill, limits: limits) else {
        continue
      }
      #expect(1...target.width ~= image.size.width && 1...target.height ~= image.size.height)
    }
  }
}

extension [UInt8] {
  /// These bytes with one to four places damaged.
  func mutated(using random: inout SeededRandom) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 2: bytes.remove(at: place)
      default: bytes.insert(.random(in: 0...255, using: &random), at: place)
      }
      if bytes.isEmpty { return bytes }
    }
    return bytes
  }

  /// These bytes with every PNG chunk's checksum made right, as far as there are chunks.
  fileprivate func withPNGChecksums() -> [UInt8] {
    var bytes = self
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= bytes.count else { break }
      let sum = crc32(bytes[start + 4..<end])
      for place in 0..<4 { bytes[end + place] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * place)) }
      start = end + 4
    }
    return bytes
  }
}

/// The checksum of PNG chunks (ISO 3309), bit by bit.
func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  ~bytes.reduce(UInt32.max) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
