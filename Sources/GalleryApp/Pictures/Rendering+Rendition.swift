import CZlib
import GalleryCore
import Raster
import Synchronization

extension Rendering {
  private static let ids = Mutex(GraphicIDs())

  /// Renders a picture for the terminal; the picture has the pixels of the rendition.
  init(of image: PixelImage, as rendition: Rendition) {
    switch rendition.method {
    case .symbols(let symbols):
      self = .cells(
        CellImage(
          image, symbols: symbols, colors: rendition.colors, background: rendition.paper.color))
    case .kitty(let cell, let isDeflated):
      self = .graphic(
        .kitty(
          of: image, id: Self.id(of: image, as: rendition), cell: cell,
          background: rendition.paper.color,
          deflate: isDeflated ? { Deflation.smaller($0) } : nil))
    case .sixel(let cell, let registers, let isWhole):
      self = .graphic(
        .sixel(
          of: image, id: Self.id(of: image, as: rendition), cell: cell,
          background: rendition.paper.color, registers: registers, isWhole: isWhole))
    case .iterm2(let cell):
      self = .graphic(
        .iterm2(
          of: image, id: Self.id(of: image, as: rendition), cell: cell,
          background: rendition.paper.color, file: PNGFile.bytes))
    }
  }

  /// Renders a picture for printing: graphics are drawn at the cursor as one image.
  init(printing image: PixelImage, as rendition: Rendition) {
    let background = rendition.paper.color
    switch rendition.method {
    case .symbols, .kitty: self.init(of: image, as: rendition)
    case .sixel(let cell, let registers, _):
      self = .graphic(
        .printedSixels(
          of: image, id: Self.id(of: image, as: rendition), cell: cell, background: background,
          registers: registers))
    case .iterm2(let cell):
      self = .graphic(
        .printedInline(
          of: image, id: Self.id(of: image, as: rendition), cell: cell, background: background,
          file: PNGFile.bytes))
    }
  }

  /// Renders a picture for a terminal that stretches it over cells; returns nil for other
  /// terminals.
  init?(stretching image: PixelImage, over cells: CellSize, as rendition: Rendition) {
    guard case .kitty(_, let isDeflated) = rendition.method else { return nil }
    self = .graphic(
      .kitty(
        stretching: image, over: cells, id: Self.id(of: image, as: rendition, over: cells),
        background: rendition.paper.color,
        deflate: isDeflated ? { Deflation.smaller($0) } : nil))
  }

  private static func id(
    of image: PixelImage, as rendition: Rendition, over cells: CellSize? = nil
  ) -> UInt32 {
    let digest = GraphicIDs.digest(of: image, as: rendition, over: cells)
    return ids.withLock { $0.id(of: digest) }
  }
}

/// The ids of graphics by their content.
///
/// A picture that is decoded again keeps its id, because the terminal may still have the graphic.
struct GraphicIDs: ~Copyable {
  /// The most digests kept: half a megabyte.
  static let mostDigests = 1 << 14

  private var ids: [Int: UInt32] = [:]
  private var last: UInt32 = 0

  /// A digest of a picture with a negligible chance of collision; it differs between processes.
  ///
  /// - Parameter cells: the cells over which the terminal stretches the picture; nil for its own size.
  /// - Complexity: O(pixels).
  static func digest(
    of image: PixelImage, as rendition: Rendition, over cells: CellSize? = nil
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(rendition)
    hasher.combine(cells)
    hasher.combine(image.size)
    image.pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// The id of a digest, from 1 to 2^24 - 1, then from 1 again, when the first ones are long gone.
  mutating func id(of digest: Int) -> UInt32 {
    if let id = ids[digest] { return id }
    if ids.count == Self.mostDigests { ids.removeAll(keepingCapacity: true) }
    last = last % 0xFF_FFFF + 1
    ids[digest] = last
    return last
  }
}

extension PixelImage {
  /// The picture with its rendering, if the terminal does not show the pixels directly.
  package func rendered(as rendition: Rendition) -> PixelImage {
    guard rendition.needsRendering, size.area > 0 else { return self }
    var image = self
    image.rendering = Rendering(of: self, as: rendition)
    return image
  }
}

/// Compresses pixels for a terminal with zlib (RFC 1950).
///
/// Level 1, because level 6 saves at most 4 % more of photographs and takes up to twice the time.
enum Deflation {
  /// The compressed bytes; nil if they save less than a sixteenth.
  ///
  /// - Complexity: O(bytes), about 40 ns each.
  static func smaller(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    compressed(bytes, room: bytes.count - bytes.count / 16)
  }

  /// The compressed bytes, whatever their number.
  ///
  /// - Complexity: O(bytes), about 40 ns each.
  static func whole(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard let whole = compressed(bytes, room: Int(compressBound(uLong(bytes.count)))) else {
      // With enough room for the output, the only possible error is a lack of memory.
      fatalError("zlib ran out of memory")
    }
    return whole
  }

  private static func compressed(_ bytes: UnsafeRawBufferPointer, room: Int) -> [UInt8]? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { target -> [UInt8]? in
      var length = uLongf(room)
      let source = bytes.bindMemory(to: UInt8.self).baseAddress
      let outcome = compress2(target.baseAddress, &length, source, uLong(bytes.count), 1)
      return outcome == Z_OK ? Array(target[..<Int(length)]) : nil
    }
  }
}
