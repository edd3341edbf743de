/// Encodes the sixels of six rows of a strip, in memory that is reused.
///
/// Columns are processed in blocks of eight, so one word holds a color's sixels in a block. A color is cut into pieces
/// at long gaps. Pieces of any colors that don't overlap share a line, which saves returns to the left and long gaps.
///
/// Later lines paint over earlier ones. So a sixel may set rows that a later line sets again, if that makes a run
/// longer. Only this type touches the memory.
struct SixelBand: ~Copyable {
  /// The sixels of a color in a block: one byte per column, one bit per row.
  private struct Block {
    let columns: UInt64
    /// The first column.
    let start: Int32
    /// The next block of the piece, or `none`.
    var next = none
  }

  /// Sixels of a color near each other.
  private struct Piece {
    let color: Int32
    let start: Int32
    var end: Int32
    let first: Int32
    var last: Int32
    /// The next piece on the line, or `none`.
    var next = none
  }

  /// Pieces that do not overlap, from left to right.
  private struct Line {
    let first: Int32
    var last: Int32
    /// The next line that is free or ends in the same column, or `none`.
    var next = none
  }

  private static let none: Int32 = -1
  /// The widest gap within a piece: more than a block.
  private static let widestGap: Int32 = 9

  private let width: Int
  /// The sixels of each color in the current block.
  private let words: UnsafeMutablePointer<UInt64>
  /// The colors of the current block, with one spare element.
  private let found: UnsafeMutablePointer<UInt8>
  private let blocks: UnsafeMutablePointer<Block>
  private let pieces: UnsafeMutablePointer<Piece>
  private let lines: UnsafeMutablePointer<Line>
  /// The last piece of each color, or `none`.
  private let lastPieces: UnsafeMutablePointer<Int32>
  /// The lines that end before each column, as linked lists.
  private let ending: UnsafeMutablePointer<Int32>
  /// The rows of each column that no line has finally set.
  private let free: UnsafeMutablePointer<UInt8>
  private var blockCount: Int32 = 0
  private var pieceCount: Int32 = 0
  private var lineCount: Int32 = 0

  /// Creates an empty band.
  ///
  /// - Parameters:
  ///   - width: the width of a strip in pixels.
  ///   - colors: the number of registers.
  init(width: Int, colors: Int) {
    self.width = width
    words = .allocate(capacity: colors)
    words.initialize(repeating: 0, count: colors)
    found = .allocate(capacity: 49)
    found.initialize(repeating: 0, count: 49)
    blocks = .allocate(capacity: 6 * width)
    pieces = .allocate(capacity: 6 * width)
    lines = .allocate(capacity: 6 * width)
    lastPieces = .allocate(capacity: colors)
    lastPieces.initialize(repeating: Self.none, count: colors)
    ending = .allocate(capacity: width + 1)
    ending.initialize(repeating: Self.none, count: width + 1)
    free = .allocate(capacity: width)
    free.initialize(repeating: 63, count: width)
  }

  deinit {
    words.deallocate()
    found.deallocate()
    blocks.deallocate()
    pieces.deallocate()
    lines.deallocate()
    lastPieces.deallocate()
    ending.deallocate()
    free.deallocate()
  }

  /// Writes the registers of one to six rows of pixels.
  mutating func write(_ pixels: UnsafeBufferPointer<UInt8>, to text: inout SixelText) {
    guard let start = pixels.baseAddress else { return }
    let rows = pixels.count / width
    for column in stride(from: 0, to: width, by: 8) {
      load(start + column, columns: min(8, width - column), rows: rows, column: column)
    }
    layOut()
    // A run is at most as long as its columns.
    text.reserve(
      Int(lineCount) * width + Int(pieceCount + lineCount + 1) * SixelText.longestCommand)
    free.update(repeating: 63, count: width)
    for line in 0..<Int(lineCount) {
      if line > 0 { text.returnToLeft() }
      write(lines[line], to: &text)
    }
    clear()
  }

  /// Collects the sixels of each color in a block.
  @inline(__always)
  private mutating func load(
    _ pixels: UnsafePointer<UInt8>, columns: Int, rows: Int, column: Int
  ) {
    var count = 0
    for x in 0..<columns {
      var bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: 8 &* x)
      for row in 0..<rows {
        let color = pixels[row &* width &+ x]
        let word = words[Int(color)]
        // The write is unconditional and the count conditional, to avoid a branch.
        found[count] = color
        count &+= word == 0 ? 1 : 0
        words[Int(color)] = word | bit
        bit &<<= 1
      }
    }
    for place in 0..<count { add(Int(found[place]), Int32(truncatingIfNeeded: column)) }
  }

  /// Appends the sixels of a color in a block to a piece.
  @inline(__always)
  private mutating func add(_ color: Int, _ column: Int32) {
    let columns = words[color]
    words[color] = 0
    let start = column &+ Int32(truncatingIfNeeded: columns.trailingZeroBitCount &>> 3)
    let end = column &+ 8 &- Int32(truncatingIfNeeded: columns.leadingZeroBitCount &>> 3)
    let place = blockCount
    blocks[Int(place)] = Block(columns: columns, start: column)
    blockCount &+= 1
    let last = lastPieces[color]
    if last != Self.none, start &- pieces[Int(last)].end <= Self.widestGap {
      blocks[Int(pieces[Int(last)].last)].next = place
      pieces[Int(last)].last = place
      pieces[Int(last)].end = end
    } else {
      pieces[Int(pieceCount)] = Piece(
        color: Int32(truncatingIfNeeded: color), start: start, end: end, first: place, last: place)
      lastPieces[color] = pieceCount
      pieceCount &+= 1
    }
  }

  /// Assigns each piece to the free line that ended last, or to a new one.
  private mutating func layOut() {
    var unused = Self.none
    var passed: Int32 = 0
    for place in 0..<pieceCount {
      let piece = pieces[Int(place)]
      while passed <= piece.start {
        var line = ending[Int(passed)]
        while line != Self.none {
          let next = lines[Int(line)].next
          lines[Int(line)].next = unused
          unused = line
          line = next
        }
        ending[Int(passed)] = Self.none
        passed += 1
      }
      var line = unused
      if line == Self.none {
        line = lineCount
        lines[Int(line)] = Line(first: place, last: place)
        lineCount += 1
      } else {
        unused = lines[Int(line)].next
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

  /// Writes the runs of a piece; each is as long as one set of rows fits all of its columns.
  private func write(_ piece: Piece, to text: inout SixelText) {
    let end = Int(piece.end)
    var column = Int(piece.start)
    var start = column
    // The rows that the current run must set, and those it may set.
    var (rows, limit): (UInt8, UInt8) = (0, 63)
    var place = piece.first
    while place != Self.none {
      let block = blocks[Int(place)]
      place = block.next
      let first = Int(block.start)
      while column < first {
        extend(0, column, &rows, &limit, &start, &text)
        column &+= 1
      }
      var columns = block.columns &>> UInt64(truncatingIfNeeded: 8 &* (column &- first))
      let last = min(first &+ 8, end)
      while column < last {
        extend(UInt8(truncatingIfNeeded: columns), column, &rows, &limit, &start, &text)
        columns &>>= 8
        column &+= 1
      }
    }
    text.append(rows, count: end &- start)
  }

  /// Extends the current run by a column, or begins the next run with it.
  @inline(__always)
  private func extend(
    _ own: UInt8, _ column: Int, _ rows: inout UInt8, _ limit: inout UInt8, _ start: inout Int,
    _ text: inout SixelText
  ) {
    let open = free[column]
    free[column] = open & ~own
    if (rows | own) & ~(limit & open) == 0 {
      rows |= own
      limit &= open
    } else {
      text.append(rows, count: column &- start)
      (rows, limit, start) = (own, open, column)
    }
  }

  private mutating func clear() {
    for place in 0..<Int(pieceCount) { lastPieces[Int(pieces[place].color)] = Self.none }
    (blockCount, pieceCount, lineCount) = (0, 0, 0)
  }
}
