import FramePacing
import GalleryItems
import Prefetching
import Raster

/// The complete state of the gallery, as one value.
///
/// `update` takes events and returns effects; `draw` fills a surface. Nothing here reads a clock,
/// waits or does I/O, so a test can play any session. Memory is O(tiles on screen and ahead),
/// whatever the number of items.
///
/// It routes between its values. Each value owns its state, changes it by functions that append
/// effects, and reads only its arguments. A feature with its own state, such as marks or a filter,
/// is another value beside them, in its own folder.
package struct Gallery {
  var navigation: Navigation
  var look: Look
  var board: TileBoard
  var detail = DetailView()
  var finder = Finder()
  var screens: ScreenStack
  package internal(set) var marks = Marks()
  package internal(set) var acting: Acting
  package internal(set) var paging = Paging()
  /// A one-line message, shown until the next key.
  package internal(set) var notice: String?
  /// The rate at which pictures arrive, for the status line.
  var rate = ReceiveRate()
  /// The number of reloads.
  var attempt = 0

  /// - Parameters:
  ///   - tile: the preferred tile size; its cells are those of `mode` alone.
  ///   - graphics: the terminal's graphics method, if any; the symbols key offers it too.
  ///   - symbolSets: the sets that the screen can draw, offered by the symbols key.
  ///   - ownColors: the terminal's own colors.
  ///   - colors: the person's own in the theme's place.
  ///   - slots: the number of tiles loaded at a time, excluding those on the screen.
  ///   - budgetBytes: the most bytes for pictures that were not seen yet.
  ///   - followsStart: whether the start stays visible while items are inserted there.
  ///   - takesOne: whether Enter leaves with the selected item.
  ///   - isSourceComplete: false for a source that is still being read; see `Event.sourceChanged`.
  package init(
    source: some ItemSnapshot, screen: CellSize, mode: GalleryLayout.Mode = .list,
    tile: TileSize = .standard, fit: PictureFit = .contain, rendition: Rendition = Rendition(),
    graphics: Rendition.Method? = nil, symbolSets: [SymbolSet] = SymbolSet.allCases,
    ownColors: OwnColors = OwnColors(), colors: [ThemeColor: Color] = [:],
    keys: EffectiveKeys = EffectiveKeys(), policy: any PrefetchPolicy = AdaptivePolicy(),
    isPrefetchingEnabled: Bool = true, slots: Int = 6, budgetBytes: Int = 64 << 20,
    overlay: OverlayLevel = .off, isSourceComplete: Bool = true, followsStart: Bool = false,
    takesOne: Bool = false
  ) {
    screens = ScreenStack(keys: keys)
    acting = Acting(folders: keys.folders)
    var controller = PrefetchController(
      dataSource: AnyItemSnapshot(source), policy: policy, slots: slots, budgetBytes: budgetBytes)
    controller.setPrefetchingEnabled(isPrefetchingEnabled)
    board = TileBoard(controller, isSourceComplete: isSourceComplete)
    navigation = Navigation(
      screen: screen, mode: mode, overlay: OverlayLayout(level: overlay), tile: tile,
      itemCount: controller.itemCount, sections: source.sections)
    navigation.follows = followsStart
    marks.takesOne = takesOne
    look = Look(rendition, ownColors, colors, fit: fit, graphics: graphics, symbolSets: symbolSets)
  }

  /// The scene that the person should see.
  var scene: Scene {
    let marks = ShownMarks(marks, selection: selection, in: items)
    return Scene(look, navigation, attempt: attempt, marks: marks)
  }

  /// Sets the most bytes for pictures that were not seen yet.
  package mutating func limitUnseen(to bytes: Int) { board.limitUnseen(to: bytes) }

  /// Lists the worst frames of the session on a screen of their own.
  package mutating func listFrames(of profiler: FrameProfiler) {
    screens.show(FramesPage.groups(of: profiler), title: "Frames", in: layout.content.size)
  }

  /// Shows a message until the next key; nil changes nothing.
  package mutating func tell(_ notice: String?) { self.notice = notice ?? self.notice }
}

// MARK: - State

extension Gallery {
  /// The screen that is shown.
  package var screen: ShownScreen { screens.top }
  package var items: AnyItemSnapshot { board.items }
  package var itemCount: Int { board.itemCount }
  /// Whether no more items come.
  package var isSourceComplete: Bool { board.isSourceComplete }
  package var layout: GalleryLayout { navigation.layout }
  package var viewport: Viewport { navigation.viewport }
  /// The selected item; 0 if there are no items.
  package var selection: Int { navigation.selection }
  /// The items whose tile is at least partly on the screen.
  package var visibleItems: Range<Int> { navigation.visibleItems }
  /// The items that a frame has: none while another screen covers the tiles.
  package var drawnItems: Range<Int> { screen == .tiles ? visibleItems : 0..<0 }
  /// The rendition of pictures.
  package var rendition: Rendition { look.rendition }

  /// The current tiles: visible or ahead.
  package var tiles: [ItemID: Tile] { board.tiles.all }
  /// The tile of the item at a place, if it has one.
  package func tile(at place: Int) -> Tile? { board.tile(at: place) }
  package var sharpness: TileSharpness { board.sharpness }
  package var ledger: PrefetchLedger { board.ledger }
  package var policyName: String { board.policyName }
  /// The items whose latest finished load failed, on screen or not.
  package var failedItems: Set<ItemID> { board.memory.failedItems }

  /// Whether a search needs `Event.tick` at each frame deadline.
  package var wantsTicks: Bool { finder.isLooking }

  /// The instant for an update without any event; nil for none.
  package var wakeAt: Duration? { board.wakeAt }

  /// The instant at which a displayed figure changes without an event; nil for none.
  package var redrawAt: Duration? { board.waits.nextFigure(or: rate.nextFigure) }

  /// Whether a tile shows its picture or its failure.
  package func isSettled(_ item: Int) -> Bool { tile(at: item).map { !$0.isBlank } ?? false }

  /// The tally of the tiles on the screen, in O(visible tiles).
  package var tally: TileClock.Tally { screen == .tiles ? .init(board, in: navigation) : .init() }
}
