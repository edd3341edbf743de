import DecodingTestSupport
import FoundationEssentials
import Raster
import Testing

@testable import ImageDecoding

@Suite(.timeLimit(.minutes(1))) struct ColorConversionTests {
  static let profiles = [
    "Display P3": ICCSketch.displayP3, "Adobe RGB": .adobeRGB, "ProPhoto": .proPhoto,
    "a table of steps": .matrix(
      primaries, curve: ICCSketch.table([0, 1_000, 9_000, 30_000, 65_535])),
    "no curve": .matrix(primaries, curve: ICCSketch.table([])),
    "a formula with an offset": .matrix(
      primaries, curve: ICCSketch.formula(4, [2.2, 0.89, 0.1, 0.2, 0.1, 0.01, 0])),
    "a formula from zero": .matrix(primaries, curve: ICCSketch.formula(1, [1.5, 1.2, -0.2])),
  ]

  private static let primaries = [
    [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
  ]

  @Test(arguments: profiles.keys.sorted())
  func `a matrix gives the exact colors within 2`(name: String) throws {
    let profile = try #require(Self.profiles[name]).bytes
    var png = PNGSketch.grid
    png.embed(profile)
    let image = try png.bytes.decoded(to: PixelSize(width: 400, height: 400))
    let exact = try #require(Reference.pixels(rgb: png.samples, profile))
    #expect(image.pixels.count == exact.count)
    #expect(image.worstDifference(from: exact) <= 2)
    #expect(image.pixels != (try PNGSketch.grid.bytes.decoded(to: image.size)).pixels)
  }

  @Test(arguments: [256, 461, 563]) func `a curve for grays does too`(exponent: Int) throws {
    let profile = ICCSketch.gray(curve: ICCSketch.gamma(exponent)).bytes
    var png = PNGSketch.ramp
    png.embed(profile)
    let image = try png.bytes.decoded(to: PixelSize(width: 400, height: 400))
    let exact = try #require(Reference.pixels(gray: png.samples, profile))
    #expect(image.worstDifference(from: exact) <= 1)
  }

  @Test func `alpha is untouched, and colors are not seen through it`() throws {
    var png = PNGSketch(
      channels: .alpha, width: 3,
      samples: [200, 100, 50, 255, 200, 100, 50, 128, 200, 100, 50, 0])
    png.embed(ICCSketch.displayP3.bytes)
    let image = try png.bytes.decoded(to: PixelSize(width: 3, height: 1))
    let opaque = try #require(Reference.pixels(rgb: [200, 100, 50], ICCSketch.displayP3.bytes))[0]
    #expect(image.pixels.map { $0 >> 24 } == [255, 128, 0])
    for pixel in image.pixels[..<2] { #expect((pixel | 255 << 24).isClose(to: opaque, 1)) }
  }

  @Test func `a profile with the content of sRGB costs nothing`() {
    for sketch in [ICCSketch.sRGB, .matrix(Self.sRGBPrimaries, curve: Self.sRGBTable)] {
      guard case .none = ColorConversion(.profile(sketch.bytes, .color)) else {
        Issue.record("it is converted")
        continue
      }
    }
    guard case .pixels = ColorConversion(.profile(ICCSketch.displayP3.bytes, .color)) else {
      Issue.record("Display P3 is not")
      return
    }
  }

  private static let sRGBPrimaries = [
    [0.43604, 0.22249, 0.01392], [0.38512, 0.71690, 0.09706], [0.14305, 0.06061, 0.71392],
  ]

  /// As in the profile of 1998, in 1,024 steps.
  private static let sRGBTable = ICCSketch.table(
    (0..<1_024).map { Int((65_535 * LinearLight.light(Double($0) / 1_023)).rounded()) })

  @Test func `a profile of other channels is not meant for the picture`() throws {
    let plain = try PNGSketch.grid.bytes.decoded()
    for profile in [ICCSketch.gray(curve: ICCSketch.gamma(256)), ICCSketch(channels: "CMYK")] {
      var png = PNGSketch.grid
      png.embed(profile.bytes)
      #expect(try png.bytes.decoded() == plain)
    }
    let jpeg = try Fixture("baseline.jpg").bytes
    let gray = ICCSketch.gray(curve: ICCSketch.gamma(256)).bytes
    #expect(try jpeg.withProfile(gray).decoded() == jpeg.decoded())
  }

  @Test func `gray is a color to a profile of colors`() throws {
    let jpeg = try Fixture("gray.jpg").bytes
    let linear = ICCSketch.matrix(Self.sRGBPrimaries, curve: ICCSketch.gamma(256)).bytes
    // The gray 120 as an amount of light.
    #expect(try jpeg.withProfile(linear).decoded()[56, 4].isClose(to: 0xFFB6_B6B6, 4))
  }

  @Test func `a second file with the same profile finds the conversion`() {
    let cache = ConversionCache()
    let tag = ColorTag.profile(ICCSketch.lookup.bytes, .color)
    guard case .pixels(let first) = cache.conversion(tag),
      case .pixels(let second) = cache.conversion(tag)
    else {
      Issue.record("there is none")
      return
    }
    #expect(first === second)
    for exponent in 300..<308 {
      _ = cache.conversion(.profile(ICCSketch.gray(curve: ICCSketch.gamma(exponent)).bytes, .gray))
    }
    guard case .pixels(let third) = cache.conversion(tag) else { return }
    #expect(first !== third, "it keeps no more than the last ones")
  }
}

extension PixelImage {
  /// The largest difference of any channel from other pixels.
  func worstDifference(from others: [UInt32]) -> Int {
    zip(pixels, others).reduce(0) { worst, pair in
      stride(from: 0, to: 32, by: 8).reduce(worst) {
        max($0, abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255)))
      }
    }
  }
}
