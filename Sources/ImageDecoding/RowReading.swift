import Raster

/// A picture whose rows are decoded one at a time, on one thread.
protocol RowReading: ~Copyable {
  /// The picture's size as stored, before it is turned upright.
  var size: PixelSize { get }
  /// How to turn it upright.
  var orientation: ExifOrientation { get }
  /// Whether the rows that were read are coarser than the picture, because the file breaks off in what
  /// refines them; false where nothing does.
  var lacksDetail: Bool { get }

  /// Chooses how large to decode: at least `minimum`, which may not exceed `size`, at the least
  /// cost.
  ///
  /// - Returns: the size of what `read` delivers.
  mutating func start(atLeast minimum: PixelSize) throws(ImageDecodingError) -> PixelSize

  /// Decodes a little further, from the top: the work of some dozen rows, or of 64 KB of the file,
  /// at most.
  ///
  /// - Parameter row: has room for a row: `0xAARRGGBB`, straight alpha; its content is undefined
  ///   unless the answer is `row`.
  mutating func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress
}

extension RowReading where Self: ~Copyable {
  var lacksDetail: Bool { false }
}

/// What one step of decoding came to.
enum RowProgress {
  /// The next row was written.
  case row
  /// Some work was done, but no row is finished yet.
  case working
  /// There are no more rows: all were read, or the file breaks off.
  case ended
}

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
