import GalleryItems
import Prefetching
import Raster

/// Everything the gallery knows, as one value.
///
/// `update` takes what happened and returns what to ask of the world; `draw` fills a surface.
/// Nothing here reads a clock, waits or does I/O, so a test can play any session. Memory is
/// O(tiles on screen and ahead), whatever the number of items.
///
/// It routes between its values. Each of them owns what it knows, changes it by functions that append
/// effects, and reads only what it is passed. A feature with a state of its own, as marks or a filter, is
/// one more value beside them, in a folder of its own.
package struct Gallery {
  package typealias Source = AnyGalleryDataSource<GalleryItem>

  /// What lies over the tiles.
  package enum Screen: Hashable, Sendable {
    case tiles, detail, help
  }

  var navigation: Navigation
  var look: Look
  var board: TileBoard
  var detail = DetailView()
  var finder = Finder()
  package internal(set) var screen = Screen.tiles
  package internal(set) var overlay: OverlayLevel
  /// One line for the person, until the next key.
  package internal(set) var notice: String?
  /// Counts reloads.
  var attempt = 0

  /// - Parameters:
  ///   - tile: the wished tile size of `mode`; nil for the defaults.
  ///   - graphics: how the terminal can draw pictures itself; the symbols key offers it too.
  ///   - symbolSets: what else the symbols key offers.
  ///   - slots: how many tiles are loaded at a time, those on screen aside.
  ///   - budgetBytes: what pictures may cost that were not seen yet.
  package init(
    source: Source, screen: CellSize, mode: GalleryLayout.Mode = .list, tile: CellSize? = nil,
    rendition: Rendition = Rendition(), graphics: Rendition.Method? = nil,
    symbolSets: [SymbolSet] = SymbolSet.allCases,
    policy: any PrefetchPolicy = AdaptivePolicy(), isPrefetchingEnabled: Bool = true,
    slots: Int = 6, budgetBytes: Int = 64 << 20, overlay: OverlayLevel = .off
  ) {
    var controller = PrefetchController(
      dataSource: source, policy: policy, slots: slots, budgetBytes: budgetBytes)
    controller.setPrefetchingEnabled(isPrefetchingEnabled)
    board = TileBoard(controller)
    navigation = Navigation(
      screen: screen, mode: mode, tile: tile, itemCount: controller.itemCount)
    look = Look(rendition, graphics: graphics, symbolSets: symbolSets)
    self.overlay = overlay
  }

  /// What the person is to see.
  var scene: Scene {
    Scene(navigation: navigation, rendition: look.rendition, attempt: attempt)
  }

  /// Shows a line to the person until the next key.
  package mutating func tell(_ notice: String) { self.notice = notice }
}

// MARK: - What it knows

extension Gallery {
  package var itemCount: Int { board.itemCount }
  package var layout: GalleryLayout { navigation.layout }
  package var viewport: Viewport { navigation.viewport }
  /// The selected item; 0 when there is none.
  package var selection: Int { navigation.selection }
  /// The items whose tile is at least partly on the screen.
  package var visibleItems: Range<Int> { navigation.visibleItems }
  /// How pictures are shown.
  package var rendition: Rendition { look.rendition }
  /// How the terminal can draw pictures itself, if it can.
  package var graphics: Rendition.Method? { look.graphics }

  /// The tiles that were given out: visible or ahead.
  package var tiles: [Int: Tile] { board.tiles }
  package var levels: TileLevels { board.levels }
  package var log: TrackerLog { board.log }
  package var ledger: PrefetchLedger { board.ledger }
  package var policyName: String { board.policyName }
  /// The items whose latest load to end has failed, on screen or not.
  package var failedItems: Set<Int> { board.memory.failedItems }

  /// True while something goes on that needs `Event.tick` at each frame deadline.
  package var wantsTicks: Bool { finder.isLooking }

  /// When it wants to be updated although nothing has happened; nil if not.
  package var wakeAt: Duration? { board.wakeAt }

  /// How much of a tile is on screen, from 0 to 1.
  package func visibleShare(of item: Int) -> Double { navigation.visibleShare(of: item) }

  /// True when a tile shows its picture or its failure.
  package func isSettled(_ item: Int) -> Bool { tiles[item].map { !$0.isBlank } ?? false }

  /// What the tiles on screen have to show, in O(visible tiles).
  package var tally: TileClock.Tally {
    screen == .tiles ? TileClock.Tally(board, in: navigation) : TileClock.Tally()
  }

  /// Whether an event that `update` is about to take may change what is drawn.
  ///
  /// Pictures ahead of the viewport arrive unseen; everything else may show.
  package func needsFrame(for event: Event) -> Bool {
    switch event {
    case .key, .resized, .renditionChanged, .graphicsChanged, .scrolled, .tick: true
    case .pictureProgress(let key, _), .picturePreview(let key, _), .animationFrame(let key, _):
      isOnScreen(key)
    case .pictureReady(let key, _, _), .pictureFailed(let key, _, _): showsEnd(of: key)
    case .described, .timed, .rendered: screen == .detail
    case .loadStopped, .pictureDropped, .woke: false
    }
  }

  /// True when what happens to this load would change what is drawn.
  func isOnScreen(_ key: TileKey) -> Bool {
    switch screen {
    case .tiles: visibleItems.contains(key.item) && tiles[key.item]?.key == key
    case .detail: detail.shows(key) || (key.item == selection && tiles[key.item]?.key == key)
    case .help: false
    }
  }

  /// True when the end of this load would; the overlay counts what happens beyond the screen too.
  func showsEnd(of key: TileKey) -> Bool {
    overlay != .off || isOnScreen(key)
  }
}

/// How much of the frame-time overlay is shown.
package enum OverlayLevel: Hashable, Sendable {
  case off, full, compact

  /// The order in which the key goes through them.
  package var next: OverlayLevel {
    switch self {
    case .off: .full
    case .full: .compact
    case .compact: .off
    }
  }
}
