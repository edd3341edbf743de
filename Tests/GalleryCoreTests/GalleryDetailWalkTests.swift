import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// The loads that are under way outside of the gallery, derived from its effects alone.
private struct World {
  private(set) var loads: [TileKey: TileRequest] = [:]
  private(set) var descriptions: Set<TileKey> = []
  private(set) var animation: TileKey?
  private(set) var rendering: RenderKey?

  /// The loads of the detail view.
  var detailLoads: [TileRequest] { loads.values.filter { $0.purpose != .tile } }

  mutating func take(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .pipeline(.load(let request)), .pipeline(.prefetch(let request, _)):
        loads[request.key] = request
      case .pipeline(.cancel(let key)): #expect(loads.removeValue(forKey: key) != nil)
      case .detail(let effect): take(effect)
      case .pipeline(.used), .pipeline(.retryNow), .search, .session, .marks, .files: break
      }
    }
  }

  private mutating func take(_ effect: DetailEffect) {
    switch effect {
    case .describe(let request): #expect(descriptions.insert(request.key).inserted)
    case .stopDescribing(let key): #expect(descriptions.remove(key) != nil)
    case .animate(let request): animation = request.key
    case .stopAnimating(let key):
      #expect(animation == key)
      animation = nil
    case .render(let request): rendering = request.key
    }
  }

  /// One answer, of any kind, to something under way.
  mutating func answer(using random: inout SeededRandom) -> Event? {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      guard let key = descriptions.sorted(by: \.item.rawValue).randomElement(using: &random) else {
        return nil
      }
      descriptions.remove(key)
      var info = PictureInfo()
      if Int.random(in: 0..<4, using: &random) > 0 {
        info.size = PixelSize(
          width: .random(in: -1...900, using: &random), height: .random(in: 0...900, using: &random)
        )
      }
      info.frameCount = .random(in: 0...3, using: &random)
      return .described(key, info)
    case 1:
      guard let key = rendering else { return nil }
      rendering = nil
      let cells = CellSize(columns: 7, rows: 3)
      let image = CellImage(size: cells, cells: Array(repeating: .blank, count: cells.area))
      return .rendered(key, .cells(image))
    case 2:
      return animation.map { .animationFrame($0, Self.picture($0.size, using: &random)) }
    default:
      let keys = loads.keys.sorted {
        ($0.item.rawValue, $0.size.area, $0.turn.rawValue)
          < ($1.item.rawValue, $1.size.area, $1.turn.rawValue)
      }
      guard let key = keys.randomElement(using: &random) else { return nil }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return .picturePreview(key, ImagePreview(Self.picture(key.size, using: &random)))
      case 1:
        loads[key] = nil
        return .pictureFailed(key, reason: "no", isTransient: .random(using: &random))
      default:
        loads[key] = nil
        return .pictureReady(key, Self.picture(key.size, using: &random))
      }
    }
  }

  /// No larger than it may be, in either direction.
  private static func picture(_ size: PixelSize, using random: inout SeededRandom) -> PixelImage {
    PixelImage(
      size: PixelSize(
        width: .random(in: 1...max(1, size.width), using: &random),
        height: .random(in: 1...max(1, size.height), using: &random)),
      filledWith: 0xFF_336699)
  }
}

extension Sequence<TileKey> {
  fileprivate func sorted(by place: (TileKey) -> Int) -> [TileKey] {
    sorted { place($0) < place($1) }
  }
}

@Suite struct GalleryDetailWalkTests {
  private static let keys: [Key] = [
    .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .enter, .escape,
    .character("+"), .character("+"), .character("-"), .character("z"), .character("i"),
    .character("["), .character("]"), .character("|"), .character("S"), .character("R"),
    .character("r"), .character("p"), .character("?"),
    .character("v"), .control("d"), .wheel(1), .wheel(-2),
    .click(CellPoint(column: 3, row: 3)), .doubleClick(CellPoint(column: 9, row: 4)),
  ]

  private func event(using random: inout SeededRandom) -> Event {
    if Int.random(in: 0..<40, using: &random) == 0 {
      return .resized(
        CellSize(
          columns: .random(in: 10...90, using: &random), rows: .random(in: 3...30, using: &random)))
    }
    return .key(Self.keys.randomElement(using: &random) ?? .enter)
  }

  @Test(arguments: UInt64(0)..<Thoroughness.rounds(short: 10, full: 40))
  func `whatever happens, three loads are enough and nothing is left behind`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var session = GallerySession(
      count: 12, screen: CellSize(columns: 60, rows: 20), mode: seed % 2 == 0 ? .list : .grid)
    var world = World()
    world.take(session.effects)
    for _ in 0..<300 {
      // Answers first: one that crosses its cancellation on the way would look like a leak.
      let answers = (0..<Int.random(in: 0...3, using: &random))
        .compactMap { _ in world.answer(using: &random) }
      let others = (0..<Int.random(in: 0...2, using: &random)).map { _ in event(using: &random) }
      let events = answers + others
      world.take(session.send(events))
      _ = session.frame
      #expect(world.detailLoads.count <= 3)
      #expect(world.descriptions.count <= 1)
      #expect(Set(world.loads.keys) == session.gallery.awaitedKeys)
      if let scale = session.gallery.scale, let geometry = session.gallery.geometry {
        let offset = session.gallery.offset(at: scale, in: geometry)
        #expect(geometry.inside(offset, at: scale) == offset)
      }
    }
    // They end a prompt, a search for keys, the help screen and the detail view.
    let escapes = Array(repeating: Event.key(.escape), count: 4)
    world.take(session.send([.resized(CellSize(columns: 60, rows: 20))] + escapes))
    #expect(session.gallery.screen == .tiles)
    #expect(world.detailLoads.isEmpty)
    #expect(world.descriptions.isEmpty)
    #expect(world.animation == nil)
  }
}

extension Gallery {
  /// Every load that something in the gallery waits for.
  fileprivate var awaitedKeys: Set<TileKey> {
    var keys = Set(tiles.values.filter(\.isUnderWay).map(\.key))
    keys.formUnion(detail.neighbors.awaitedKeys)
    for tile in [detail.picture?.base, detail.picture?.magnified].compactMap(\.self)
    where tile.isUnderWay {
      keys.insert(tile.key)
    }
    return keys
  }
}
