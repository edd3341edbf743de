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
/// effects, and reads only its arguments. A feature with its own state is another value beside them,
/// in its own folder.
package struct Gallery {
  var navigation: Navigation
  var look: Look
  var pictures: Pictures
  var finder = Finder()
  package internal(set) var filtering: Filtering
  var screens: ScreenStack
  package internal(set) var marks = Marks()
  package internal(set) var acting: Acting
  package internal(set) var paging = Paging()
  /// A one-line message, shown until the next key.
  package internal(set) var notice: String?

  package init(
    source: some ItemSnapshot, screen: CellSize,
    configuration: GalleryConfiguration = GalleryConfiguration()
  ) {
    screens = ScreenStack(keys: configuration.keys)
    acting = Acting(folders: configuration.keys.folders)
    pictures = Pictures(TileBoard(source, configuration))
    filtering = Filtering(pictures.board.items, isComplete: configuration.isSourceComplete)
    navigation = Navigation(of: pictures.board.items, screen: screen, configuration)
    marks.takesOne = configuration.takesOne
    look = configuration.look
  }

  /// The scene that the person should see.
  var scene: Scene {
    let marks = ShownMarks(marks, selection: selection, in: items)
    return Scene(look, navigation, attempt: pictures.attempt, marks: marks)
  }

  /// Sets the most bytes for pictures that were not seen yet.
  package mutating func limitUnseen(to bytes: Int) { pictures.board.limitUnseen(to: bytes) }

  /// Lists the worst frames of the session on a screen of their own.
  package mutating func listFrames(of profiler: FrameProfiler) {
    screens.show(FramesPage.groups(of: profiler), title: "Frames", in: layout.content.size)
  }

  /// Shows a message until the next key; nil changes nothing.
  package mutating func tell(_ notice: String?) { self.notice = notice ?? self.notice }
}

// MARK: - State

extension Gallery {
  var board: TileBoard { pictures.board }
  var detail: DetailView { pictures.detail }
  /// The screen that is shown.
  package var screen: ShownScreen { screens.top }
  /// The shown items.
  package var items: AnyItemSnapshot { board.items }
  /// All items, those that a filter hides included.
  package var source: AnyItemSnapshot { filtering.source }
  package var itemCount: Int { board.itemCount }
  /// Whether no more items come.
  package var isSourceComplete: Bool { board.isSourceComplete }
  package var layout: GalleryLayout { navigation.layout }
  package var viewport: Viewport { navigation.viewport }
  /// The selected item; 0 if there are no items.
  package var selection: Int { navigation.selection }
  var selectedItem: ItemID? { itemCount > 0 ? items.id(at: selection) : nil }
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
  /// The sets of items that a filter may ask for.
  var filterSets: Filtering.Sets {
    .init(marked: marks.marked, failed: failedItems, gone: acting.gone)
  }

  /// Whether a search needs `Event.tick` at each frame deadline.
  package var wantsTicks: Bool { finder.isLooking }

  /// The instant for an update without any event; nil for none.
  package var wakeAt: Duration? { screens.slideshow.nextAt(or: board.wakeAt) }

  /// The instant at which a displayed figure changes without an event; nil for none.
  package var redrawAt: Duration? { board.waits.nextFigure(or: pictures.rate.nextFigure) }

  /// Whether a tile shows its picture or its failure.
  package func isSettled(_ item: Int) -> Bool { tile(at: item).map { !$0.isBlank } ?? false }

  /// The tally of the tiles on the screen, in O(visible tiles).
  package var tally: TileClock.Tally { screen == .tiles ? .init(board, in: navigation) : .init() }
}
