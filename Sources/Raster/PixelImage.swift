/// A picture in memory: one 32-bit word per pixel, row by row from the top, without padding.
///
/// A word is `0xAARRGGBB`: gamma-encoded sRGB with straight (not premultiplied) alpha.
public struct PixelImage: Hashable, Sendable {
  /// In pixels.
  public let size: PixelSize
  /// Row by row from the top, `size.area` of them.
  public let pixels: [UInt32]
  /// Whether the last rows are missing because the file ends early; false by default.
  public package(set) var endsEarly = false
  /// The cells or the graphic that a terminal shows, where a processor has made them.
  package var rendering: Rendering?
  /// The mean color, where it has been computed; see ``averagePixel()``.
  package var mean: UInt32?
  /// What the picture's file says of it, where it was decoded from one.
  package var info: PictureInfo? {
    get { note?.info }
    set { note = newValue.map(Note.init) }
  }
  private var note: Note?

  /// Keeps the picture small: it is copied with each of its tiles.
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

  /// The opaque picture of this one over a color, in the same memory where it is opaque.
  ///
  /// - Complexity: O(pixels).
  func laid(over background: Color) -> PixelImage {
    if pixels.reduce(0xFF00_0000, &) >> 24 == 255 { return self }
    return PixelImage(
      size: size, pixels: pixels.map { 0xFF00_0000 | background.under($0).rawValue })
  }

  /// Whether both pictures share their memory and are shown the same way.
  ///
  /// Every frame asks this of all tiles, so no pixel is compared: equal pictures need not be
  /// identical.
  package func isIdentical(to other: PixelImage) -> Bool {
    guard size == other.size, pixels.span.isIdentical(to: other.pixels.span) else { return false }
    return switch (rendering, other.rendering) {
    case (nil, nil): true
    case (.cells(let mine), .cells(let its)): mine.cells.span.isIdentical(to: its.cells.span)
    case (.graphic(let mine), .graphic(let its)): mine.id == its.id
    default: false
    }
  }

  /// Whether both show the same; what else is known of them does not count.
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
