import DecodingTestSupport
import Raster
import TestSupport
import Testing

@testable import ImageDecoding

/// Every byte of a profile may be a lie.
@Suite(.timeLimit(.minutes(2))) struct HostileProfileTests {
  private static let sketches: [ICCSketch] = [.displayP3, .adobeRGB, .lookup, .press, .gray]

  private static func profile(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { ICCProfile($0) != nil }
  }

  @Test func `a profile that is cut off anywhere is ignored`() {
    for sketch in Self.sketches {
      let bytes = sketch.bytes
      #expect(Self.profile(bytes))
      for length in 0..<bytes.count { #expect(!Self.profile(Array(bytes.prefix(length)))) }
    }
  }

  @Test(arguments: [
    (0, 4, 0), (0, 4, 131), (0, 4, 1 << 24), (8, 1, 1), (8, 1, 5), (12, 4, 0x6C69_6E6B),
    (16, 4, 0x484C_5320), (20, 4, 0x4C75_7620), (36, 4, 0), (128, 4, 0), (128, 4, 101),
    (128, 4, 0xFFFF_FFFF), (136, 4, 0), (136, 4, 0xFFFF_FFFF), (140, 4, 0), (140, 4, 0xFFFF_FFFF),
  ]) func `a field of the header or the table that is wrong refuses it`(
    place: Int, length: Int, value: Int
  ) {
    var bytes = ICCSketch.displayP3.bytes
    bytes.replaceSubrange(place..<place + length, with: number(value, length))
    #expect(!Self.profile(bytes))
  }

  @Test func `one over the limit is not even copied`() throws {
    var sketch = ICCSketch.displayP3
    sketch.tags.append(("zero", Array(repeating: 0, count: ICCProfile.maxBytes)))
    #expect(!Self.profile(sketch.bytes))
    let jpeg = try Fixture("full-chroma.jpg").bytes
    #expect(try jpeg.withProfile(sketch.bytes).decoded() == jpeg.decoded())
  }

  @Test func `a curve of no numbers keeps alpha, and is no trap`() {
    let curve = ICCSketch.formula(3, [-30_000, -30_000, -1, 30_000, 0.5])
    let conversion = ColorConversion(
      .profile(ICCSketch.displayP3.withCurves(curve).bytes, .color))
    let size = PixelSize(width: 16, height: 16)
    let image = conversion.finished(PixelImage(size: size, pixels: (0..<256).map { $0 << 24 | $0 }))
    #expect(image.pixels.map { $0 >> 24 } == Array(0...255))
  }

  @Test func `a curve of more entries than any profile has is ignored`() {
    for count in [0xFFFF, 0xFFFF_FFFF] {
      var curve = ICCSketch.table([0, 65_535])
      curve.replaceSubrange(8..<12, with: number(count, 4))
      guard
        case .none = ColorConversion(
          .profile(ICCSketch.displayP3.withCurves(curve).bytes, .color))
      else {
        Issue.record("it is not")
        continue
      }
    }
  }

  @Test func `steps of any number do not reach Little CMS`() {
    var sketch = ICCSketch.lookup
    #expect(sketch.bytes.withUnsafeBytes { ICCProfile($0)?.isConvertible } == true)
    for name in ["D2B0", "B2D0", "B2A0"] {
      sketch = .lookup
      sketch.tags.append((name, Array("mpet\0\0\0\0".utf8) + [0, 3, 0, 3] + number(0, 4)))
      #expect(sketch.bytes.withUnsafeBytes { ICCProfile($0)?.isConvertible } == false)
    }
    sketch = .lookup
    sketch.tags.append(("B2A0", Array("mft2\0\0\0\0".utf8) + [3, 5, 2, 0]))
    #expect(sketch.bytes.withUnsafeBytes { ICCProfile($0)?.isConvertible } == false)
    sketch = .lookup
    sketch.tags[0].body[8] = 4
    #expect(sketch.bytes.withUnsafeBytes { ICCProfile($0)?.isConvertible } == false)
  }

  @Test(arguments: 1...Thoroughness.rounds(short: 1, full: 8))
  func `wrong bytes never trap, and colors stay colors`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pixel = try Fixture("full-chroma.jpg").bytes
    let inks = try Fixture("cmyk-adobe.jpg").bytes
    for turn in 0..<400 {
      let sketch = Self.sketches[turn % Self.sketches.count]
      var bytes = sketch.bytes.damaged(using: &random)
      // The length, without which the rest would never be read.
      if bytes.count >= 4 { bytes.replaceSubrange(0..<4, with: number(bytes.count, 4)) }
      let jpeg = sketch.channels == "CMYK" ? inks : pixel
      let image = try jpeg.withProfile(bytes).decoded(to: PixelSize(width: 16, height: 16))
      #expect(image.pixels.allSatisfy { $0 >> 24 == 255 })
    }
  }
}

extension ICCSketch {
  fileprivate static let gray = gray(curve: gamma(563))

  fileprivate func withCurves(_ curve: [UInt8]) -> ICCSketch {
    var sketch = self
    sketch.tags = tags.map { $0.name.hasSuffix("TRC") ? ($0.name, curve) : $0 }
    return sketch
  }
}

extension [UInt8] {
  /// These bytes with one to four bytes or whole fields wrong.
  fileprivate func damaged(using random: inout SeededRandom) -> [UInt8] {
    if Bool.random(using: &random) { return mutated(using: &random) }
    var bytes = self
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 32..<bytes.count / 4, using: &random) * 4
      let field = [0, 1, 2, 0xFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, bytes.count]
      bytes.replaceSubrange(
        place..<place + 4, with: number(field.randomElement(using: &random) ?? 0, 4))
    }
    return bytes
  }
}
