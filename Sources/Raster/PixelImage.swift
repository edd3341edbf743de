/// A picture in memory: one 32-bit word per pixel, row by row from the top, without padding.
///
/// A word is `0xAARRGGBB`: gamma-encoded sRGB with straight (not premultiplied) alpha.
public struct PixelImage: Hashable, Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// The words, row by row from the top; `size.area` of them.
  public let pixels: [UInt32]
  /// Whether the last rows are missing because the file ends early; false by default.
  public package(set) var endsEarly = false
  /// The cells or the graphic for the terminal; nil until a processor makes them.
  package var rendering: Rendering?
  /// The mean color, if computed; see ``averagePixel()``.
  package var mean: UInt32?
  /// The facts in the picture's file; nil if it was not decoded from one.
  package var info: PictureInfo? {
    get { note?.info }
    set { note = newValue.map(Note.init) }
  }
  private var note: Note?

  /// A box that keeps `PixelImage` small, because each tile holds a copy.
  private final class Note: Sendable {
    let info: PictureInfo

    init(_ info: PictureInfo) { self.info = info }
  }

  /// Creates a picture from its pixels.
  ///
  /// - Precondition: `pixels.count == size.area`.
  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(pixels.count == size.area, "a \(size) picture has \(size.area) pixels")
    self.size = size
    self.pixels = pixels
  }

  /// Creates a picture of one color.
  public init(size: PixelSize, filledWith pixel: UInt32) {
    self.size = size
    pixels = Array(repeating: pixel, count: size.area)
  }

  /// This picture laid over a background; an opaque picture is returned without a copy.
  ///
  /// - Complexity: O(pixels).
  func laid(over background: Color) -> PixelImage {
    if pixels.reduce(0xFF00_0000, &) >> 24 == 255 { return self }
    return PixelImage(
      size: size, pixels: pixels.map { 0xFF00_0000 | background.under($0).rawValue })
  }

  /// Whether both pictures share their memory and are shown the same way.
  ///
  /// Every frame asks this of all tiles, so it compares no pixels, and equal pictures may differ.
  package func isIdentical(to other: PixelImage) -> Bool {
    guard size == other.size, pixels.span.isIdentical(to: other.pixels.span) else { return false }
    return switch (rendering, other.rendering) {
    case (nil, nil): true
    case (.cells(let mine), .cells(let its)): mine.cells.span.isIdentical(to: its.cells.span)
    case (.graphic(let mine), .graphic(let its)): mine.id == its.id
    default: false
    }
  }

  /// Compares pixels and rendering, not the facts about them.
  public static func == (one: PixelImage, other: PixelImage) -> Bool {
    one.size == other.size && one.endsEarly == other.endsEarly && one.pixels == other.pixels
      && one.rendering == other.rendering
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(pixels)
  }

  /// The memory that the picture takes, its rendering included, in bytes.
  public var costBytes: Int {
    pixels.count * MemoryLayout<UInt32>.stride + (rendering?.costBytes ?? 0)
  }
}
