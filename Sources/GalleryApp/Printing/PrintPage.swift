import Glibc
import Raster
import TerminalGraphics
import TerminalUI

/// The page that pictures are printed on: its layout, and the bytes of its rows.
struct PrintPage {
  let sheet: ContactSheet
  let rendition: Rendition
  private(set) var encoder: LineEncoder
  /// Whether names are links.
  let showsLinks: Bool
  /// Whether a program takes the picture and shows it itself.
  private let isPassedOn: Bool
  private var isFirstRow = true

  /// - Parameters:
  ///   - count: the number of pictures.
  ///   - view: the person's options for methods and colors.
  init(
    _ count: Int, on terminal: OutputTerminal, _ view: SessionConfiguration.View,
    _ choices: PrintChoices
  ) {
    let plan = terminal.plan(view.wishes)
    let placement = terminal.placement(of: plan)
    var space = PrintSpace(on: terminal.size, width: choices.width) { name in
      getenv(name).map { String(cString: $0) }
    }
    if let graphics = plan.graphics {
      space.isBinding = placement == .atCursor
      if let largest = graphics.largestPrinted(placement) { space.largest = largest }
    }
    sheet = ContactSheet(of: count, in: space, choices)
    rendition = plan.rendition
    showsLinks = terminal.showsLinks
    isPassedOn = terminal.size == nil && placement == .atCursor
    encoder = LineEncoder(
      colors: plan.rendition.colors, charset: terminal.capabilities.charset,
      printer: GraphicPrinter(placement))
  }

  /// The bytes of the next row, and of the blank line before it.
  mutating func bytes(of tiles: [SheetTile]) -> [UInt8] {
    let row = SheetRow(tiles, of: sheet, shownAs: rendition)
    let gap: [UInt8] = isFirstRow ? [] : [UInt8(ascii: "\n")]
    isFirstRow = false
    if isPassedOn, !sheet.hasNames, let graphic = row.surface.graphics.values.first {
      return encoder.bytes(ofAlone: graphic)
    }
    return gap + encoder.bytes(of: row.surface, links: row.links)
  }
}

extension Rendition.Method {
  /// The most cells of a printed picture; nil for no limit.
  fileprivate func largestPrinted(_ placement: GraphicPrinter.Placement) -> CellSize? {
    if case .placeholders = placement {
      return CellSize(columns: GraphicPrinter.mostCells, rows: GraphicPrinter.mostCells)
    }
    // xterm, which takes whole pictures, cuts larger ones.
    guard case .sixel(let cell, _, isWhole: true) = self else { return nil }
    let most = SixelStrips.mostWhole
    return CellSize(
      columns: max(1, most.width / cell.width), rows: max(1, most.height / cell.height))
  }
}
