import Prefetching
import Raster

/// The detail levels that the tiles on the screen are drawn with.
///
/// A tile keeps its first level while it moves on the screen: its cells stay the same, and the
/// terminal can move them. At rest, tiles become sharp one after the other: first all of them in
/// colors near their own, then exactly.
package struct TileLevels: Hashable, Sendable {
  /// The tiles that a frame shows.
  struct Shown: Hashable, Sendable {
    let items: Range<Int>
    let offset: Int
    let layout: GalleryLayout

    init(_ items: Range<Int>, in navigation: Navigation) {
      self.items = items
      offset = navigation.viewport.offset
      layout = navigation.layout
    }
  }

  /// The levels of the tiles that are not drawn in full detail.
  private var coarse: [Int: DetailLevel] = [:]
  private(set) var shown: Shown?

  init() {}

  package var isSharp: Bool { coarse.isEmpty }

  subscript(item: Int) -> DetailLevel { coarse[item] ?? .full }

  /// The approximate number of picture cells that come on the screen with the next frame of tiles.
  func incomingCells(in navigation: Navigation) -> Int {
    let layout = navigation.layout
    let perLine = layout.pictureCells.area * layout.lines.itemsPerLine
    return incomingRows(in: navigation) * perLine / max(1, layout.lines.lineLength)
  }

  private func incomingRows(in navigation: Navigation) -> Int {
    let viewport = navigation.viewport
    guard let shown, shown.layout == navigation.layout, !shown.items.isEmpty else {
      return viewport.length
    }
    return min(abs(viewport.offset - shown.offset), viewport.length)
  }

  /// Notes the items of a frame, and gives a level to those that were not on the screen.
  mutating func show(_ frame: Shown, incoming level: DetailLevel) {
    let former = shown.map { $0.layout == frame.layout ? $0.items : 0..<0 } ?? 0..<0
    coarse = coarse.filter { frame.items.contains($0.key) && former.contains($0.key) }
    if level != .full {
      for item in frame.items where !former.contains(item) { coarse[item] = level }
    }
    shown = frame
  }

  /// Sharpens a tile: the one nearest to an item among those that show the least.
  mutating func sharpenNext(nearestTo item: Int) {
    func urgency(_ tile: (key: Int, value: DetailLevel)) -> (Int, Int, Int) {
      (tile.value > .near ? 0 : 1, abs(tile.key - item), tile.key)
    }
    guard let next = coarse.min(by: { urgency($0) < urgency($1) }) else { return }
    coarse[next.key] = next.value > .near ? .near : nil
  }

  mutating func sharpenAll() { coarse.removeAll() }
}
