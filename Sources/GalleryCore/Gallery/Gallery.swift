import GalleryItems
import Prefetching
import Raster

/// Everything the gallery knows, as one value.
///
/// `update` takes what happened and returns what to ask of the world; `draw` fills a surface.
/// Nothing here reads a clock, waits or does I/O, so a test can play any session. Memory is
/// O(tiles on screen and ahead), whatever the number of items.
package struct Gallery {
  package typealias Source = AnyGalleryDataSource<GalleryItem>

  /// What lies over the tiles.
  package enum Screen: Hashable, Sendable {
    case tiles, detail, help
  }

  var controller: PrefetchController<Source>
  package internal(set) var layout: GalleryLayout
  package internal(set) var viewport: Viewport
  /// How pictures are shown.
  package internal(set) var rendition: Rendition
  /// How the terminal can draw pictures itself, if it can.
  package internal(set) var graphics: Rendition.Method?
  /// The characters that the terminal is sent.
  let symbolSets: [SymbolSet]
  /// What the person took with the symbols key; nil as long as the terminal decides.
  var chosenMethod: Rendition.Method?
  /// The selected item; 0 when there is none.
  package internal(set) var selection = 0
  package internal(set) var screen = Screen.tiles
  package internal(set) var overlay: OverlayLevel
  /// The tiles that were given out: visible or ahead.
  package internal(set) var tiles: [Int: Tile] = [:]
  package internal(set) var levels = TileLevels()
  var detail: Detail?
  /// How large the detail view shows pictures, and which part of them; the next one as well.
  var magnification = Magnification.fit
  var center = PicturePoint.middle
  /// Whether the detail view says what is known of the picture.
  package internal(set) var showsInfo = false
  /// The pictures asked for because they are beside the one in the detail view, and whether they
  /// are still awaited.
  var neighbours: [TileKey: Bool] = [:]
  /// Why items failed, until a reload is asked for.
  var failures = ItemMemory<String>(capacity: failureCapacity)
  /// The mean colours of pictures that were there, as pixels.
  var colors = ItemMemory<UInt32>(capacity: colorCapacity)
  /// The items whose latest load to end has failed, on screen or not.
  package internal(set) var failedItems: Set<Int> = []
  var attempt = 0
  var wishedTiles: [GalleryLayout.Mode: CellSize]
  var prompt: Prompt?
  var search: Search?
  var lastQuery: String?
  /// What the last search text finds, as far as it is counted.
  var hits: SearchHits?
  /// One line for the person, until the next key.
  package internal(set) var notice: String?
  package internal(set) var log = TrackerLog()
  var shown: Range<Int> = 0..<0
  /// Tiles that are about to be given out anew and show what they had until then.
  var outgoing: [Int: Tile] = [:]
  var effects: [Effect] = []
  /// The time of the latest update.
  var now = Duration.zero

  /// - Parameters:
  ///   - tile: the wished tile size of `mode`; nil for the defaults.
  ///   - graphics: how the terminal can draw pictures itself; the symbols key offers it too.
  ///   - symbolSets: what else the symbols key offers.
  ///   - slots: how many tiles are loaded at a time, those on screen aside.
  ///   - budgetBytes: what pictures may cost that nobody has seen yet.
  package init(
    source: Source, screen: CellSize, mode: GalleryLayout.Mode = .list, tile: CellSize? = nil,
    rendition: Rendition = Rendition(), graphics: Rendition.Method? = nil,
    symbolSets: [SymbolSet] = SymbolSet.allCases,
    policy: any PrefetchPolicy = AdaptivePolicy(), isPrefetchingEnabled: Bool = true,
    slots: Int = 6, budgetBytes: Int = 64 << 20, overlay: OverlayLevel = .off
  ) {
    controller = PrefetchController(
      dataSource: source, policy: policy, slots: slots, budgetBytes: budgetBytes)
    controller.setPrefetchingEnabled(isPrefetchingEnabled)
    wishedTiles = [mode: tile ?? GalleryLayout.defaultTile(for: mode)]
    layout = GalleryLayout(
      mode: mode, screen: screen, tile: tile ?? GalleryLayout.defaultTile(for: mode),
      itemCount: controller.itemCount)
    viewport = Viewport(offset: 0, length: layout.viewportLength)
    self.rendition = rendition
    self.graphics = graphics
    self.symbolSets = symbolSets
    self.overlay = overlay
  }

  package var itemCount: Int { controller.itemCount }
  package var ledger: PrefetchLedger { controller.ledger }

  /// True while something goes on that needs `Event.tick` at each frame deadline.
  package var wantsTicks: Bool { search != nil || isCounting }

  /// When it wants to be updated although nothing has happened; nil if not.
  package var wakeAt: Duration? { controller.nextLook }

  /// The items whose tile is at least partly on the screen.
  package var visibleItems: Range<Int> {
    layout.isLargeEnough ? layout.lines.items(in: viewport.range) : 0..<0
  }

  /// Shows a line to the person until the next key.
  package mutating func tell(_ notice: String) { self.notice = notice }

  /// The description of an item, asked of the data source anew.
  func item(_ index: Int) -> GalleryItem {
    controller.dataSource.item(at: controller.indexPath(of: index))
  }
}
