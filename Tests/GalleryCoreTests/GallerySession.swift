import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

@testable import GalleryCore

/// Items "food 0", "food 1" and so on.
struct FoodSource: ItemSnapshot {
  let count: Int
  /// The indices of the first items of sections.
  var starts: [Int] = []

  var sections: any SnapshotSections { Menus(starts: starts) }

  func numberOfItems(inSection section: Int) -> Int { count }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(
      id: "\(indexPath.item)", caption: "food \(indexPath.item)",
      location: .template("http://127.0.0.1:1/{width}x{height}?text=food%20\(indexPath.item)"))
  }
}

/// Sections "menu 0", then one that has no title, and so on.
struct Menus: SnapshotSections {
  let starts: [Int]

  var count: Int { starts.count }

  func start(of section: Int) -> Int { starts[section] }

  func title(of section: Int) -> String? {
    section.isMultiple(of: 2) ? "menu \(section)" : nil
  }
}

/// A gallery under test, and the effects that it has requested so far.
struct GallerySession {
  var gallery: Gallery
  var effects: [Effect] = []
  /// The time of the clock.
  private(set) var now = Duration.zero
  /// The time without events before each event.
  var pause = Duration.seconds(1)

  /// - Parameter tile: large ones by default, in the mode of the beginning.
  init(
    count: Int = 100, sections: [Int] = [], screen: CellSize = CellSize(columns: 80, rows: 25),
    mode: GalleryLayout.Mode = .list, tile: TileSize? = nil, fit: PictureFit = .contain,
    rendition: Rendition = Rendition(),
    graphics: Rendition.Method? = nil, symbolSets: [SymbolSet] = SymbolSet.allCases,
    policy: any PrefetchPolicy = StaticPolicy(), isPrefetchingEnabled: Bool = true,
    slots: Int = 1_000
  ) {
    gallery = Gallery(
      source: FoodSource(count: count, starts: sections), screen: screen,
      configuration: GalleryConfiguration(
        mode: mode, tile: tile ?? .large(mode),
        look: Look(rendition, fit: fit, graphics: graphics, symbolSets: symbolSets), policy: policy,
        isPrefetchingEnabled: isPrefetchingEnabled, slots: slots))
    send([])
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [Effect] {
    send(keys.map(Event.key))
  }

  @discardableResult
  mutating func send(_ events: [Event]) -> [Effect] {
    now += pause
    effects = gallery.update(events, at: now)
    let next = now + pause * 0.9
    while let instant = gallery.wakeAt, instant < next {
      effects += gallery.update([.woke], at: instant)
    }
    return effects
  }

  mutating func type(_ text: String) {
    send(text.map { .key(.character($0)) })
  }

  /// Types a line, and submits it.
  @discardableResult
  mutating func enter(_ line: String) -> [Effect] {
    send(line.map { .key(.character($0)) } + [.key(.enter)])
  }

  /// Answers all requests with a picture of one color.
  mutating func answerAll(pixel: UInt32 = 0xFF_336699) {
    send(
      (loads + prefetches).map {
        .pictureReady($0.key, PixelImage(size: $0.key.size, filledWith: pixel))
      })
  }

  var loads: [TileRequest] {
    effects.compactMap { if case .pipeline(.load(let request)) = $0 { request } else { nil } }
  }

  var prefetches: [TileRequest] {
    effects.compactMap {
      if case .pipeline(.prefetch(let request, _)) = $0 { request } else { nil }
    }
  }

  var cancels: [Int] {
    effects.compactMap {
      if case .pipeline(.cancel(let key)) = $0 { key.item.rawValue } else { nil }
    }
  }

  var frame: Surface {
    var surface = Surface(size: gallery.layout.screen)
    gallery.draw(into: &surface)
    return surface
  }
}

extension TileSize {
  /// Tiles of which few fit a screen: pictures of 24x8 cells in the list, 32x12 in the grid.
  static func large(_ mode: GalleryLayout.Mode) -> TileSize {
    let cells: CellSize =
      switch mode {
      case .list: CellSize(columns: 24, rows: 8)
      case .grid: CellSize(columns: 32, rows: 13)
      }
    return TileSize(cells: cells, elsewhere: .standard)
  }
}

extension Surface {
  /// All the text on the screen.
  var text: String { textLines.joined(separator: "\n") }
}
