import Raster

/// How much detail the tiles on the screen are drawn with.
///
/// A tile keeps the level that it came on the screen with while it moves, so that its cells stay
/// what they are and the terminal can move them; at rest tiles become sharp one after the other.
package struct TileLevels: Hashable, Sendable {
  /// What a frame has shown.
  struct Shown: Hashable, Sendable {
    let items: Range<Int>
    let offset: Int
    let layout: GalleryLayout
  }

  /// Those that are not drawn in full.
  private var coarse: [Int: DetailLevel] = [:]
  private(set) var shown: Shown?

  init() {}

  package var isSharp: Bool { coarse.isEmpty }

  subscript(item: Int) -> DetailLevel { coarse[item] ?? .full }

  /// A frame shows these items: those that were not on the screen take a level.
  mutating func show(_ frame: Shown, incoming level: DetailLevel) {
    let former = shown.map { $0.layout == frame.layout ? $0.items : 0..<0 } ?? 0..<0
    coarse = coarse.filter { frame.items.contains($0.key) && former.contains($0.key) }
    if level != .full {
      for item in frame.items where !former.contains(item) { coarse[item] = level }
    }
    shown = frame
  }

  /// Draws the coarse tile that is nearest to an item in full.
  mutating func sharpenNext(nearestTo item: Int) {
    let nearest = coarse.keys.min { (abs($0 - item), $0) < (abs($1 - item), $1) }
    if let nearest { coarse[nearest] = nil }
  }

  mutating func sharpenAll() { coarse.removeAll() }
}
