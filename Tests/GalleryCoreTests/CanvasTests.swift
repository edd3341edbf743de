import FramePacing
import GalleryItems
import Prefetching
import Raster
import TestSupport
import Testing

@testable import GalleryCore

/// A canvas, which draws what changed, beside a surface that is drawn anew each time.
private struct Comparison {
  private(set) var canvas: Canvas

  init(_ gallery: Gallery) { canvas = Canvas(size: gallery.layout.screen) }

  /// Draws both; what differs.
  mutating func draw(_ gallery: Gallery) -> String? {
    if canvas.size != gallery.layout.screen { canvas = Canvas(size: gallery.layout.screen) }
    canvas.draw(gallery)
    var anew = Surface(size: gallery.layout.screen)
    gallery.draw(into: &anew)
    if let complaint = difference(from: anew) { return complaint }
    return gallery.screen == .tiles ? strayGraphic(over: anew, gallery) : nil
  }

  private func difference(from anew: Surface) -> String? {
    let drawn = canvas.surface
    guard let index = anew.cells.indices.first(where: { anew.cells[$0] != drawn.cells[$0] }) else {
      return nil
    }
    let place = (column: index % anew.size.columns, row: index / anew.size.columns)
    return "\(place): \(drawn.cells[index]) instead of \(anew.cells[index])"
  }

  /// Graphics are those of the tiles on the screen, also where only a caption is left of one.
  private func strayGraphic(over anew: Surface, _ gallery: Gallery) -> String? {
    let drawn = canvas.surface.graphics
    if let lost = anew.graphics.keys.first(where: { drawn[$0] == nil }) { return "\(lost) is lost" }
    let visible = gallery.visibleItems.compactMap {
      TileLook(of: $0, on: gallery.board, in: gallery.scene).graphic
    }
    return drawn.keys.first { !visible.contains($0) }.map { "\($0) is no tile's" }
  }
}

/// A person, a network and a link that do what they like.
private struct Life {
  private var random: SeededRandom
  private var session: GallerySession
  private var comparison: Comparison
  private var underWay: [TileRequest] = []
  private var lastGraphic: UInt32 = 0
  private let rendition: Rendition

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let kitty = Rendition.Method.kitty(cell: PixelSize(width: 3, height: 5))
    rendition = seed % 3 == 0 ? Rendition(kitty) : Rendition()
    let count = [1, 5, 60, 5_000][Int(seed % 4)]
    let sections = seed % 3 == 1 ? (0..<count).filter { $0 % 5 == 0 || $0 % 7 == 0 } : []
    session = GallerySession(
      count: count, sections: sections, screen: CellSize(columns: 66, rows: 24),
      mode: seed % 2 == 0 ? .grid : .list, rendition: rendition, graphics: kitty,
      policy: seed % 5 == 0 ? StaticPolicy() : AdaptivePolicy())
    comparison = Comparison(session.gallery)
    note()
  }

  private static let keys: [Key] =
    [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace,
      .control("u"), .control("d"), .wheel(1), .wheel(-1), .wheel(2), .wheel(-3),
      .click(CellPoint(column: 9, row: 9)), .doubleClick(CellPoint(column: 40, row: 4)),
    ] + "hjklbfgGv+-ziSo?pwrR:/nN1234{}".map(Key.character)
  private static let moves: [Key] = [.up, .down, .wheel(1), .wheel(-1), .pageDown, .pageUp]

  /// Takes one more step, and returns a difference; nil if there is none.
  mutating func step() -> String? {
    session.pause = .milliseconds([5, 40, 700].randomElement(using: &random) ?? 5)
    let events = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in event() }
    session.send(events)
    note()
    prepareFrame()
    return comparison.draw(session.gallery).map { "\(events): \($0)" }
  }

  private mutating func note() {
    underWay += session.loads + session.prefetches
  }

  /// Prepares a frame as a run loop does.
  private mutating func prepareFrame() {
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      session.gallery.pictures.board.sharpness.sharpenNext(nearestTo: session.gallery.selection)
    case 1: session.gallery.pictures.board.sharpness.sharpenAll()
    case 2: session.gallery.tell("a notice \(Int.random(in: 0...9, using: &random))")
    default:
      let sharpness = Sharpness.allCases.randomElement(using: &random) ?? .full
      session.gallery.move(incoming: Bool.random(using: &random) ? .full : sharpness)
    }
    session.gallery.framePresented()
  }

  private mutating func event() -> Event? {
    switch Int.random(in: 0..<60, using: &random) {
    case 0:
      return .resized(
        CellSize(
          columns: .random(in: 12...90, using: &random), rows: .random(in: 3...40, using: &random)))
    case 1:
      let methods: [Rendition.Method] = [
        rendition.method, .symbols(.half), .symbols(.ascii), .symbols(.sextant),
      ]
      return .renditionChanged(
        Rendition(
          methods.randomElement(using: &random) ?? rendition.method,
          colors: ColorDepth.allCases.randomElement(using: &random) ?? .trueColor),
        symbolSets: [SymbolSet.allCases, [.half, .sextant, .ascii], [.ascii]]
          .randomElement(using: &random) ?? [.ascii])
    case 2:
      return .graphicsChanged(Bool.random(using: &random) ? rendition.method : nil)
    case 3: return .tick
    case 4...12: return .scrolled(rows: .random(in: -30...30, using: &random))
    case 13...19: return .scrolled(rows: .random(in: -2...2, using: &random))
    case 20...28: return Self.moves.randomElement(using: &random).map(Event.key)
    case 29...40: return Self.keys.randomElement(using: &random).map(Event.key)
    default: return answer()
    }
  }

  /// Something becomes of a load, whether it is wanted still or not.
  private mutating func answer() -> Event? {
    guard let index = underWay.indices.randomElement(using: &random) else { return nil }
    let key = underWay[index].key
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      return .pictureProgress(
        key,
        TileProgress(
          fraction: Bool.random(using: &random) ? .random(in: 0...1, using: &random) : nil,
          receivedBytes: .random(in: 0...2_000_000, using: &random)))
    case 2:
      return .pictureProgress(
        key, TileProgress(retryingAfter: .seconds(2), because: "the server answered 503"))
    case 3, 4:
      return .picturePreview(
        key, ImagePreview(picture(PixelSize(width: 5, height: 4)), of: key.size))
    case 5:
      underWay.remove(at: index)
      return .pictureFailed(
        key, reason: "the server answered 404 Not Found", isTransient: .random(using: &random))
    default:
      underWay.remove(at: index)
      return .pictureReady(key, rendered(picture(key.size), for: key))
    }
  }

  /// No larger than it may be, and no two cells of it alike.
  private mutating func picture(_ size: PixelSize) -> PixelImage {
    let isFull = Bool.random(using: &random)
    let size =
      isFull
      ? size
      : PixelSize(
        width: .random(in: 1...max(1, size.width), using: &random),
        height: .random(in: 1...max(1, size.height), using: &random))
    return PixelImage(
      size: size, pixels: (0..<size.area).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
    )
  }

  private mutating func rendered(_ image: PixelImage, for key: TileKey) -> PixelImage {
    guard key.rendition.needsRendering else { return image }
    var image = image
    let cell = key.rendition.pixelsPerCell
    let size = CellSize(
      columns: (image.size.width + cell.width - 1) / cell.width,
      rows: (image.size.height + cell.height - 1) / cell.height)
    let cells = CellImage(
      size: size,
      cells: (0..<size.area).map { _ in
        Cell(glyph: "▚", foreground: Color(rawValue: .random(in: 0...0xFF_FFFF, using: &random)))
      })
    switch key.rendition.method {
    case .symbols: image.rendering = .cells(cells)
    case .kitty, .sixel, .iterm2:
      lastGraphic += 1
      image.rendering = .graphic(
        Graphic(id: lastGraphic, size: size, payload: .iterm2(rows: []), fallback: cells))
    }
    return image
  }
}

@Suite struct CanvasTests {
  @Test(arguments: UInt64(0)..<Thoroughness.rounds(short: 12, full: 48))
  func `drawing what changed is the same as drawing anew, whatever happens`(seed: UInt64) {
    var life = Life(seed: seed)
    for step in 0..<250 {
      if let complaint = life.step() {
        Issue.record("step \(step): \(complaint)")
        return
      }
    }
  }

  @Test func `an overlay leaves nothing behind`() {
    var session = GallerySession(mode: .grid)
    session.answerAll()
    var canvas = Canvas(size: session.gallery.layout.screen)
    canvas.draw(session.gallery)
    session.type(":overlay panel")
    session.press(.enter)
    canvas.draw(session.gallery)
    #expect(canvas.surface == session.frame)
    let overlay = Overlay(
      profiler: FrameProfiler(budget: .milliseconds(16)), loads: LoadFigures(), presenter: "direct",
      now: .zero)
    canvas.draw(overlay, of: session.gallery)
    #expect(canvas.surface.text.contains("idle"))
    for key in [Key.wheel(1), .character("o"), .character("o"), .character("o")] {
      session.press(key)
      canvas.draw(session.gallery)
      canvas.draw(overlay, of: session.gallery)
    }
    #expect(session.gallery.layout.overlay.level == .line)
    session.type(":overlay off")
    session.press(.enter)
    canvas.draw(session.gallery)
    #expect(canvas.surface == session.frame)
  }

  @Test func `a row that scrolls in is all that is drawn of a tile`() {
    var session = GallerySession(count: 100, screen: CellSize(columns: 64, rows: 25), mode: .grid)
    session.answerAll(pixel: 0xFF_336699)
    var canvas = Canvas(size: session.gallery.layout.screen)
    canvas.draw(session.gallery)
    // The same pixels in the same memory: no difference is looked for, so none is seen.
    let before = canvas.surface
    session.press(.wheel(1))
    canvas.draw(session.gallery)
    let rows = 3 * 64
    #expect(canvas.surface.cells[..<(21 * 64)].elementsEqual(before.cells[rows..<(24 * 64)]))
    #expect(canvas.surface == session.frame)
  }
}
