import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

extension Gallery {
  /// The picture of an item that fills so many cells, as pictures are shown now.
  func key(for item: Int, covering cells: CellSize) -> TileKey {
    let cells = CellSize(columns: max(1, cells.columns), rows: max(1, cells.rows))
    return TileKey(
      item: item, size: rendition.pixelSize(of: cells), attempt: attempt, rendition: rendition)
  }

  /// Where a picture is; nil where its item has no valid address.
  func address(of key: TileKey) -> URL? {
    item(key.item).url(for: key.rendition.squareSize(for: key.size))
  }

  /// Shows all pictures in another way from now on; what is on the screen stays until the picture
  /// that replaces it has come.
  mutating func show(as rendition: Rendition) {
    guard rendition != self.rendition else { return }
    self.rendition = rendition
    for item in visibleItems where tiles[item]?.picture != nil { outgoing[item] = tiles[item] }
    carryOut(controller.stopAll())
  }

  /// The next way to show pictures: the terminal's own graphics, where it has them, then the sets
  /// of symbols that it is sent.
  mutating func cycleSymbols() {
    let methods = [graphics].compactMap(\.self) + symbolSets.map(Rendition.Method.symbols)
    let next = methods.firstIndex(of: rendition.method).map { ($0 + 1) % methods.count } ?? 0
    chosenMethod = methods[next]
    show(as: Rendition(methods[next], colors: rendition.colors))
    notice = methods[next].told
  }

  /// The screen can do more or less; a method that the person has chosen stays.
  mutating func adapt(to rendition: Rendition) {
    show(as: Rendition(chosenMethod ?? rendition.method, colors: rendition.colors))
  }

  /// The terminal can draw pictures in another way than before, or no longer.
  mutating func allow(_ graphics: Rendition.Method?) {
    let showsOld = self.graphics != nil && rendition.method == self.graphics
    if chosenMethod != nil, chosenMethod == self.graphics { chosenMethod = graphics }
    self.graphics = graphics
    if showsOld, graphics != rendition.method {
      show(as: Rendition(graphics ?? .symbols(.half), colors: rendition.colors))
    }
  }
}

extension Rendition.Method {
  /// As a person is told which it is.
  fileprivate var told: String {
    switch self {
    case .symbols(.half): "symbols: half blocks"
    case .symbols(.quadrant): "symbols: quadrants"
    case .symbols(.sextant): "symbols: sextants"
    case .symbols(.braille): "symbols: braille"
    case .symbols(.ascii): "symbols: ASCII"
    case .kitty: "graphics: kitty"
    case .sixel: "graphics: sixel"
    }
  }
}
