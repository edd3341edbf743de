import Raster

/// A 64-bit hash of neighbouring cells: multiply and rotate, two words a cell (as FxHash does).
///
/// It only has to tell rows apart that are on the screen together; what it says is verified cell by
/// cell before anything relies on it.
enum RowHash {
  @inline(__always)
  static func of(_ cells: Slice<UnsafeMutableBufferPointer<Cell>>) -> UInt64 {
    var hash: UInt64 = 0
    for cell in cells { add(cell, to: &hash) }
    return hash
  }

  @inline(__always)
  static func add(_ cell: Cell, to hash: inout UInt64) {
    let colors = UInt64(cell.foreground.rawValue) << 32 | UInt64(cell.background.rawValue)
    let shape = UInt64(cell.style.rawValue) << 32 | UInt64(cell.glyph)
    mix(colors, into: &hash)
    mix(shape, into: &hash)
  }

  @inline(__always)
  private static func mix(_ word: UInt64, into hash: inout UInt64) {
    let rotated = hash << 5 | hash >> 59
    hash = (rotated ^ word) &* 0x517C_C1B7_2722_0A95
  }
}
