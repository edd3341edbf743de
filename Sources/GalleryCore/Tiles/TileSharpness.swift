import Prefetching
import Raster

/// The sharpness of the tiles on the screen.
///
/// A tile keeps its first sharpness while it moves on the screen, so its cells stay the same and the
/// terminal can move them. At rest, tiles become sharp one after another: first all of them in
/// similar colors, then exactly.
package struct TileSharpness: Hashable, Sendable {
  /// The tiles of a frame.
  struct Frame: Hashable, Sendable {
    private(set) var items: Range<Int>
    private(set) var offset: Int
    let layout: GalleryLayout

    init(_ items: Range<Int>, in navigation: Navigation) {
      self.items = items
      offset = navigation.viewport.offset
      layout = navigation.layout
    }

    /// The same tiles at their new places; tiles between them count as well.
    func moved(by changes: ItemChanges) -> Frame? {
      let kept = items.filter { changes.place(of: $0) != nil }
      guard let first = kept.first, let start = changes.place(of: first) else { return nil }
      let places = kept.compactMap(changes.place)
      var moved = self
      moved.items = (places.min() ?? start)..<(places.max() ?? start) + 1
      let lines = layout.lines
      moved.offset += lines.offset(ofLine: lines.line(of: start))
      moved.offset -= lines.offset(ofLine: lines.line(of: first))
      return moved
    }
  }

  /// The tiles that are not drawn in full sharpness.
  private var coarse: [Int: Sharpness] = [:]
  private(set) var latest: Frame?

  init() {}

  package var isSharp: Bool { coarse.isEmpty }

  subscript(item: Int) -> Sharpness { coarse[item] ?? .full }

  /// The rows between the latest frame and the next one, of the same tiles.
  func movedRows(to next: Frame) -> Int {
    guard let latest, latest.layout == next.layout, !latest.items.isEmpty else { return 0 }
    return abs(next.offset - latest.offset)
  }

  /// The approximate number of picture cells that scroll in with the next frame of tiles.
  func incomingCells(in navigation: Navigation) -> Int {
    let layout = navigation.layout
    let perLine = layout.pictureCells.area * layout.lines.itemsPerLine
    return incomingRows(in: navigation) * perLine / max(1, layout.lines.lineLength)
  }

  private func incomingRows(in navigation: Navigation) -> Int {
    let viewport = navigation.viewport
    guard let latest, latest.layout.hasSameTiles(as: navigation.layout), !latest.items.isEmpty
    else {
      return viewport.length
    }
    return min(abs(viewport.offset - latest.offset), viewport.length)
  }

  /// Records the items of a frame, and gives a sharpness to new ones.
  mutating func record(_ frame: Frame, incoming sharpness: Sharpness) {
    let former = latest.map { $0.layout.hasSameTiles(as: frame.layout) ? $0.items : 0..<0 } ?? 0..<0
    coarse = coarse.filter { frame.items.contains($0.key) && former.contains($0.key) }
    if sharpness != .full {
      for item in frame.items where !former.contains(item) { coarse[item] = sharpness }
    }
    latest = frame
  }

  /// Moves tiles to their new places, if the same ones stay on the screen.
  mutating func apply(_ changes: ItemChanges) {
    coarse = changes.renumbered(coarse)
    latest = latest?.moved(by: changes)
  }

  /// Sharpens one tile: the nearest to an item among the coarsest.
  mutating func sharpenNext(nearestTo item: Int) {
    func urgency(_ tile: (key: Int, value: Sharpness)) -> (Int, Int, Int) {
      (tile.value < .near ? 0 : 1, abs(tile.key - item), tile.key)
    }
    guard let next = coarse.min(by: { urgency($0) < urgency($1) }) else { return }
    coarse[next.key] = next.value < .near ? .near : nil
  }

  mutating func sharpenAll() { coarse.removeAll() }
}
