import DecodingTestSupport
import ImageDecoding
import Raster
import Testing

/// AVIF, HEIC and TIFF, which a child process decodes.
@Suite(.timeLimit(.minutes(5))) struct IsolatedFormatTests {
  @Test(arguments: ["avif", "heic", "tiff"])
  func `a decoder without a child refuses them`(format: String) throws {
    let error = #expect(throws: ImageDecodingError.self) {
      try Fixture("orientation-6.\(format)").bytes.decoded(isolation: nil)
    }
    #expect(error == .notIsolated(format: format.uppercased()))
  }

  @Test(arguments: Fixture.all.filter(\.isIsolated))
  func `a child gives the pixels that this process gives`(fixture: Fixture) throws {
    for (target, mode) in [
      (PixelSize(width: 64, height: 64), ContentMode.fit), (PixelSize(width: 9, height: 7), .fill),
    ] {
      let image = try fixture.bytes.decoded(to: target, contentMode: mode)
      let own = try fixture.bytes.decoded(to: target, contentMode: mode, isolation: .inProcess)
      #expect(image == own)
    }
  }

  @Test(arguments: Fixture.all("tiff").filter { !["one-bit.tiff", "hole.tiff"].contains($0.name) })
  func `a TIFF gives its colors, turned upright`(fixture: Fixture) throws {
    let image = try fixture.bytes.decoded()
    #expect(image.size == Fixture.size)
    #expect(image.quarters(tolerance: 2) == ImageDecoderTests.colors)
  }

  @Test(arguments: Fixture.all("tiff").filter { ["one-bit.tiff", "hole.tiff"].contains($0.name) })
  func `bits and transparency of a TIFF are kept`(fixture: Fixture) throws {
    let quarters = try fixture.bytes.decoded().quarters(tolerance: 0)
    #expect(
      quarters == ImageDecoderTests.hole
        || quarters == [0xFF00_0000, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFF00_0000])
  }

  @Test(arguments: (Fixture.all("avif") + Fixture.all("heic")).filter { !$0.name.contains("hole") })
  func `an AVIF or HEIC gives its colors nearly, turned upright`(fixture: Fixture) throws {
    let image = try fixture.bytes.decoded()
    #expect(image.size == Fixture.size)
    for (x, y, color) in [(8, 4, 0), (56, 4, 1), (8, 28, 2), (56, 28, 3)] {
      #expect(image[x, y].isClose(to: ImageDecoderTests.colors[color], 12))
    }
  }

  @Test(arguments: (Fixture.all("avif") + Fixture.all("heic")).filter { $0.name.contains("hole") })
  func `transparency of an AVIF or HEIC is kept`(fixture: Fixture) throws {
    let image = try fixture.bytes.decoded()
    #expect(image[56, 4] >> 24 == 0)
    for (x, y, color) in [(8, 4, 0), (8, 28, 2), (56, 28, 3)] {
      #expect(image[x, y].isClose(to: ImageDecoderTests.colors[color], 12))
    }
  }

  @Test(arguments: Fixture.all("avif") + Fixture.all("heic") + Fixture.all("tiff"))
  func `the limits are checked before the pixels are`(fixture: Fixture) {
    for limits in [DecodeLimits(maxPixels: 2047), DecodeLimits(maxDimension: 63)] {
      let error = #expect(throws: ImageDecodingError.self) {
        try fixture.bytes.decoded(limits: limits)
      }
      guard case .tooLarge(let size, limits) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(size.area == Fixture.size.area)
    }
  }
}
