import Foundation
import Raster
import TestSupport
import Testing
import VTermSupport

@testable import TerminalGraphics
@testable import TerminalUI

/// The bytes of printed rows, as terminals read them.
@Suite struct LineEncoderTests {
  private static let cell = PixelSize(width: 10, height: 20)

  private static func encoder(
    _ colors: ColorDepth = .trueColor, charset: Charset = .utf8,
    _ placement: GraphicPrinter.Placement = .placeholders()
  ) -> LineEncoder {
    LineEncoder(
      colors: colors, charset: charset, printer: GraphicPrinter(placement, firstName: 0x123))
  }

  /// The bytes behind the terminal's line discipline.
  private static func received(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  /// A picture in half blocks above texts, some of them wide, with gaps everywhere.
  private static func drawing(seed: UInt64) -> Surface {
    var random = SeededRandom(seed: seed)
    var surface = Surface(size: CellSize(columns: 40, rows: 7))
    for row in 0..<5 {
      for column in 0..<30 where Int.random(in: 0..<4, using: &random) > 0 {
        surface[column, row] = Cell(
          upper: Color(rawValue: .random(in: 0...0xFF_FFFF, using: &random)),
          lower: Int.random(in: 0..<5, using: &random) == 0
            ? .terminalDefault : Color(rawValue: .random(in: 0...0xFF_FFFF, using: &random)))
      }
    }
    surface.write("picture 漢字.jpg", at: CellPoint(column: 2, row: 5))
    surface.write("to the last column", at: CellPoint(column: 22, row: 5))
    surface.write("below", at: CellPoint(column: 0, row: 6))
    return surface
  }

  private static func picture(_ width: Int, _ height: Int) -> PixelImage {
    let size = PixelSize(width: width, height: height)
    return PixelImage(
      size: size,
      pixels: (0..<size.area).map { 0xFF00_0000 | UInt32($0 % width * 9 << 16 | $0 / width * 7) })
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `libvterm shows exactly the drawn cells, below what was there`(seed: UInt64) {
    let surface = Self.drawing(seed: seed)
    let screen = VTermScreen(size: CellSize(columns: 40, rows: 10))
    var encoder = Self.encoder()
    screen.feed(Array("before\r\n".utf8) + Self.received(encoder.bytes(of: surface)))
    for row in 0..<7 {
      for column in 0..<40 {
        let shown = ReferenceTerminal.visible(screen.cell(column, row + 1))
        #expect(shown == ReferenceTerminal.visible(surface[column, row]), "\(column), \(row)")
      }
    }
    #expect(screen.cursor == CellPoint(column: 0, row: 8))
    screen.feed(Array("x".utf8))
    #expect(screen.cell(0, 8) == Cell(glyph: "x"))
    #expect(screen.unknown == [])
  }

  @Test(arguments: [ColorDepth.indexed256, .ansi16, .ansi8])
  func `a palette's colors are sent by their numbers`(depth: ColorDepth) throws {
    let palette = try #require(Palette(depth))
    let image = CellImage(
      Self.picture(24, 20), symbols: .half, colors: depth, background: Color(rawValue: 0))
    var surface = Surface(size: CellSize(columns: 30, rows: 11))
    surface.draw(.cells(image), in: surface.bounds, clip: surface.bounds)
    surface.write("name", at: CellPoint(column: 3, row: 10))
    let screen = VTermScreen(size: CellSize(columns: 30, rows: 12))
    var encoder = Self.encoder(depth)
    let bytes = encoder.bytes(of: surface)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("8;2;"))
    screen.feed(Self.received(bytes))
    for row in 0..<11 {
      for column in 0..<30 {
        let (shown, drawn) = (screen.cell(column, row), surface[column, row])
        #expect(shown.glyph == drawn.glyph)
        #expect(Self.color(shown.background, of: palette) == drawn.background)
        if drawn.glyph != 0x20 {
          #expect(Self.color(shown.foreground, of: palette) == drawn.foreground)
        }
      }
    }
  }

  private static func color(_ shown: Color, of palette: Palette) -> Color {
    guard shown.rawValue >> 24 == 0xAA else { return shown }
    return palette.colors[Int(shown.rawValue & 0xFF) - Int(palette.firstNumber)]
  }

  @Test func `without colors there is nothing but characters`() {
    let image = CellImage(
      Self.picture(24, 20), symbols: .half, colors: .mono, background: Color(rawValue: 0))
    var surface = Surface(size: image.size)
    surface.draw(.cells(image), in: surface.bounds, clip: surface.bounds)
    var encoder = Self.encoder(.mono)
    let text = String(decoding: encoder.bytes(of: surface), as: UTF8.self)
    #expect(text == surface.textLines.joined(separator: "\n") + "\n")
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `a terminal without UTF-8 gets ASCII`() {
    var encoder = Self.encoder(charset: .ascii)
    let text = String(decoding: encoder.bytes(of: Self.drawing(seed: 1)), as: UTF8.self)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("\n  picture ????.jpg    to the last column\nbelow\n"))
  }

  @Test func `a link ends with its line, although blanks at its end are left out`() {
    var surface = Surface(size: CellSize(columns: 12, rows: 1))
    surface.write("a  ", at: CellPoint(column: 0, row: 0))
    var encoder = Self.encoder()
    let links = [TextLink(row: 0, columns: 0..<3, target: "http://c/d")]
    let text = String(decoding: encoder.bytes(of: surface, links: links), as: UTF8.self)
    #expect(text == "\u{1B}]8;;http://c/d\u{1B}\\a\u{1B}]8;;\u{1B}\\\n")
  }

  @Test func `a name is a link to its end, and nothing around it is`() {
    var surface = Surface(size: CellSize(columns: 12, rows: 1))
    surface.write("ab", at: CellPoint(column: 2, row: 0))
    surface.write("漢", at: CellPoint(column: 6, row: 0))
    var encoder = Self.encoder()
    let links = [
      TextLink(row: 0, columns: 2..<4, target: "file://host/ab"),
      TextLink(row: 0, columns: 6..<8, target: "http://c/d"),
    ]
    let text = String(decoding: encoder.bytes(of: surface, links: links), as: UTF8.self)
    let end = "\u{1B}]8;;\u{1B}\\"
    #expect(
      text
        == "  \u{1B}]8;;file://host/ab\u{1B}\\ab\(end)  \u{1B}]8;;http://c/d\u{1B}\\漢\(end)\n")
  }
}

// MARK: - Pictures that terminals draw

extension LineEncoderTests {
  private static func surface(of graphics: [(Graphic, CellPoint)]) -> Surface {
    var surface = Surface(size: CellSize(columns: 30, rows: 6))
    for (graphic, point) in graphics {
      let rect = CellRect(
        column: point.column, row: point.row, columns: graphic.size.columns,
        rows: graphic.size.rows)
      surface.draw(.graphic(graphic), in: rect, clip: rect)
    }
    surface.write("name", at: CellPoint(column: 4, row: 5))
    return surface
  }

  @Test(arguments: [false, true])
  func `kitty's placeholders show each picture at its place`(isInTmux: Bool) {
    let graphics = [(60, 70), (95, 41)].enumerated().map { index, size in
      Graphic.kitty(
        of: Self.picture(size.0, size.1), id: UInt32(index + 1), cell: Self.cell,
        background: Color(rawValue: 0))
    }
    let surface = Self.surface(of: [
      (graphics[0], CellPoint(column: 2, row: 1)), (graphics[1], CellPoint(column: 15, row: 2)),
    ])
    var encoder = Self.encoder(.trueColor, .placeholders(throughTmux: isInTmux))
    var terminal = KittyTerminal(
      size: CellSize(columns: 30, rows: 7), isBehindTmux: isInTmux)
    terminal.feed(Self.received(encoder.bytes(of: surface)))
    let shown = terminal.surface(of: surface.graphics)
    for row in 0..<6 {
      for column in 0..<30 where surface[column, row] != .blank {
        #expect(shown[column, row] == surface[column, row], "\(column), \(row)")
      }
    }
    #expect(terminal.complaints == [])
  }

  @Test func `sixels cover their cells, wherever the screen ends`() {
    let pictures = [(60, 70), (95, 41)].enumerated().map { index, size in
      Graphic.printedSixels(
        of: Self.picture(size.0, size.1), id: UInt32(index + 1), cell: Self.cell,
        background: Color(rawValue: 0))
    }
    let surface = Self.surface(of: [
      (pictures[0], CellPoint(column: 2, row: 1)), (pictures[1], CellPoint(column: 15, row: 2)),
    ])
    for rows in [7, 9] {
      var terminal = ReferenceTerminal(size: CellSize(columns: 30, rows: rows))
      terminal.cellPixels = Self.cell
      var encoder = Self.encoder(.trueColor, .atCursor)
      // The page before it has scrolled up to the last line.
      let page = Array(repeating: UInt8(0x0A), count: rows - 1)
      terminal.feed(page + Self.received(encoder.bytes(of: surface)))
      #expect(terminal.complaints == [])
      let top = rows - 1 - surface.size.rows
      for row in 0..<6 {
        for column in 0..<30 {
          let glyph = terminal.surface[column, top + row].glyph
          let drawn = surface[column, row]
          #expect(glyph == (drawn.isGraphic ? ReferenceTerminal.pixelGlyph : drawn.glyph))
        }
      }
      #expect(terminal.cursor == CellPoint(column: 0, row: rows - 1))
    }
  }

  @Test func `kitty's pictures without placeholders are drawn at the cursor, which stays`() throws {
    let graphic = Graphic.kitty(
      of: Self.picture(95, 41), id: 1, cell: Self.cell, background: Color(rawValue: 0))
    var encoder = Self.encoder(.trueColor, .atCursor)
    var terminal = ReferenceTerminal(size: CellSize(columns: 30, rows: 7))
    terminal.feed(
      Self.received(
        encoder.bytes(of: Self.surface(of: [(graphic, CellPoint(column: 15, row: 2))]))))
    let strings = terminal.takeStrings()
    let commands = strings.map { KittyCommand($0.body.dropFirst()) }
    #expect(strings.allSatisfy { $0.letter == "_" && $0.cursor == CellPoint(column: 15, row: 2) })
    #expect(commands.allSatisfy { $0.problems == [] && $0.control["q"] == "2" })
    let first = try #require(commands.first?.control)
    let wanted: [Character: String] = [
      "a": "T", "f": "24", "s": "100", "v": "60", "C": "1", "c": "10", "r": "3", "q": "2",
      "m": commands.count > 1 ? "1" : "0",
    ]
    #expect(first == wanted)
    var bytes = GraphicBytes()
    let text = commands.flatMap(\.payload)
    #expect(Data(base64Encoded: Data(text)).map { [UInt8]($0) } == bytes.of(graphic))
    #expect(terminal.complaints == [])
  }

  @Test func `a picture for another program stands alone`() {
    var encoder = Self.encoder(.trueColor, .atCursor)
    let graphic = Graphic.printedInline(
      of: Self.picture(20, 30), id: 1, cell: Self.cell, background: Color(rawValue: 0)
    ) { bytes, _ in Array(bytes.prefix(3)) }
    let text = String(decoding: encoder.bytes(ofAlone: graphic), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}]1337;File=inline=1;size=3;width=2;height=2;"))
    #expect(text.hasSuffix("\u{1B}\\\n"))
    #expect(text.split(separator: "\u{1B}").count == 2)
  }

  @Test func `output that was cut ends on a line of its own, in the usual colors`() {
    let surface = Self.drawing(seed: 3)
    let links = [TextLink(row: 5, columns: 2..<17, target: "file://host/ab")]
    var encoder = Self.encoder()
    let bytes = Self.received(encoder.bytes(of: surface, links: links))
    // Half a character would be shown as U+FFFD by libvterm, before the next one.
    for end in stride(from: 0, to: bytes.count, by: 7) where !(0x80...0xBF).contains(bytes[end]) {
      let screen = VTermScreen(size: CellSize(columns: 40, rows: 9))
      screen.feed(Array(bytes[..<end]) + encoder.ending + Array("$".utf8))
      #expect(screen.cell(0, screen.cursor.row) == Cell(glyph: "$"))
    }
  }
}
