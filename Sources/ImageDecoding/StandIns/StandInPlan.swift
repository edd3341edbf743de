import Raster

/// Which coarse picture of a JPEG is worth making before the whole one, if any: by what both cost.
///
/// Processor time, measured on pictures with the statistics of photographs: the thumbnail in the EXIF
/// block takes 0.2 ms, whatever the picture. One of 12 megapixels takes 15 to 24 ms at an eighth of its
/// size, 19 to 29 at a quarter, 28 to 36 at a half and 69 to 76 in full; if it is progressive, 25 at an
/// eighth and 100 to 170 above. One of 1600x1200 takes 3.3, 4.0, 5.6 and 10 to 15.
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
