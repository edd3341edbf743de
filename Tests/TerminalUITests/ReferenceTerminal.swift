import Raster
import TerminalGraphics

@testable import TerminalUI

/// A small terminal in memory: it obeys the presenters' output and fails on anything else.
///
/// It knows xterm's rules that matter here: late wrapping in the last column, a scroll region, and
/// rows that scroll in with the current background. A wide glyph loses its other half when one half
/// is overwritten.
struct ReferenceTerminal {
  var surface: Surface
  var complaints: [String] = []
  private(set) var isSynchronized = false
  var cursor = CellPoint(column: 0, row: 0)
  private(set) var pen = Cell.blank
  /// The strings since the last look, in their order, for tests that understand them; each with the
  /// cursor's place.
  var strings: [(letter: Character, body: [UInt8], cursor: CellPoint)] = []
  /// The size of a cell in pixels, where sixels are drawn; a cell with pixels has the glyph
  /// `pixelGlyph`.
  var cellPixels: PixelSize?
  /// Whether pixels beyond a region, and those that scroll out of it, move with it, as in foot.
  var movesPixelsBeyondRegions = false
  /// Whether pixels may stay in rows that scroll in, as in xterm.
  var leavesPixelsBehind = false
  var lastDrawn: CellPoint?
  var isWrapPending = false
  private var isWrapping = true
  private(set) var margins: Range<Int>
  private var saved = (CellPoint(column: 0, row: 0), Cell.blank)
  private var pendingBytes: [UInt8] = []

  init(size: CellSize, filledWith cell: Cell = .blank) {
    surface = Surface(size: size, filledWith: cell)
    margins = 0..<size.rows
  }

  /// The surface as a person sees it: a space shows its foreground and its weight only underlined
  /// or reversed.
  static func visible(_ surface: Surface) -> Surface {
    var seen = surface
    for row in 0..<seen.size.rows {
      for column in 0..<seen.size.columns {
        seen[column, row] = visible(seen[column, row])
      }
    }
    return seen
  }

  static func visible(_ cell: Cell) -> Cell {
    var cell = cell
    if cell.glyph == 0 { return Cell(continuing: cell) }
    if cell.glyph == 0x20, cell.style.isDisjoint(with: [.underline, .reverse]) {
      (cell.foreground, cell.style) = (.terminalDefault, .plain)
    }
    return cell
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pendingBytes += bytes
    var reader = EscapeReader(bytes: pendingBytes)
    while let token = reader.next() { obey(token) }
    pendingBytes = reader.rest
  }

  private mutating func obey(_ token: EscapeReader.Token) {
    switch token {
    case .scalar(let scalar):
      if let place = PlaceMark.scalars.firstIndex(of: scalar.value) { return mark(place) }
      draw(scalar)
    case .string("P", let body) where cellPixels != nil: drawSixels(body)
    case .string("]", let body) where cellPixels != nil: drawInlineImage(body)
    case .string(let letter, let body): strings.append((letter, body, cursor))
    case .control(0x0A): lineFeed()
    case .control(0x0D): move(column: 0, row: cursor.row)
    case .control(0x08): move(column: cursor.column - 1, row: cursor.row)
    case .control(0x0F): break  // shift in: ASCII
    case .control(let byte): complain("control \(byte)")
    case .escape("M"): reverseIndex()
    case .escape("7"): saved = (cursor, pen)
    case .escape("8"): (cursor, pen) = saved
    case .escape("B"): break  // designation of ASCII
    case .escape(let letter): complain("escape \(letter)")
    case .sequence(let marker, let parameters, let letter):
      obey(letter, marker: marker, parameters: parameters)
    }
  }

  private mutating func obey(_ letter: Character, marker: Character?, parameters: [Int]) {
    func parameter(_ index: Int) -> Int {
      index < parameters.count && parameters[index] > 0 ? parameters[index] : 1
    }
    let (column, row) = (cursor.column, cursor.row)
    switch (marker, letter) {
    case ("?", "h") where parameters == [2026]: isSynchronized = true
    case ("?", "l") where parameters == [2026]: isSynchronized = false
    case ("?", "h") where parameters == [7]: isWrapping = true
    case ("?", "l") where parameters == [7]: isWrapping = false
    case (nil, "m"): select(parameters)
    case (nil, "H"): move(column: parameter(1) - 1, row: parameter(0) - 1)
    case (nil, "C"): move(column: column + parameter(0), row: row)
    case (nil, "D"): move(column: column - parameter(0), row: row)
    case (nil, "A"): move(column: column, row: row - parameter(0))
    case (nil, "B"): move(column: column, row: row + parameter(0))
    case (nil, "G"): move(column: parameter(0) - 1, row: row)
    case (nil, "d"): move(column: column, row: parameter(0) - 1)
    case (nil, "r"):
      let bottom = parameters.count > 1 ? parameters[1] : surface.size.rows
      margins = parameter(0) - 1..<bottom
      move(column: 0, row: 0)
    case (nil, "S"): scroll(margins, by: parameter(0))
    case (nil, "T"): scroll(margins, by: -parameter(0))
    case (nil, "L"): scroll(row..<margins.upperBound, by: -parameter(0))
    case (nil, "M"): scroll(row..<margins.upperBound, by: parameter(0))
    case (nil, "P"): deleteCells(parameter(0))
    case (nil, "@"): insertCells(parameter(0))
    case (nil, "K"): eraseInLine(parameters.first ?? 0)
    case (nil, "J"): eraseInScreen(parameters.first ?? 0)
    case (nil, "X"): erase(column..<column + parameter(0), row: row)
    case (nil, "b"): for _ in 0..<parameter(0) { repeatLast() }
    default: complain("sequence \(marker ?? " ") \(parameters) \(letter)")
    }
  }

  mutating func complain(_ text: String) {
    complaints.append(text)
  }
}

// MARK: - Drawing

extension ReferenceTerminal {
  private mutating func draw(_ scalar: Unicode.Scalar) {
    let width = CellWidth.columns(of: scalar)
    if isWrapPending { return complain("drew beyond the last column") }
    let (column, row) = (cursor.column, cursor.row)
    guard column + width <= surface.size.columns else { return complain("a wide glyph is cut") }
    for offset in 0..<width { blankOtherHalf(column + offset, row) }
    var cell = pen
    cell.glyph = scalar.value
    surface[column, row] = cell
    lastDrawn = cursor
    if width == 2 {
      cell.glyph = 0
      surface[column + 1, row] = cell
    }
    cursor.column = min(column + width, surface.size.columns - 1)
    isWrapPending = isWrapping && column + width == surface.size.columns
  }

  private mutating func repeatLast() {
    let last = surface[isWrapPending ? cursor.column : cursor.column - 1, cursor.row]
    draw(last.scalar)
  }

  private mutating func blankOtherHalf(_ column: Int, _ row: Int) {
    if surface[column, row].isContinuation, column > 0 { surface[column - 1, row].glyph = 0x20 }
    if column + 1 < surface.size.columns, surface[column + 1, row].isContinuation {
      surface[column + 1, row].glyph = 0x20
    }
  }

  private mutating func erase(_ columns: Range<Int>, row: Int) {
    for column in columns.clamped(to: 0..<surface.size.columns) {
      blankOtherHalf(column, row)
      surface[column, row] = erased
    }
  }

  private mutating func eraseInLine(_ part: Int) {
    let end = surface.size.columns
    erase(
      part == 0 ? cursor.column..<end : part == 1 ? 0..<cursor.column + 1 : 0..<end, row: cursor.row
    )
  }

  private mutating func eraseInScreen(_ part: Int) {
    if part == 0 { eraseInLine(0) }
    let rows = part == 0 ? cursor.row + 1..<surface.size.rows : 0..<surface.size.rows
    for row in rows { erase(0..<surface.size.columns, row: row) }
  }

  private mutating func deleteCells(_ count: Int) {
    let before = surface
    for column in cursor.column..<surface.size.columns {
      let source = column + count
      surface[column, cursor.row] =
        source < surface.size.columns ? before[source, cursor.row] : erased
    }
  }

  private mutating func insertCells(_ count: Int) {
    let before = surface
    for column in cursor.column..<surface.size.columns {
      let source = column - count
      surface[column, cursor.row] = source >= cursor.column ? before[source, cursor.row] : erased
    }
  }

  /// Erased cells take the current background.
  private var erased: Cell { Cell(glyph: " ", background: pen.background) }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursor.row == margins.upperBound - 1 { return scroll(margins, by: 1) }
    cursor.row = min(cursor.row + 1, surface.size.rows - 1)
  }

  private mutating func reverseIndex() {
    isWrapPending = false
    if cursor.row == margins.lowerBound { return scroll(margins, by: -1) }
    cursor.row = max(cursor.row - 1, 0)
  }

  private mutating func scroll(_ band: Range<Int>, by shift: Int) {
    let before = surface
    for row in band {
      for column in 0..<surface.size.columns {
        let source = row + shift
        let (moved, former) = (band.contains(source), before[column, row])
        let rest = leavesPixelsBehind && former.glyph == Self.pixelGlyph ? former : erased
        surface[column, row] = moved ? before[column, source] : rest
      }
    }
    if movesPixelsBeyondRegions { movePixels(of: before, acrossEdgesOf: band, by: shift) }
  }

  private mutating func move(column: Int, row: Int) {
    isWrapPending = false
    cursor.column = min(max(column, 0), surface.size.columns - 1)
    cursor.row = min(max(row, 0), surface.size.rows - 1)
  }
}

// MARK: - Colors

extension ReferenceTerminal {
  private mutating func select(_ parameters: [Int]) {
    var rest = parameters.isEmpty ? [0] : parameters[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: pen = .blank
      case 1: pen.style.insert(.bold)
      case 2: pen.style.insert(.dim)
      case 4: pen.style.insert(.underline)
      case 7: pen.style.insert(.reverse)
      case 10: break  // the primary font
      case 22: pen.style.subtract([.bold, .dim])
      case 24: pen.style.remove(.underline)
      case 27: pen.style.remove(.reverse)
      case 30...37: pen.foreground = Self.indexed(code - 30)
      case 38: pen.foreground = color(from: &rest)
      case 39: pen.foreground = .terminalDefault
      case 40...47: pen.background = Self.indexed(code - 40)
      case 48: pen.background = color(from: &rest)
      case 49: pen.background = .terminalDefault
      case 90...97: pen.foreground = Self.indexed(code - 82)
      case 100...107: pen.background = Self.indexed(code - 92)
      default: complain("SGR \(code)")
      }
    }
  }

  private mutating func color(from rest: inout ArraySlice<Int>) -> Color {
    switch rest.popFirst() {
    case 2:
      let channels = rest.prefix(3).map { UInt8(clamping: $0) }
      rest = rest.dropFirst(3)
      if channels.count == 3 {
        return Color(red: channels[0], green: channels[1], blue: channels[2])
      }
    case 5: if let index = rest.popFirst() { return Self.indexed(index) }
    default: break
    }
    complain("a color of another kind")
    return .terminalDefault
  }

  /// A palette entry, which its top byte tells apart from 24-bit colors.
  static func indexed(_ index: Int) -> Color {
    Color(rawValue: 0xAA00_0000 | UInt32(index))
  }
}

extension Cell {
  /// The right half of a wide glyph, for comparison.
  init(continuing cell: Cell) {
    self = cell
    glyph = 0
  }
}
