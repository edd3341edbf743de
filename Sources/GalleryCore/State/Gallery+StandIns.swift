import Raster

/// What is shown of a picture until it is there: less and less coarse, and never anything worse than
/// what is shown already.
extension Gallery {
  /// How many items' mean colours are kept: a few megabytes.
  static let colorCapacity = 100_000
  /// How many failures are kept, so that nothing is asked for again and again while scrolling past.
  static let failureCapacity = 10_000

  /// A picture has come: its colour is what its tile shows when it is blank again.
  ///
  /// Two microseconds a picture: cheaper than to have a thread of its own do it.
  mutating func noteColor(of image: PixelImage, for item: Int) {
    colors.remember(image.averagePixel(), of: item)
  }

  /// How a tile looks as long as there is nothing of its picture.
  func placeholderColors(of item: Int) -> PlaceholderColors {
    colors[item].map(PlaceholderColors.init(around:)) ?? .plain
  }
}
