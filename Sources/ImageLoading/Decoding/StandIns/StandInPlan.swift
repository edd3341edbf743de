/// Which coarse picture of a JPEG is worth making before the whole one, if any: by what both cost.
///
/// Measured on one core, photographs of 12 megapixels and of 1600x1200 (1.9): the thumbnail in the EXIF
/// block takes 0.2 ms, whatever the picture. At an eighth, the picture takes 15 to 23 ms and 3.2; at a
/// quarter 20 to 29 and 5; at a half 28 to 37 and 10; at full size 69 to 76 and 15. If it is progressive,
/// an eighth takes 24 ms and everything above it 100 to 170.
struct StandInPlan {
  /// Of fewer pixels a picture is decoded within a frame, unless it has to wait for its turn.
  static let slowPixels = 8_000_000
  /// Of fewer pixels it is decoded before an eye has seen anything else.
  static let leastPixels = 1_000_000
  /// Of fewer pixels an eighth comes hardly sooner than the whole.
  static let leastPixelsForEighth = 4_000_000

  /// The thumbnail that is in the file.
  let triesThumbnail: Bool
  /// Where there is none: the picture at an eighth of its size.
  ///
  /// At a quarter and at a half a baseline picture costs but 1.2 to 1.8 times that much: all of the bits
  /// have to be read for either.
  let triesEighth: Bool

  /// - Parameters:
  ///   - size: of the picture as stored.
  ///   - scaled: how large it will be.
  ///   - isHurried: whether it waits for its turn or will soon have left the screen.
  init(_ size: PixelSize, scaled: PixelSize, isProgressive: Bool, isHurried: Bool) {
    triesThumbnail = size.area >= (isHurried ? Self.leastPixels : Self.slowPixels)
    func reaches(_ scale: Int) -> Bool {
      scaled.width * 8 <= size.width * scale && scaled.height * 8 <= size.height * scale
    }
    triesEighth =
      isHurried && size.area >= Self.leastPixelsForEighth && !reaches(isProgressive ? 1 : 4)
  }
}
