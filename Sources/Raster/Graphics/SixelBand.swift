/// The sixels of six rows of a strip, by color and column, in memory that is used again.
///
/// The sixels of a color are cut into pieces where it is absent for long. Pieces of any colors that
/// do not overlap share a line, so few lines return to the left, and few gaps are long. Only this
/// type touches the memory.
struct SixelBand: ~Copyable {
  /// A sixel of a color in a column: a bit for each row.
  private struct Sixel {
    var rows: UInt8
    let column: Int32
    /// The next one of the piece, or `none`.
    var next = none
  }

  /// Sixels of a color near each other.
  private struct Piece {
    let color: Int32
    let start: Int32
    var end: Int32
    let first: Int32
    /// The next one on the line, or `none`.
    var next = none
  }

  /// Pieces that do not overlap, from left to right.
  private struct Line {
    let first: Int32
    var last: Int32
    /// The next one that is free as well, or ends in the same column; or `none`.
    var next = none
  }

  private static let none: Int32 = -1
  /// The most absent columns within a piece: no count is shorter.
  private static let widestGap = 4

  private let width: Int
  /// The first one stands for none, in a column far to the left.
  private let sixels: UnsafeMutablePointer<Sixel>
  private let pieces: UnsafeMutablePointer<Piece>
  private let lines: UnsafeMutablePointer<Line>
  /// The last sixel of each color, 0 for none, and its last piece; valid for a color of this band.
  private let lastSixels: UnsafeMutablePointer<Int32>
  private let lastPieces: UnsafeMutablePointer<Int32>
  /// The lines that end before each column.
  private let ending: UnsafeMutablePointer<Int32>
  private var sixelCount: Int32 = 1
  private var pieceCount: Int32 = 0
  private var lineCount: Int32 = 0

  /// Creates an empty band.
  ///
  /// - Parameters:
  ///   - width: of a strip, in pixels.
  ///   - colors: the number of registers.
  init(width: Int, colors: Int) {
    self.width = width
    sixels = .allocate(capacity: 6 * width + 1)
    sixels.initialize(to: Sixel(rows: 0, column: .min / 2))
    pieces = .allocate(capacity: 6 * width)
    lines = .allocate(capacity: 6 * width)
    lastSixels = .allocate(capacity: colors)
    lastSixels.initialize(repeating: 0, count: colors)
    lastPieces = .allocate(capacity: colors)
    lastPieces.initialize(repeating: Self.none, count: colors)
    ending = .allocate(capacity: width + 1)
    ending.initialize(repeating: Self.none, count: width + 1)
  }

  deinit {
    sixels.deallocate()
    pieces.deallocate()
    lines.deallocate()
    lastSixels.deallocate()
    lastPieces.deallocate()
    ending.deallocate()
  }

  /// Writes the registers of one to six rows of pixels.
  mutating func write(_ pixels: UnsafeBufferPointer<UInt8>, to text: inout SixelText) {
    load(pixels, rows: pixels.count / width)
    layOut()
    text.reserve(
      Int(sixelCount) * Self.widestGap + Int(pieceCount + 1) * SixelText.longestCommand)
    for line in 0..<Int(lineCount) {
      if line > 0 { text.returnToLeft() }
      write(lines[line], to: &text)
    }
    clear()
  }

  /// Finds the pieces of all colors, in the order of their first columns.
  private mutating func load(_ pixels: UnsafeBufferPointer<UInt8>, rows: Int) {
    for x in 0..<width {
      let column = Int32(truncatingIfNeeded: x)
      for row in 0..<rows {
        let color = Int(pixels[row * width + x])
        let last = sixels + Int(lastSixels[color])
        let bit: UInt8 = 1 &<< UInt8(truncatingIfNeeded: row)
        if last.pointee.column == column {
          last.pointee.rows |= bit
        } else {
          add(Sixel(rows: bit, column: column), color)
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ sixel: Sixel, _ color: Int) {
    let place = sixelCount
    sixels[Int(place)] = sixel
    sixelCount &+= 1
    let last = sixels + Int(lastSixels[color])
    if sixel.column &- last.pointee.column <= Int32(Self.widestGap) {
      last.pointee.next = place
    } else {
      pieces[Int(pieceCount)] = Piece(
        color: Int32(truncatingIfNeeded: color), start: sixel.column, end: 0, first: place)
      lastPieces[color] = pieceCount
      pieceCount &+= 1
    }
    pieces[Int(lastPieces[color])].end = sixel.column &+ 1
    lastSixels[color] = place
  }

  /// Puts each piece on the free line that ended last, or on a new one.
  private mutating func layOut() {
    var free = Self.none
    var passed: Int32 = 0
    for place in 0..<pieceCount {
      let piece = pieces[Int(place)]
      while passed <= piece.start {
        var line = ending[Int(passed)]
        while line != Self.none {
          let next = lines[Int(line)].next
          lines[Int(line)].next = free
          free = line
          line = next
        }
        ending[Int(passed)] = Self.none
        passed += 1
      }
      var line = free
      if line == Self.none {
        line = lineCount
        lines[Int(line)] = Line(first: place, last: place)
        lineCount += 1
      } else {
        free = lines[Int(line)].next
        pieces[Int(lines[Int(line)].last)].next = place
        lines[Int(line)].last = place
      }
      lines[Int(line)].next = ending[Int(piece.end)]
      ending[Int(piece.end)] = line
    }
    for column in Int(passed)...width { ending[column] = Self.none }
  }

  private func write(_ line: Line, to text: inout SixelText) {
    var place = line.first
    var column: Int32 = 0
    var color = Self.none
    while place != Self.none {
      let piece = pieces[Int(place)]
      if piece.color != color { text.select(Int(piece.color)) }
      color = piece.color
      text.append(0, count: Int(piece.start - column))
      column = piece.end
      write(piece, to: &text)
      place = piece.next
    }
  }

  private func write(_ piece: Piece, to text: inout SixelText) {
    var run = sixels[Int(piece.first)]
    var end = run.column + 1
    while run.next != Self.none {
      let next = sixels[Int(run.next)]
      if next.column > end || next.rows != run.rows {
        text.append(run.rows, count: Int(end - run.column))
        text.append(0, count: Int(next.column - end))
        run = next
      } else {
        run = Sixel(rows: run.rows, column: run.column, next: next.next)
      }
      end = next.column + 1
    }
    text.append(run.rows, count: Int(end - run.column))
  }

  private mutating func clear() {
    for place in 0..<Int(pieceCount) { lastSixels[Int(pieces[place].color)] = 0 }
    (sixelCount, pieceCount, lineCount) = (1, 0, 0)
  }
}
