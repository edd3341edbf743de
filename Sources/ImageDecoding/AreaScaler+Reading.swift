import Raster

extension AreaScaler {
  /// Rows that may be decoded between two questions whether the result is still wanted.
  private static let rowsPerCheck = 16

  /// Takes rows from a reader until the result is complete or the file ends.
  mutating func takeRows<Reader: RowReading & ~Copyable>(
    of reader: inout Reader, isCancelled: () -> Bool
  ) throws(ImageDecodingError) {
    let row = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: source.width)
    defer { row.deallocate() }
    var uncheckedRows = 0
    while !isComplete {
      switch try reader.read(into: row) {
      case .row:
        append(UnsafeBufferPointer(row))
        uncheckedRows += 1
      case .working: uncheckedRows = Self.rowsPerCheck
      case .ended: return
      }
      if uncheckedRows < Self.rowsPerCheck { continue }
      if isCancelled() { throw .cancelled }
      uncheckedRows = 0
    }
  }
}
