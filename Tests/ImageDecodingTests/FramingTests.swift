import Raster
import TestSupport
import Testing

@testable import ImageDecoding

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
    ((1, 1), (24, 16), (1, 1), (1, 1)),
    ((1, 30_000), (24, 16), (1, 16), (1, 16)),
    ((4000, 40), (24, 16), (24, 1), (24, 16)),
    ((40, 4000), (24, 16), (1, 16), (24, 16)),
    ((4000, 10), (24, 16), (24, 1), (24, 10)),
  ]) func `a picture is fitted or fills`(
    picture: (Int, Int), target: (Int, Int), fitted: (Int, Int), filled: (Int, Int)
  ) {
    let fit = Framing(size(picture), in: ImageTarget(size: size(target)))
    #expect(fit.result == size(fitted) && fit.scaled == size(fitted))
    let fill = Framing(size(picture), in: ImageTarget(size: size(target), contentMode: .fill))
    #expect(fill.result == size(filled))
  }

  @Test func `every framing can be decoded and scaled`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<20_000 {
      let picture = size(random.side, random.side)
      for mode in [ContentMode.fit, .fill] {
        let framing = Framing(
          picture,
          in: ImageTarget(
            size: size(random.side, random.side), contentMode: mode, pixelAspect: random.aspect))
        #expect(framing.result.fits(in: framing.scaled) && framing.scaled.fits(in: picture))
        // JPEG decodes to an eighth, a quarter, half or all of the size.
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

  @Test(arguments: [
    // picture, target, pixel, fitted, filled
    ((1600, 1200), (80, 40), (1, 2), (80, 30), (80, 40)),
    ((1600, 1200), (80, 20), (1, 2), (53, 20), (80, 20)),
    ((1600, 1200), (80, 60), (3, 4), (80, 45), (80, 60)),
    ((1600, 1200), (40, 80), (2, 1), (40, 60), (40, 80)),
    // No side is longer than the picture's.
    ((10, 10), (200, 200), (1, 2), (10, 5), (10, 5)),
    ((10, 10), (200, 200), (2, 1), (5, 10), (5, 10)),
    ((1, 1), (9, 9), (1, 65_535), (1, 1), (1, 1)),
  ]) func `a picture has its shape in pixels of any shape`(
    picture: (Int, Int), target: (Int, Int), pixel: (Int, Int), fitted: (Int, Int),
    filled: (Int, Int)
  ) {
    let aspect = PixelAspect(width: pixel.0, height: pixel.1)
    var target = ImageTarget(size: size(target), pixelAspect: aspect)
    #expect(Framing(size(picture), in: target).result == size(fitted))
    target.contentMode = .fill
    #expect(Framing(size(picture), in: target).result == size(filled))
  }

  @Test func `a fitted picture is as large as its shape and its own size allow`() {
    var random = SeededRandom(seed: 12)
    for _ in 0..<20_000 {
      let picture = size(random.side, random.side)
      let bounds = size(random.side, random.side)
      let aspect = random.aspect
      let result = Framing(picture, in: ImageTarget(size: bounds, pixelAspect: aspect)).result
      let room = size(min(bounds.width, picture.width), min(bounds.height, picture.height))
      #expect(result.fits(in: room))
      // One side fills its room, and the other follows from the shape, to the nearest pixel. If the
      // shape asks for less than a pixel, that side is a single pixel.
      let ratio =
        Double(picture.width * aspect.height) / Double(picture.height * aspect.width)
      let width = max(1, Double(result.height) * ratio)
      let height = max(1, Double(result.width) / ratio)
      let isWhole =
        result.width == room.width && abs(height - Double(result.height)) <= 0.500_001
        || result.height == room.height && abs(width - Double(result.width)) <= 0.500_001
      #expect(isWhole, "\(picture) in \(bounds) of \(aspect): \(result)")
    }
  }

  @Test func `a picture that fills a target covers it as far as its own pixels reach`() {
    var random = SeededRandom(seed: 13)
    for _ in 0..<20_000 {
      let picture = size(random.side, random.side)
      let target = size(random.side, random.side)
      let framing = Framing(picture, in: ImageTarget(size: target, contentMode: .fill))
      let room = size(min(target.width, picture.width), min(target.height, picture.height))
      #expect(framing.result == room, "\(picture) in \(target)")
      // At most one side is cut, and the other shows all of the picture.
      #expect(
        framing.result.width == framing.scaled.width
          || framing.result.height == framing.scaled.height)
      let crop = framing.crop(of: picture)
      #expect(crop.x == (picture.width - crop.size.width) / 2)
      #expect(crop.y == (picture.height - crop.size.height) / 2)
    }
  }

  @Test func `square pixels have one shape, and equal ratios are equal`() {
    #expect(PixelAspect(width: 7, height: 7) == .square)
    #expect(PixelAspect(width: 9, height: 18) == PixelAspect(width: 1, height: 2))
    #expect(PixelAspect(width: 0, height: -3) == .square)
    #expect(PixelAspect(width: .max, height: .max) == .square)
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
  /// A random side, small or large.
  fileprivate var side: Int {
    mutating get { 1 + Int(next() % 32_768) >> Int(next() % 15) }
  }

  /// A random aspect: square, that of a terminal, or any other.
  fileprivate var aspect: PixelAspect {
    mutating get {
      switch next() % 4 {
      case 0: .square
      case 1: PixelAspect(width: 1, height: 2)
      case 2: PixelAspect(width: 27, height: 38)
      default: PixelAspect(width: side, height: side)
      }
    }
  }
}
