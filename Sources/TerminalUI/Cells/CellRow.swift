import Glibc
import Raster

/// Operations on rows of cells that both presenters use.
enum CellRow {
  typealias Line = UnsafeBufferPointer<Cell>

  @inline(__always)
  static func areEqual(_ a: Line, _ b: Line) -> Bool {
    guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else {
      return a.count == b.count
    }
    return memcmp(first, second, a.count * MemoryLayout<Cell>.stride) == 0
  }

  /// The first column from `start` on in which two lines of equal length differ.
  @inline(__always)
  static func firstDifference(_ a: Line, _ b: Line, from start: Int) -> Int? {
    var column = start
    while column < a.count {
      if words(of: a, column) != words(of: b, column) { return column }
      column += 1
    }
    return nil
  }

  /// The range from the first to the last different column of two lines of equal length; nil if
  /// they are equal.
  static func differences(_ a: Line, _ b: Line) -> Range<Int>? {
    guard !areEqual(a, b), let first = firstDifference(a, b, from: 0) else { return nil }
    var end = a.count
    while end > first, words(of: a, end - 1) == words(of: b, end - 1) { end -= 1 }
    return first..<end
  }

  /// Adds one cell to a 64-bit hash: multiply and rotate, like FxHash.
  ///
  /// The hash only has to distinguish rows on one screen; every match is verified cell by cell.
  @inline(__always)
  static func add(_ words: Words, to hash: inout UInt64) {
    let rotated = hash << 5 | hash >> 59
    hash = (rotated ^ words.low ^ words.high &* 0x9E37_79B9_7F4A_7C15) &* 0x517C_C1B7_2722_0A95
  }

  /// The 16 bytes of a cell, to compare and hash at once.
  struct Words: Equatable {
    let low, high: UInt64
  }

  @inline(__always)
  static func words(of line: Line, _ column: Int) -> Words {
    unsafeBitCast(line[column], to: Words.self)
  }
}
