import Raster

/// A picture whose rows are decoded one at a time, on one thread.
protocol RowReading: ~Copyable {
  /// The picture's size as stored, before it is turned upright.
  var size: PixelSize { get }
  /// The orientation, which tells how to turn the picture upright.
  var orientation: ExifOrientation { get }
  /// The way to sRGB, known once reading has started; `none` for formats that say nothing of colors.
  var conversion: ColorConversion { get }
  /// Whether the read rows are coarser than the picture, because the file breaks off in a
  /// refinement.
  ///
  /// It is false for formats without refinements.
  var lacksDetail: Bool { get }

  /// Starts decoding at the cheapest size of at least `minimum`, which may not exceed `size`.
  ///
  /// - Returns: the size of the rows that `read` delivers.
  mutating func start(atLeast minimum: PixelSize) throws(ImageDecodingError) -> PixelSize

  /// Decodes a little further, from the top: at most the work of a few dozen rows, or of 64 KB of
  /// the file.
  ///
  /// - Parameter row: has room for a row: `0xAARRGGBB`, straight alpha; its content is undefined
  ///   unless the answer is `row`.
  mutating func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress
}

extension RowReading where Self: ~Copyable {
  var conversion: ColorConversion { .none }
  var lacksDetail: Bool { false }
}

/// The result of one step of decoding.
enum RowProgress {
  /// The next row was written.
  case row
  /// Some work was done, but no row is finished yet.
  case working
  /// There are no more rows: all were read, or the file breaks off.
  case ended
}

extension AreaScaler {
  /// The most rows decoded between two checks whether the result is still wanted.
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
