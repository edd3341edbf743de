import Raster

/// A class of targets that one smaller copy of a picture serves.
///
/// Each class begins at about 1.4 times the size of the previous one, so that a copy is seldom much larger than needed.
package struct ThumbnailScale: Hashable, Sendable {
  /// The longest sides of targets: 320 pixels, a common tile, times powers of the square root of two.
  private static let sides = [20, 28, 40, 57, 80, 113, 160, 226, 320, 453, 640, 905, 1_280]
  /// The most pixels of a copy; panoramas may exceed it.
  private static let maxPixels = 1 << 21

  private let rank: Int
  /// Whether the copy covers the target instead of fitting inside it.
  private let covers: Bool

  /// The class of a target; nil if it is too large.
  package init?(for target: ImageTarget) {
    let aspect = target.pixelAspect
    // If pixels are not square, the finer side counts.
    let height = (target.size.height * aspect.height + aspect.width - 1) / aspect.width
    var side = max(target.size.width, height, 1)
    if aspect.width > aspect.height {
      side = (side * aspect.width + aspect.height - 1) / aspect.height
    }
    guard let rank = Self.sides.firstIndex(where: { $0 >= side }) else { return nil }
    self.rank = rank
    covers = target.contentMode == .fill
  }

  /// All classes.
  package static var all: [ThumbnailScale] {
    sides.indices.flatMap { rank in
      [false, true].map { ThumbnailScale(rank: rank, covers: $0) }
    }
  }

  /// The number of the class, also in files.
  package var number: UInt32 { UInt32(rank * 2 + (covers ? 1 : 0)) }

  /// The shortest possible longest side of a copy, unless the picture is smaller.
  package var leastSide: Int { Self.sides[rank] }

  /// The next larger class; nil for the largest.
  ///
  /// Its copies serve the targets of this class too.
  package var larger: ThumbnailScale? {
    rank + 1 < Self.sides.count ? ThumbnailScale(rank: rank + 1, covers: covers) : nil
  }

  private init(rank: Int, covers: Bool) {
    self.rank = rank
    self.covers = covers
  }

  /// The size of a picture's copy, never larger than the picture; nil if it would have too many pixels.
  package func size(of picture: PixelSize) -> PixelSize? {
    let side = Self.sides[rank]
    let whole = covers ? min(picture.width, picture.height) : max(picture.width, picture.height)
    if whole <= side { return picture.area <= Self.maxPixels ? picture : nil }
    func scaled(_ length: Int) -> Int { max(1, (2 * length * side + whole) / (2 * whole)) }
    let size = PixelSize(width: scaled(picture.width), height: scaled(picture.height))
    return size.area <= Self.maxPixels ? size : nil
  }
}
