import Raster
import TerminalGraphics

/// A text on a surface that leads to a URL, where the terminal shows links (OSC 8).
package struct TextLink: Hashable, Sendable {
  package let row: Int
  package let columns: Range<Int>
  /// The URL, in printable ASCII.
  package let target: String

  package init(row: Int, columns: Range<Int>, target: String) {
    self.row = row
    self.columns = columns
    self.target = target
  }
}

/// Encodes drawn rows for output that scrolls by, in a terminal, in a file, or in another program.
///
/// Rows of text consist of characters, changes of color and line feeds only. Before pictures at the cursor, empty lines
/// make room: so no picture reaches the last line of the screen, where terminals scroll.
package struct LineEncoder {
  private let charset: Charset
  private var pen: PrintedPen
  private var printer: GraphicPrinter

  /// - Parameter printer: sends the pictures that are no text.
  package init(colors: ColorDepth, charset: Charset, printer: GraphicPrinter) {
    self.charset = charset
    self.printer = printer
    pen = PrintedPen(colors)
  }

  /// The bytes of all rows; before and after them, the cursor is in the first column.
  ///
  /// - Parameter links: the links of texts, in their order on each row.
  package mutating func bytes(of surface: Surface, links: [TextLink] = []) -> [UInt8] {
    var bytes = ByteBuffer()
    let rows = surface.size.rows
    var names: [UInt32: UInt32] = [:]
    let isAtCursor = printer.placement == .atCursor && !surface.graphics.isEmpty
    if isAtCursor {
      bytes.append(Array(repeating: UInt8(ascii: "\n"), count: rows))
      bytes.append("\u{1B}[")
      bytes.append(decimal: rows)
      bytes.append("A")
    } else {
      for (id, graphic) in surface.graphics.sorted(by: { $0.key < $1.key }) {
        names[id] = printer.send(graphic, into: &bytes)
      }
    }
    for row in 0..<rows {
      if isAtCursor { drawPictures(from: row, of: surface, into: &bytes) }
      write(row, of: surface, names, links.filter { $0.row == row }, into: &bytes)
    }
    return bytes.contents
  }

  /// The bytes of a picture alone, for a program that shows pictures itself, such as fzf.
  package mutating func bytes(ofAlone graphic: Graphic) -> [UInt8] {
    var bytes = ByteBuffer()
    _ = printer.send(graphic, into: &bytes)
    // Kitty's cursor stays, others are at the foot of the picture.
    let lines = if case .kitty = graphic.payload { graphic.size.rows } else { 1 }
    bytes.append(Array(repeating: UInt8(ascii: "\n"), count: lines))
    return bytes.contents
  }

  /// The end of output that was cut anywhere: the next program finds a line of its own in the usual colors.
  package var ending: [UInt8] {
    var bytes = ByteBuffer()
    bytes.append(ByteBuffer.cut)
    printer.abandon(into: &bytes)
    bytes.append("\u{1B}]8;;\u{1B}\\\u{1B}[m\r\n")
    return bytes.contents
  }
}

// MARK: - Pictures at the cursor

extension LineEncoder {
  /// Draws the pictures whose first row is this one, and puts the cursor back.
  private mutating func drawPictures(
    from row: Int, of surface: Surface, into bytes: inout ByteBuffer
  ) {
    for column in 0..<surface.size.columns {
      let cell = surface[column, row]
      guard cell.isGraphic, case let part = cell.graphicPart, part.column == 0, part.row == 0,
        let graphic = surface.graphics[part.id]
      else { continue }
      bytes.append("\u{1B}7")
      if column > 0 {
        bytes.append("\u{1B}[")
        bytes.append(decimal: column)
        bytes.append("C")
      }
      _ = printer.send(graphic, into: &bytes)
      bytes.append("\u{1B}8")
    }
  }
}

// MARK: - Text

extension LineEncoder {
  private static let linkBytes = 16

  /// Writes a row without the blanks at its end.
  private mutating func write(
    _ row: Int, of surface: Surface, _ names: [UInt32: UInt32], _ links: [TextLink],
    into bytes: inout ByteBuffer
  ) {
    let columns = surface.size.columns
    let end = (0..<columns).last { !surface[$0, row].isEmpty }.map { $0 + 1 } ?? 0
    let room = links.reduce(columns * RowEncoder.longestCell) {
      $0 + $1.target.utf8.count + Self.linkBytes
    }
    var out = bytes.writer(room: room)
    var links = links[...]
    var isInLink = false
    var column = 0
    while column < end {
      if let link = links.first, link.columns.lowerBound == column {
        out.append(link: link.target)
        isInLink = true
      }
      let cell = surface[column, row]
      if cell.isGraphic {
        column = write(graphicAt: column, row, of: surface, names, to: &out)
      } else {
        // In ASCII each half of a wide glyph is a character.
        if !cell.isContinuation || charset == .ascii { write(cell, to: &out) }
        column += 1
      }
      if let link = links.first, link.columns.upperBound <= column || column >= end {
        if isInLink { out.append(link: "") }
        isInLink = false
        links.removeFirst()
      }
    }
    pen.reset(in: &out)
    out.append(UInt8(ascii: "\n"))
    bytes.end(out)
  }

  private mutating func write(_ cell: Cell, to out: inout SequenceWriter) {
    let cell = charset == .ascii ? cell.inASCII : cell
    pen.change(to: cell, in: &out)
    out.append(scalar: cell.glyph)
  }

  /// Writes a run of cells of one graphic: placeholders, or a movement past what is drawn there.
  ///
  /// - Returns: the next column.
  private mutating func write(
    graphicAt start: Int, _ row: Int, of surface: Surface, _ names: [UInt32: UInt32],
    to out: inout SequenceWriter
  ) -> Int {
    let part = surface[start, row].graphicPart
    var end = start + 1
    while end < surface.size.columns, surface[end, row].isGraphic,
      surface[end, row].graphicPart == (part.id, part.column + end - start, part.row)
    {
      end += 1
    }
    guard let name = names[part.id], part.row < PlaceMark.scalars.count,
      part.column < PlaceMark.scalars.count
    else {
      out.append(sequence: "C", end - start)
      return end
    }
    pen.change(
      to: Cell(glyph: "\u{10EEEE}", foreground: Color(rawValue: name)), in: &out)
    for column in start..<end {
      out.append(scalar: Cell.graphicGlyph)
      // The following ones show the column right of their neighbor's.
      guard column == start else { continue }
      out.append(scalar: PlaceMark.scalars[part.row])
      out.append(scalar: PlaceMark.scalars[part.column])
    }
    return end
  }
}

extension Cell {
  /// Whether the cell looks like one that was never written.
  fileprivate var isEmpty: Bool {
    glyph == 0x20 && background.isTerminalDefault && !style.marksBlanks
  }
}

extension SequenceWriter {
  /// Appends the start of a link, or with an empty target its end.
  fileprivate mutating func append(link target: String) {
    append("\u{1B}]8;;")
    for byte in target.utf8 { append(byte) }
    append("\u{1B}\\")
  }
}
