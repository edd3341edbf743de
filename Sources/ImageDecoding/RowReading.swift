import Raster

/// A picture that is decoded row by row, on one thread.
protocol RowReading: ~Copyable {
  /// The size as stored, before turning upright.
  var size: PixelSize { get }
  /// The size of the picture that this one represents, which may be larger; usually its own.
  var wholeSize: PixelSize { get }
  /// The orientation, which tells how to turn the picture upright.
  var orientation: Orientation { get }
  /// The conversion to sRGB, known once reading has started; `none` for formats without color information.
  var conversion: ColorConversion { get }
  /// Whether the rows are coarser than the picture, because the file ends within a refinement.
  ///
  /// It is false for formats without refinements.
  var lacksDetail: Bool { get }

  /// Starts decoding at the cheapest size of at least `minimum`, which must not exceed `size`.
  ///
  /// - Returns: the size of the rows from `read`.
  mutating func startRows(atLeast minimum: PixelSize) throws(ImageDecodingError) -> PixelSize

  /// Decodes a bounded step, from the top: at most a few dozen rows, or 64 KB of the file.
  ///
  /// - Parameter row: a buffer for a row: `0xAARRGGBB`, straight alpha; its content is undefined
  ///   unless the result is `row`.
  mutating func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress
}

extension RowReading where Self: ~Copyable {
  var wholeSize: PixelSize { size }
  var conversion: ColorConversion { .none }
  var lacksDetail: Bool { false }
}

/// The result of one step of decoding.
enum RowProgress {
  /// The next row was written.
  case row
  /// Some work was done, but no row is complete yet.
  case working
  /// There are no more rows: all were read, or the file is truncated.
  case ended
}

extension AreaScaler {
  /// Reads rows until the result is complete or the file ends.
  mutating func takeRows<Reader: RowReading & ~Copyable>(
    of reader: inout Reader, isCancelled: () -> Bool
  ) throws(ImageDecodingError) {
    try reader.read(rowsOf: source.width, isCancelled: isCancelled) { row in
      append(row)
      return !isComplete
    }
  }

  /// Reads rows for itself and for another scaler of the same picture.
  mutating func takeRows<Reader: RowReading & ~Copyable>(
    of reader: inout Reader, with other: inout AreaScaler, isCancelled: () -> Bool
  ) throws(ImageDecodingError) {
    try reader.read(rowsOf: source.width, isCancelled: isCancelled) { row in
      append(row)
      other.append(row)
      return !isComplete || !other.isComplete
    }
  }
}

/// The most rows decoded between two checks for cancellation.
private let rowsPerCheck = 16

extension RowReading where Self: ~Copyable {
  /// Reads rows until `body` returns false, or until they end.
  mutating func read(
    rowsOf width: Int, isCancelled: () -> Bool,
    _ body: (UnsafeBufferPointer<UInt32>) -> Bool
  ) throws(ImageDecodingError) {
    let row = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: width)
    defer { row.deallocate() }
    var (uncheckedRows, wantsMore) = (0, true)
    while wantsMore {
      switch try read(into: row) {
      case .row:
        wantsMore = body(UnsafeBufferPointer(row))
        uncheckedRows += 1
      case .working: uncheckedRows = rowsPerCheck
      case .ended: return
      }
      if uncheckedRows < rowsPerCheck { continue }
      if isCancelled() { throw .cancelled }
      uncheckedRows = 0
    }
  }

  /// Reads consecutive rows until the buffer is full or they end.
  ///
  /// - Returns: the number of rows read.
  mutating func read(
    rowsOf width: Int, into pixels: UnsafeMutableBufferPointer<UInt32>, isCancelled: () -> Bool
  ) throws(ImageDecodingError) -> Int {
    var (count, uncheckedRows) = (0, 0)
    while (count + 1) * width <= pixels.count {
      let row = UnsafeMutableBufferPointer(rebasing: pixels[count * width..<(count + 1) * width])
      switch try read(into: row) {
      case .row:
        count += 1
        uncheckedRows += 1
      case .working: uncheckedRows = rowsPerCheck
      case .ended: return count
      }
      if uncheckedRows < rowsPerCheck { continue }
      if isCancelled() { throw .cancelled }
      uncheckedRows = 0
    }
    return count
  }
}
