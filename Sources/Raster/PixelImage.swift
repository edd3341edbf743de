/// A picture in memory: one 32-bit word per pixel, row by row from the top, without padding.
///
/// A word is `0xAARRGGBB`: gamma-encoded sRGB with straight (not premultiplied) alpha.
public struct PixelImage: Hashable, Sendable {
  /// In pixels.
  public let size: PixelSize
  /// Row by row from the top, `size.area` of them.
  public let pixels: [UInt32]
  /// Whether rows at its end are missing, because its file ends before them: false by default.
  public package(set) var endsEarly = false
  /// What a terminal shows of it, where a processor has made that.
  package var rendering: Rendering?
  /// The mean of its colors, where somebody has worked it out; see ``averagePixel()``.
  package var mean: UInt32?

  /// Wraps pixels that are there already.
  ///
  /// - Precondition: `pixels.count == size.area`.
  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(pixels.count == size.area, "a \(size) picture has \(size.area) pixels")
    self.size = size
    self.pixels = pixels
  }

  /// Makes a picture of one color.
  public init(size: PixelSize, filledWith pixel: UInt32) {
    self.size = size
    pixels = Array(repeating: pixel, count: size.area)
  }

  /// Whether both are one picture: the same memory, shown in the same way.
  ///
  /// It is asked of all tiles in every frame, so no pixel is compared: equal pictures need not be one.
  package func isIdentical(to other: PixelImage) -> Bool {
    guard size == other.size, pixels.span.isIdentical(to: other.pixels.span) else { return false }
    return switch (rendering, other.rendering) {
    case (nil, nil): true
    case (.cells(let mine), .cells(let its)): mine.cells.span.isIdentical(to: its.cells.span)
    case (.graphic(let mine), .graphic(let its)): mine.id == its.id
    default: false
    }
  }

  /// The bytes that it takes in memory.
  public var costBytes: Int {
    pixels.count * MemoryLayout<UInt32>.stride + (rendering?.costBytes ?? 0)
  }
}
