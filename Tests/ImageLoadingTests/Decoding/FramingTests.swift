import TestSupport
import Testing

@testable import ImageLoading

@Suite struct FramingTests {
  @Test(arguments: [
    // picture, target, scaled, filled
    ((1600, 1200), (320, 240), (320, 240), (320, 240)),
    ((1600, 1200), (32, 100), (32, 24), (32, 100)),
    ((1600, 1200), (100, 24), (32, 24), (100, 24)),
    ((100, 400), (200, 200), (50, 200), (100, 200)),
    ((10, 10), (200, 200), (10, 10), (10, 10)),
    ((30_000, 1), (10, 10), (10, 1), (10, 1)),
    ((3, 2), (2, 2), (2, 1), (2, 2)),
    ((7, 5), (.max, 3), (4, 3), (7, 3)),
    ((7, 5), (.min, 0), (1, 1), (1, 1)),
  ]) func `a picture is fitted or fills`(
    picture: (Int, Int), target: (Int, Int), fitted: (Int, Int), filled: (Int, Int)
  ) {
    let fit = Framing(size(picture), in: size(target), contentMode: .fit)
    #expect(fit.result == size(fitted) && fit.scaled == size(fitted))
    let fill = Framing(size(picture), in: size(target), contentMode: .fill)
    #expect(fill.result == size(filled))
  }

  @Test func `every framing can be decoded and scaled`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<20_000 {
      let picture = size(random.side, random.side)
      for mode in [ContentMode.fit, .fill] {
        let framing = Framing(picture, in: size(random.side, random.side), contentMode: mode)
        #expect(framing.result.fits(in: framing.scaled) && framing.scaled.fits(in: picture))
        // As JPEG is decoded: to an eighth, a quarter, half or all of the size.
        for eighths in [1, 2, 4, 8] {
          let decoded = size((picture.width * eighths + 7) / 8, (picture.height * eighths + 7) / 8)
          if !framing.scaled.fits(in: decoded) { continue }
          let crop = framing.crop(of: decoded)
          #expect(framing.result.fits(in: crop.size))
          #expect(crop.x >= 0 && crop.x + crop.size.width <= decoded.width)
          #expect(crop.y >= 0 && crop.y + crop.size.height <= decoded.height)
        }
      }
    }
  }

  private func size(_ sides: (Int, Int)) -> PixelSize { size(sides.0, sides.1) }

  private func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }
}

extension PixelSize {
  fileprivate func fits(in other: PixelSize) -> Bool {
    1...other.width ~= width && 1...other.height ~= height
  }
}

extension SeededRandom {
  /// Small sides and large ones alike.
  fileprivate var side: Int {
    mutating get { 1 + Int(next() % 32_768) >> Int(next() % 15) }
  }
}
