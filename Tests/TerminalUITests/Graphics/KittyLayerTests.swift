import Raster
import TestSupport
import Testing

@testable import TerminalGraphics
@testable import TerminalUI

@Suite struct KittyLayerTests {
  /// A presenter with a terminal behind it.
  struct Bench {
    let output = RecordingOutput()
    let presenter: DirectPresenter
    var terminal: KittyTerminal

    init(
      size: CellSize, isBehindTmux: Bool = false, quotaBytes: Int = 64 << 20,
      shortcuts: Shortcuts = []
    ) {
      presenter = DirectPresenter(
        output: output, graphics: .kitty(throughTmux: isBehindTmux, quotaBytes: quotaBytes),
        shortcuts: shortcuts)
      terminal = KittyTerminal(size: size, isBehindTmux: isBehindTmux)
    }

    mutating func present(_ surface: Surface, limit: FrameLimit = .none) -> PresentedFrame {
      let frame = presenter.present(surface, limit: limit)
      terminal.feed(output.take())
      return frame
    }
  }

  /// The first place where a screen shows neither a part of a graphic nor its fallback.
  static func fault(_ shown: Surface, _ wanted: Surface, fallbackAllowed: Bool) -> String? {
    let expected = DirectPresenterTests.shown(wanted)
    for row in 0..<wanted.size.rows {
      for column in 0..<wanted.size.columns {
        let (cell, part) = (shown[column, row], wanted[column, row])
        guard part.isGraphic else {
          if cell == expected[column, row] { continue }
          return "at \(column),\(row): \(cell), not \(part)"
        }
        if cell == part { continue }
        let fallback = wanted.graphics[part.graphicPart.id].flatMap { graphic in
          graphic.fallback.cells[
            part.graphicPart.row * graphic.size.columns + part.graphicPart.column]
        }
        if fallbackAllowed, fallback.map(ReferenceTerminal.visible) == cell { continue }
        return "at \(column),\(row): \(cell), not part \(part.graphicPart)"
      }
    }
    return nil
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: [false, true], 0..<Thoroughness.rounds(short: 1, full: 4))
  func `after every frame of a random session the screen shows every picture`(
    isBehindTmux: Bool, part: UInt64
  ) {
    for seed in part * 25..<(part + 1) * 25 {
      let size = CellSize(columns: 31, rows: 2 + Int(seed % 14))
      let kind: RandomGallery.Kind = seed % 2 == 0 ? .kitty : .deflated
      var gallery = RandomGallery(seed: seed, size: size, kind: kind)
      var bench = Bench(
        size: size, isBehindTmux: isBehindTmux, shortcuts: isBehindTmux ? [] : .repeats)
      for frame in 0..<30 {
        if frame % 13 == 12 {
          gallery.resize()
          bench.terminal.resize(to: gallery.surface.size)
        }
        let isComplete = bench.present(gallery.surface).isComplete
        let shown = bench.terminal.surface(of: gallery.graphics)
        let fault = Self.fault(shown, gallery.surface, fallbackAllowed: false)
        guard isComplete, fault == nil, bench.terminal.complaints.isEmpty else {
          Issue.record("seed \(seed), frame \(frame): \(fault ?? "") \(bench.terminal.complaints)")
          return
        }
        gallery.step()
      }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: 0..<Thoroughness.rounds(short: 1, full: 4))
  func `with a limit and a quota the fallback is shown until the picture is there`(part: UInt64) {
    let quota = 30_000
    for seed in part * 25..<(part + 1) * 25 {
      var random = SeededRandom(seed: seed + 500)
      let size = CellSize(columns: 31, rows: 12)
      let kind: RandomGallery.Kind = seed % 3 == 0 ? .deflated : .kitty
      var gallery = RandomGallery(seed: seed, size: size, kind: kind)
      var bench = Bench(size: size, isBehindTmux: seed % 2 == 1, quotaBytes: quota)
      for frame in 0..<60 {
        let limit = FrameLimit(
          bytes: .random(in: 0...20_000, using: &random),
          focus: CellPoint(column: 0, row: .random(in: 0..<12, using: &random)))
        let shows = bench.present(gallery.surface, limit: limit)
        let shown = bench.terminal.surface(of: gallery.graphics)
        let isSettled = shows.isComplete
        let fault = isSettled ? Self.fault(shown, gallery.surface, fallbackAllowed: true) : nil
        #expect(bench.presenter.isWithinGraphic == bench.terminal.isLoading)
        guard fault == nil, bench.terminal.complaints.isEmpty, bench.terminal.heldBytes <= quota
        else {
          Issue.record("seed \(seed), frame \(frame): \(fault ?? "") \(bench.terminal.complaints)")
          return
        }
        if isSettled || Int.random(in: 0..<3, using: &random) == 0 { gallery.step() }
      }
    }
  }

  @Test
  func `a surface that is presented again and again settles with every picture there is room for`()
  {
    let size = CellSize(columns: 31, rows: 18)
    let gallery = RandomGallery(seed: 3, size: size, kind: .kitty)
    var bench = Bench(size: size)
    var parts = 1
    while !bench.present(
      gallery.surface, limit: FrameLimit(bytes: 600, focus: CellPoint(column: 0, row: 9))
    ).isComplete {
      parts += 1
      if parts > 200 { break }
    }
    let shown = bench.terminal.surface(of: gallery.graphics)
    #expect(Self.fault(shown, gallery.surface, fallbackAllowed: false) == nil)
    #expect(bench.terminal.complaints == [] && parts < 200)
    #expect(bench.presenter.present(gallery.surface) == 0)
  }

  private static let wideSize = CellSize(columns: 200, rows: 60)

  /// Six pictures of 30x10 cells a line, moved up by some rows, above a status line.
  private static func wideFrame(_ offset: Int) -> Surface {
    var surface = Surface(size: wideSize)
    for line in 0..<20 {
      for place in 0..<6 {
        let id = UInt32(1 + line * 6 + place)
        let image = PixelImage(
          size: PixelSize(width: 60, height: 40), filledWith: 0xFF00_0000 | id * 77)
        let graphic = Graphic.kitty(
          of: image, id: id, cell: PixelSize(width: 2, height: 4), background: Color(rawValue: 0))
        let rect = CellRect(
          column: place * 33, row: line * 11 - offset, columns: 30, rows: 10)
        surface.draw(
          .graphic(graphic), in: rect, clip: CellRect(column: 0, row: 0, columns: 200, rows: 59))
      }
    }
    surface.write("ready", at: CellPoint(column: 0, row: 59))
    return surface
  }

  @Test func `after a scroll by a row no pixels are sent, and only the new row's placeholders`() {
    var bench = Bench(size: Self.wideSize)
    _ = bench.present(Self.wideFrame(0))
    let commands = bench.terminal.commandCount
    let bytes = bench.present(Self.wideFrame(1)).bytes
    #expect(bench.terminal.commandCount == commands)
    // six runs: a color, two diacritics, 30 glyphs of 4 bytes; 14 cells between them
    #expect(bytes < 6 * (30 * 4 + 40) + 80)
    #expect(bench.terminal.complaints == [])
  }

  @Test func `a terminal that repeats gets a run of placeholders as one`() {
    var bench = Bench(size: Self.wideSize, shortcuts: .repeats)
    for offset in [0, 11] { _ = bench.present(Self.wideFrame(offset)) }
    let bytes = bench.present(Self.wideFrame(0)).bytes
    // ten rows of six runs: a movement, a color, two diacritics, two glyphs, a repetition
    #expect(bytes < 10 * 6 * 48 + 80)
    #expect(bench.terminal.complaints == [])
  }

  @Test func `the nearest to the focus comes first, and what is under way is finished before`() {
    let size = CellSize(columns: 31, rows: 18)
    let gallery = RandomGallery(seed: 3, size: size, kind: .kitty)
    var bench = Bench(size: size)
    var sizes: [Int] = []
    for _ in 0..<40 {
      _ = bench.present(
        gallery.surface, limit: FrameLimit(bytes: 0, focus: CellPoint(column: 0, row: 14)))
      if bench.terminal.images.count > sizes.count {
        let first = bench.terminal.images.values.map(\.cells.columns).max() ?? 0
        sizes.append(first)
      }
      if sizes.count == 1 { break }
    }
    let nearest = gallery.surface.graphics.values.filter { graphic in
      (0..<31).contains { gallery.surface[$0, 14].graphicPart.id == graphic.id }
    }
    #expect(
      bench.terminal.images.values.allSatisfy { image in
        nearest.contains { $0.size == image.cells }
      })
  }

  @Test func `a farewell deletes everything, a graphic under way included`() {
    let size = CellSize(columns: 31, rows: 18)
    let gallery = RandomGallery(seed: 3, size: size, kind: .kitty)
    for limit in [0, 5000, Int.max] {
      var bench = Bench(size: size)
      for _ in 0..<40 {
        _ = bench.present(
          gallery.surface, limit: FrameLimit(bytes: limit, focus: CellPoint(column: 0, row: 0)))
      }
      #expect(!bench.terminal.images.isEmpty)
      bench.terminal.feed(bench.presenter.farewell())
      #expect(bench.terminal.images.isEmpty)
      #expect(bench.terminal.complaints == [])
      #expect(bench.presenter.farewell() == [])
      let again = bench.present(gallery.surface)
      let shown = bench.terminal.surface(of: gallery.graphics)
      #expect(again.isComplete)
      #expect(Self.fault(shown, gallery.surface, fallbackAllowed: false) == nil)
    }
  }

  @Test func `after invalidation placeholders are sent again, and no pixels`() {
    let size = CellSize(columns: 31, rows: 18)
    let gallery = RandomGallery(seed: 3, size: size, kind: .kitty)
    var bench = Bench(size: size)
    _ = bench.present(gallery.surface)
    let commands = bench.terminal.commandCount
    bench.presenter.invalidate()
    #expect(bench.present(gallery.surface).bytes > 0)
    #expect(bench.terminal.commandCount == commands)
  }

  @Test func `a farewell ends a frame that was cut short`() {
    let size = CellSize(columns: 31, rows: 18)
    let gallery = RandomGallery(seed: 3, size: size, kind: .kitty)
    let output = RecordingOutput()
    let presenter = DirectPresenter(output: output, graphics: .kitty())
    output.room = 100
    _ = presenter.present(gallery.surface)
    #expect(presenter.farewell().starts(with: ByteBuffer.cut))
    #expect(presenter.pendingDescriptor == nil)
  }

  @Test(arguments: [false, true])
  func `wherever a frame is cut, a farewell leaves nothing half sent`(isBehindTmux: Bool) {
    let graphic = Graphic.kitty(
      of: PixelImage(size: PixelSize(width: 100, height: 80), filledWith: 0xFF12_3456), id: 1,
      cell: PixelSize(width: 10, height: 20), background: Color(rawValue: 0))
    var surface = Surface(size: graphic.size)
    surface.draw(.graphic(graphic), in: surface.bounds, clip: surface.bounds)
    for room in stride(from: 1, to: 60_000, by: 997) {
      var bench = Bench(size: surface.size, isBehindTmux: isBehindTmux)
      bench.output.room = room
      _ = bench.present(surface)
      let isCut = bench.presenter.pendingDescriptor != nil
      bench.output.room = .max
      bench.terminal.feed(bench.presenter.farewell())
      #expect(bench.terminal.images.isEmpty)
      #expect(!bench.terminal.isLoading)
      if !isCut { return }
    }
    Issue.record("no frame was taken whole")
  }

  @Test func `a graphic wider than there are diacritics for is shown by its fallback`() {
    let image = PixelImage(size: PixelSize(width: 300, height: 4), filledWith: 0xFF12_3456)
    let graphic = Graphic.kitty(
      of: image, id: 1, cell: PixelSize(width: 1, height: 2), background: Color(rawValue: 0))
    var surface = Surface(size: CellSize(columns: 300, rows: 2))
    surface.draw(.graphic(graphic), in: surface.bounds, clip: surface.bounds)
    var bench = Bench(size: surface.size)
    #expect(bench.present(surface).isComplete)
    let shown = bench.terminal.surface(of: [1: graphic])
    #expect(bench.terminal.commandCount == 0)
    #expect(Self.fault(shown, surface, fallbackAllowed: true) == nil)
  }

  @Test func `place marks are the protocol's`() {
    #expect(PlaceMark.count == 297)
    #expect(PlaceMark.scalars.prefix(3) == [0x305, 0x30D, 0x30E])
    #expect(PlaceMark.scalars.last == 0x1D244)
    for scalar in PlaceMark.scalars.compactMap(Unicode.Scalar.init) {
      #expect(scalar.properties.canonicalCombiningClass == .above)
    }
  }
}
