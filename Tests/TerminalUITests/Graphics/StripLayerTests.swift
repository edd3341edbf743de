import Foundation
import Raster
import TerminalGraphics
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct StripLayerTests {
  struct Bench {
    let output = RecordingOutput()
    let presenter: DirectPresenter
    var terminal: ReferenceTerminal

    private let isFoot: Bool
    private let isXterm: Bool

    init(
      size: CellSize, graphics: GraphicOutput = .sixel(), isFoot: Bool = false,
      isXterm: Bool = false
    ) {
      presenter = DirectPresenter(output: output, graphics: graphics)
      self.isFoot = isFoot
      self.isXterm = isXterm
      terminal = ReferenceTerminal(size: size)
      resize(to: size)
    }

    /// Makes the terminal a new one of another size.
    mutating func resize(to size: CellSize) {
      terminal = ReferenceTerminal(size: size, filledWith: Cell(glyph: "?"))
      terminal.cellPixels = RandomGallery.cell
      terminal.movesPixelsBeyondRegions = isFoot
      terminal.leavesPixelsBehind = isXterm
    }

    /// - Returns: the sequences and strings sent, by their last letters.
    mutating func present(_ surface: Surface, limit: FrameLimit = .none) -> (
      frame: PresentedFrame, bytes: [UInt8]
    ) {
      let frame = presenter.present(surface, limit: limit)
      let bytes = output.take()
      terminal.feed(bytes)
      return (frame, bytes)
    }
  }

  /// A cell of a graphic, the key to its pixels.
  struct CellPart: Hashable {
    let id: UInt32
    let column, row: Int
  }

  /// The expected screen: the pixels of strips above the last row, and fallbacks in that row.
  static func shown(_ surface: Surface, _ pixels: inout [CellPart: Cell]) -> Surface {
    var seen = DirectPresenterTests.shown(surface)
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns where surface[column, row].isGraphic {
        seen[column, row] = ReferenceTerminal.visible(
          shown(surface, column, row, &pixels))
      }
    }
    return seen
  }

  private static func shown(
    _ surface: Surface, _ column: Int, _ row: Int, _ pixels: inout [CellPart: Cell]
  ) -> Cell {
    let (id, part, line) = surface[column, row].graphicPart
    guard let graphic = surface.graphics[id] else { return .blank }
    let isCut = isCut(graphic, at: CellPoint(column: column - part, row: row), line, of: surface)
    if row == surface.size.rows - 1 || isCut {
      return graphic.fallback.cells[line * graphic.size.columns + part]
    }
    let key = CellPart(id: id, column: part, row: line)
    if let cell = pixels[key] { return cell }
    let strip = colors(of: graphic, line)
    for column in 0..<graphic.size.columns {
      pixels[CellPart(id: id, column: column, row: line)] = ReferenceTerminal.pixels(
        strip, column: column, of: RandomGallery.cell)
    }
    return pixels[key] ?? .blank
  }

  /// True when an inline image is not whole on the surface.
  private static func isCut(
    _ graphic: Graphic, at start: CellPoint, _ line: Int, of surface: Surface
  ) -> Bool {
    guard case .iterm2 = graphic.payload else { return false }
    return !(0..<graphic.size.columns).allSatisfy { part in
      let column = start.column + part
      return surface.bounds.columns.contains(column)
        && surface[column, start.row].isGraphic
        && surface[column, start.row].graphicPart == (graphic.id, part, line)
    }
  }

  private static func colors(of graphic: Graphic, _ line: Int) -> [UInt32?] {
    switch graphic.payload {
    case .kitty, .printed: []
    case .sixel(let strips):
      ReferenceTerminal.filling(SixelDecoder(strips.rows[line]), cells: RandomGallery.cell)
    case .iterm2(let rows):
      ReferenceTerminal.colors(
        rows[line].split(separator: UInt8(ascii: ":")).last
          .flatMap { Data(base64Encoded: Data($0)) }.map { [UInt8]($0) } ?? [])
    }
  }

  private static func setsScrollRegion(_ bytes: [UInt8]) -> Bool {
    var reader = EscapeReader(bytes: bytes)
    while let token = reader.next() {
      if case .sequence(nil, let margins, "r") = token, !margins.isEmpty { return true }
    }
    return false
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (GraphicOutput.sixel(), RandomGallery.Kind.sixel), (.sixel(), .wholeSixel),
      (.sixel(scrollWithText: false), .sixel), (.iterm2, .iterm2),
    ], 0..<Thoroughness.rounds(short: 1, full: 4))
  func `after every frame of a random session the screen shows all that is left of the strips`(
    way: (graphics: GraphicOutput, kind: RandomGallery.Kind), part: UInt64
  ) {
    let graphics = way.graphics
    let scrollWithText = graphics != .sixel(scrollWithText: false)
    for seed in part * 8..<(part + 1) * 8 {
      let size = CellSize(columns: 31, rows: 2 + Int(seed % 14))
      var gallery = RandomGallery(
        seed: seed, size: size, kind: way.kind)
      var bench = Bench(
        size: size, graphics: graphics, isFoot: seed % 4 > 1, isXterm: seed % 2 == 1)
      var pixels: [CellPart: Cell] = [:]
      for frame in 0..<25 {
        if frame % 13 == 12 {
          gallery.resize()
          bench.resize(to: gallery.surface.size)
        }
        let (sent, bytes) = bench.present(gallery.surface)
        let mayScroll = scrollWithText || !Self.setsScrollRegion(bytes)
        guard
          sent.isComplete, bench.terminal.complaints.isEmpty, mayScroll,
          ReferenceTerminal.visible(bench.terminal.surface).cells
            == Self.shown(gallery.surface, &pixels).cells
        else {
          Issue.record("seed \(seed), frame \(frame): \(bench.terminal.complaints)")
          return
        }
        gallery.step()
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `parts of frames end in the last one`() {
    for seed in 100..<115 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var gallery = RandomGallery(
        seed: seed, size: CellSize(columns: 31, rows: 12), kind: .sixel)
      var bench = Bench(size: gallery.surface.size)
      var pixels: [CellPart: Cell] = [:]
      for _ in 0..<40 {
        let limit = FrameLimit(
          bytes: .random(in: 0...5000, using: &random),
          focus: CellPoint(column: 0, row: .random(in: 0..<12, using: &random)))
        let part = bench.present(gallery.surface, limit: limit).frame
        let isShown =
          ReferenceTerminal.visible(bench.terminal.surface).cells
          == Self.shown(gallery.surface, &pixels).cells
        guard bench.terminal.complaints.isEmpty, isShown || !part.isComplete else {
          Issue.record("seed \(seed): \(bench.terminal.complaints)")
          return
        }
        if part.isComplete || Bool.random(using: &random) { gallery.step() }
      }
    }
  }

  /// Pictures of four rows in a column, below each other with a gap, scrolled by some rows.
  private static func column(
    of size: CellSize, offset: Int, isWhole: Bool = false, popup: CellRect? = nil
  ) -> Surface {
    var surface = Surface(size: size)
    for line in 0..<6 {
      let image = PixelImage(
        size: PixelSize(width: 30 * 4, height: 4 * 7),
        filledWith: 0xFF00_0000 | UInt32(line) * 999)
      let graphic = Graphic.sixel(
        of: image, id: UInt32(line + 1), cell: RandomGallery.cell, background: Color(rawValue: 0),
        isWhole: isWhole)
      let rect = CellRect(column: 3, row: line * 5 - offset, columns: 30, rows: 4)
      surface.draw(.graphic(graphic), in: rect, clip: surface.bounds)
    }
    for column in 0..<40 { surface[column, 19] = Cell(glyph: "-") }
    if let popup { surface.fill(popup, with: Cell(glyph: "x")) }
    return surface
  }

  /// A picture in the first rows, above lines of text that have moved down by some rows.
  private static func lines(movedBy offset: Int) -> Surface {
    var surface = Surface(size: CellSize(columns: 40, rows: 20))
    let image = PixelImage(size: PixelSize(width: 30 * 4, height: 4 * 7), filledWith: 0xFF12_3456)
    let graphic = Graphic.sixel(
      of: image, id: 1, cell: RandomGallery.cell, background: Color(rawValue: 0), isWhole: true)
    surface.draw(
      .graphic(graphic), in: CellRect(column: 3, row: 0, columns: 30, rows: 4),
      clip: surface.bounds)
    for line in 0..<12 {
      surface.write(
        "line \(line), as long as a line of text is",
        at: CellPoint(column: 0, row: 5 + line + offset))
    }
    return surface
  }

  @Test func `rows below a picture are not scrolled, because foot would move the picture too`() {
    var bench = Bench(size: CellSize(columns: 40, rows: 20), isFoot: true)
    var pixels: [CellPart: Cell] = [:]
    for offset in [0, 2, 1] {
      let surface = Self.lines(movedBy: offset)
      _ = bench.present(surface)
      #expect(
        ReferenceTerminal.visible(bench.terminal.surface).cells
          == Self.shown(surface, &pixels).cells)
    }
    #expect(bench.terminal.complaints == [])
  }

  private static func images(_ bytes: [UInt8]) -> Int { bytes.count { $0 == UInt8(ascii: "q") } }

  @Test func `a picture that comes in with several rows is one image, and single rows are strips`()
  {
    let size = CellSize(columns: 40, rows: 20)
    var bench = Bench(size: size)
    func images(_ offset: Int, popup: CellRect? = nil, limit: FrameLimit = .none) -> Int {
      let surface = Self.column(of: size, offset: offset, isWhole: true, popup: popup)
      return Self.images(bench.present(surface, limit: limit).bytes)
    }
    #expect(images(0) == 4)
    #expect(images(2) == 1, "a row that scrolled in")
    #expect(images(3) == 1)
    #expect(images(23) == 2, "a cut picture's two rows, and all of the last one")
    #expect(images(2) == 6, "the three whole ones, two rows above and one below them")
    let popup = CellRect(column: 5, row: 4, columns: 4, rows: 2)
    #expect(images(2, popup: popup) == 0)
    #expect(images(2) == 2, "two rows that are not its first ones")
    var slow = Bench(size: size)
    let parts = slow.present(
      Self.column(of: size, offset: 0, isWhole: true),
      limit: FrameLimit(bytes: 100_000, focus: CellPoint(column: 0, row: 0)))
    #expect(Self.images(parts.bytes) == 16, "a frame that may be cut between rows")
    #expect(bench.terminal.complaints + slow.terminal.complaints == [])
  }

  @Test func `a scroll draws only the strips that scrolled in, and a popup is cut out of them`() {
    let size = CellSize(columns: 40, rows: 20)
    func frame(_ offset: Int, popup: Bool = false) -> Surface {
      Self.column(
        of: size, offset: offset,
        popup: popup ? CellRect(column: 5, row: 4, columns: 4, rows: 2) : nil)
    }
    func strips(_ bytes: [UInt8]) -> Int { Self.images(bytes) }
    var bench = Bench(size: size)
    #expect(strips(bench.present(frame(0)).bytes) == 16)
    #expect(strips(bench.present(frame(1)).bytes) == 0)  // a gap came in
    #expect(strips(bench.present(frame(2)).bytes) == 1)
    #expect(strips(bench.present(frame(2, popup: true)).bytes) == 0)
    #expect(strips(bench.present(frame(2)).bytes) == 2)
    #expect(strips(bench.present(frame(2, popup: true)).bytes) == 0)
    let moved = bench.present(frame(3, popup: true)).bytes
    #expect((1...6).contains(strips(moved)), "the parts beside the popup, not the screen")
    #expect(bench.terminal.complaints == [])
  }
}
