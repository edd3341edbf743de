import CImageRows
import Raster

/// The rows of an SVG, which is drawn at the size that is asked for.
struct SVGReader: RowReading, ~Copyable {
  let size: PixelSize
  /// Larger than the picture says it is: it has no pixels that could be enlarged.
  let wholeSize: PixelSize
  let orientation = ExifOrientation.upright
  private let bytes: UnsafeRawBufferPointer
  private let limits: DecodeLimits
  private let seconds: Int
  private var drawing: OpaquePointer?
  private var drawn = PixelSize(width: 0, height: 0)
  private var nextRow = 0

  /// Reads the header; the file's bytes must outlive this.
  ///
  /// - Parameter seconds: what drawing may take of the processor.
  init(
    _ bytes: UnsafeRawBufferPointer, limits: DecodeLimits, seconds: Int = 10
  ) throws(ImageDecodingError) {
    guard let header = SVGHeader(bytes) else { throw .unknownFormat }
    size = header.size
    wholeSize = header.largest(within: limits)
    self.bytes = bytes
    self.limits = limits
    self.seconds = seconds
  }

  deinit { vector_drawing_end(drawing) }

  mutating func start(atLeast minimum: PixelSize) throws(ImageDecodingError) -> PixelSize {
    guard vector_drawing_is_built() else { throw .formatNotBuilt(format: ImageFormat.svg.rawValue) }
    try limits.admit(minimum, format: .svg)
    drawing = vector_drawing_start(
      bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, UInt32(minimum.width),
      UInt32(minimum.height), UInt32(seconds))
    if drawing == nil { throw .tooLarge(minimum, limits) }
    drawn = minimum
    return minimum
  }

  mutating func read(
    into row: UnsafeMutableBufferPointer<UInt32>
  ) throws(ImageDecodingError) -> RowProgress {
    switch vector_drawing_wait(drawing) {
    case .working: return .working
    case .failed:
      let reason = String(cString: vector_drawing_reason(drawing))
      throw .corrupt(format: ImageFormat.svg.rawValue, reason: reason)
    case .ready:
      if nextRow == drawn.height { return .ended }
      vector_drawing_row(drawing, UInt32(nextRow), row.baseAddress)
      nextRow += 1
      return .row
    }
  }
}
