import Raster
import TerminalGraphics

/// Encodes the bytes that change a terminal from the last frame to the next.
///
/// The terminal first moves rows that moved (scroll region). Then the different cells are sent,
/// with as little cursor movement and as few color changes as possible. Both are inside the
/// brackets of a synchronized update (mode 2026), which other terminals ignore; graphics commands
/// are outside. Only cells that become blank are erased, because clearing first would flicker
/// without that mode.
///
/// A frame ends in the terminal's default colors and without a scroll region. After the first frame
/// of a size, memory is allocated only for a frame larger than all before.
struct FrameEncoder: ~Copyable {
  /// The bytes of the frame, which the presenter sends.
  var bytes: ByteBuffer
  var shortcuts: Shortcuts
  private let charset: Charset
  private var front: CellGrid
  private var back: CellGrid
  private var finder: ScrollFinder
  private var cursor = Cursor()
  private var pen = Pen()
  private var strips = Strips()
  /// Whether the pen and the scroll region are known to be the terminal's defaults.
  private var isPrepared = false

  /// Whether the last frame moved rows on the screen.
  private(set) var hasMovedRows = false

  /// The most bytes around the rows of a frame: brackets, a scroll, a change of pen.
  private static let frameRoom = 128

  init(size: CellSize, shortcuts: Shortcuts = [], charset: Charset = .utf8) {
    self.charset = charset
    bytes = ByteBuffer(capacity: 4096)
    self.shortcuts = shortcuts
    front = CellGrid(size: size, charset: charset)
    back = CellGrid(size: size, charset: charset)
    finder = ScrollFinder(size: size)
  }

  /// Appends the next frame or part of one to `bytes`; nothing if nothing changed.
  ///
  /// The first part scrolls. Rows left for another part stay different in the front grid.
  /// - Parameters:
  ///   - surface: the frame, with its parts of graphics ready to send.
  ///   - graphics: the source of strips of sixels.
  ///   - mayScroll: whether the terminal may move rows.
  ///   - limit: `bytes` counts from the start of the buffer.
  /// - Returns: false when rows are left.
  mutating func encode(
    _ surface: Surface, graphics: [UInt32: Graphic] = [:], mayScroll: Bool = true,
    limit: FrameLimit
  ) -> Bool {
    let start = bytes.count
    hasMovedRows = false
    if surface.size.columns != front.columns || surface.size.rows != front.rows {
      resize(to: surface.size)
    }
    guard surface.cells.withUnsafeBufferPointer({ back.load($0, former: front) }) else {
      return true
    }
    strips.setGraphics(graphics, areParted: limit.bytes != .max)
    cursor.forget()
    bytes.append("\u{1B}[?2026h")
    let opening = bytes.count
    // ncurses leaves a scroll region of terminfo's size when it prepares a terminal.
    if !isPrepared { bytes.append("\u{1B}[m\u{1B}[r") }
    isPrepared = true
    if mayScroll, let scroll = finder.find(from: front, to: back),
      !showsStrips(outside: scroll.band)
    {
      perform(scroll)
    }
    let isComplete = encodeRows(limit)
    if bytes.count == opening {
      bytes.drop(from: start)
    } else {
      finish()
    }
    return isComplete
  }

  /// Makes the contents of the screen unknown.
  mutating func invalidate() {
    isPrepared = false
    front.forget(0..<front.rows)
  }

  private mutating func resize(to size: CellSize) {
    isPrepared = false
    front = CellGrid(size: size, charset: charset)
    back = CellGrid(size: size, charset: charset)
    finder = ScrollFinder(size: size)
  }

  /// Moves rows on the screen.
  ///
  /// A row that scrolls in gets the current background, so this comes before the pen is used. The
  /// row is blank, except for pixels that xterm may leave there.
  private mutating func perform(_ scroll: RowScroll) {
    hasMovedRows = true
    eraseStrips(before: scroll)
    var out = bytes.writer(room: Self.frameRoom)
    cursor.scroll(scroll, rows: front.rows, in: &out)
    bytes.end(out)
    front.scroll(scroll, mayShowPixels: strips.wereDrawn)
  }

  /// Whether pixels are on the screen above or below a band.
  ///
  /// When a band scrolls, foot also moves sixels above it and across its edges.
  private func showsStrips(outside band: Range<Int>) -> Bool {
    strips.wereDrawn
      && (0..<front.rows).contains { row in
        !band.contains(row) && front.line(row).contains { $0.isGraphic && $0.isStrip }
      }
  }

  /// Erases sixels that leave the band, because foot would move them over the rows beyond it.
  private mutating func eraseStrips(before scroll: RowScroll) {
    guard scroll.shift > 0 ? scroll.band.lowerBound > 0 : scroll.band.upperBound < front.rows else {
      return
    }
    for row in scroll.leaving where front.line(row).contains(where: { $0.isGraphic && $0.isStrip })
    {
      var out = bytes.writer(room: Cursor.longestMove + 3)
      cursor.move(to: 0, row: row, in: &out)
      out.append("\u{1B}[K")
      bytes.end(out)
    }
  }

  private mutating func finish() {
    var out = bytes.writer(room: Self.frameRoom)
    pen.reset(in: &out)
    out.append("\u{1B}[?2026l")
    bytes.end(out)
  }

  /// Encodes rows up to the limit, and updates the front grid.
  private mutating func encodeRows(_ limit: FrameLimit) -> Bool {
    if limit.bytes == .max {
      for row in 0..<back.rows { encode(row: row) }
      swap(&front, &back)
      return true
    }
    var order = RowOrder(rows: back.rows, focus: limit.focus.row)
    var isFull = false
    while let row = order.next() {
      if back.isEqual(row, to: front) { continue }
      if isFull { return false }
      encode(row: row)
      front.copy(row, of: back)
      isFull = bytes.count >= limit.bytes
    }
    return true
  }

  private mutating func encode(row: Int) {
    if back.isEqual(row, to: front) { return }
    if strips.way == .joined { drawImages(from: row) }
    encode(row: row, room: room(for: row)) { $0.encode() }
  }

  private mutating func encode(
    row: Int, room: Int, _ encode: (inout RowEncoder) -> Void
  ) {
    var encoder = RowEncoder(
      row: row, cells: back.line(row), former: front.line(row), shortcuts: shortcuts,
      graphics: strips.graphics, pen: pen, cursor: cursor, out: bytes.writer(room: room))
    encode(&encoder)
    bytes.end(encoder.out)
    (pen, cursor) = (encoder.pen, encoder.cursor)
  }

  /// The largest size of a row.
  private func room(for row: Int) -> Int {
    let cells = back.columns * RowEncoder.longestCell
    return strips.way == .none
      ? cells : cells + RowEncoder.stripBytes(back.line(row), of: strips.graphics)
  }
}

// MARK: - Pictures as one image

extension FrameEncoder {
  /// Draws pictures that begin in this row as one image each, if several of their lines are new.
  ///
  /// The front grid then has their cells, so no row draws its strip. This is limited to frames sent
  /// as a whole, because partial frames end between rows.
  private mutating func drawImages(from row: Int) {
    for column in 0..<back.columns {
      let cell = back.line(row)[column]
      guard cell.isGraphic, cell.isStrip, let graphic = strips.graphics[cell.graphicPart.id],
        cell == .strip(graphic.id, column: 0, row: 0), let image = graphic.wholeSixels
      else { continue }
      let lines = linesComingIn(of: graphic, at: CellPoint(column: column, row: row))
      guard lines > 1 else { continue }
      for line in 0..<lines {
        encode(row: row + line, room: room(forBlanksOf: graphic)) {
          $0.drawBlanks(besideLine: line, of: graphic, at: column)
        }
        front.copy(column..<column + graphic.size.columns, ofRow: row + line, of: back)
      }
      encode(row: row, room: image.count + RowEncoder.stripOverhead) {
        $0.drawLines(lines, of: graphic, at: column)
      }
    }
  }

  /// The number of a graphic's lines, from the first on, whose cells are all new.
  private func linesComingIn(of graphic: Graphic, at place: CellPoint) -> Int {
    let columns = place.column..<place.column + graphic.size.columns
    if columns.upperBound > back.columns { return 0 }
    let most = min(graphic.size.rows, back.rows - place.row)
    return (0..<most).first { line in
      let (new, old) = (back.line(place.row + line), front.line(place.row + line))
      return !columns.allSatisfy { column in
        let part = Cell.strip(graphic.id, column: column - place.column, row: line)
        return new[column] == part && old[column] != part
      }
    } ?? most
  }

  /// The largest size of the blanks beside a line of a picture.
  private func room(forBlanksOf graphic: Graphic) -> Int {
    Cursor.longestMove + Pen.longestChange + graphic.size.columns
  }
}

/// The graphics drawn over cells, and the way to send them.
private struct Strips {
  enum Way {
    case none
    /// Each row by itself.
    case single
    /// Several new rows as one image.
    case joined
  }

  private(set) var graphics: [UInt32: Graphic] = [:]
  private(set) var way = Way.none
  /// Whether any were drawn, in this frame or earlier.
  private(set) var wereDrawn = false

  /// Sets the graphics of a frame.
  ///
  /// - Parameter areParted: whether the frame may end between rows.
  mutating func setGraphics(_ graphics: [UInt32: Graphic], areParted: Bool) {
    self.graphics = graphics
    if !areParted, graphics.values.contains(where: { $0.wholeSixels != nil }) {
      way = .joined
    } else {
      way = graphics.values.contains { $0.payload.strips != nil } ? .single : .none
    }
    if way != .none { wereDrawn = true }
  }
}

extension Graphic {
  fileprivate var wholeSixels: [UInt8]? {
    if case .sixel(let strips) = payload { strips.whole } else { nil }
  }
}

/// All rows of a screen, nearest to the focus first.
struct RowOrder: IteratorProtocol {
  private var above: Int
  private var below: Int
  private let focus: Int
  private let rows: Int

  init(rows: Int, focus: Int) {
    self.rows = rows
    self.focus = min(max(focus, 0), max(0, rows - 1))
    above = self.focus - 1
    below = self.focus
  }

  mutating func next() -> Int? {
    if below < rows, above < 0 || below - focus <= focus - above {
      below += 1
      return below - 1
    }
    guard above >= 0 else { return nil }
    above -= 1
    return above + 1
  }
}
