import CZlib
import GalleryCore
import Raster
import Synchronization

extension Rendering {
  private static let ids = Mutex(GraphicIDs())

  /// Renders a picture for the terminal; its pixels are those of the rendition.
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

  /// Renders a picture that the terminal stretches over cells; nil for a terminal that can't.
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

/// The ids of graphics by what they show.
///
/// So a picture that is decoded again is the same graphic, which the terminal may still have.
struct GraphicIDs: ~Copyable {
  /// The most pictures that are remembered: half a megabyte.
  static let mostDigests = 1 << 14

  private var ids: [Int: UInt32] = [:]
  private var last: UInt32 = 0

  /// A number that hardly any other picture has; it is another one in each process.
  ///
  /// - Parameter cells: those over which the terminal stretches the picture; nil where it has its size.
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

  /// The id of a digest, from 1 to 2^24 - 1, and then again from 1: by then the first ones are long
  /// gone.
  mutating func id(of digest: Int) -> UInt32 {
    if let id = ids[digest] { return id }
    if ids.count == Self.mostDigests { ids.removeAll(keepingCapacity: true) }
    last = last % 0xFF_FFFF + 1
    ids[digest] = last
    return last
  }
}

extension PixelImage {
  /// The picture with its rendering for the terminal, if that differs from its pixels.
  package func rendered(as rendition: Rendition) -> PixelImage {
    guard rendition.needsRendering, size.area > 0 else { return self }
    var image = self
    image.rendering = Rendering(of: self, as: rendition)
    return image
  }
}

/// Compression of pixels for a terminal, by zlib (RFC 1950).
///
/// Level 1: of photographs, level 6 saves up to 4 % more and takes up to twice the time.
enum Deflation {
  /// The compressed bytes; nil where that saves less than a sixteenth.
  ///
  /// - Complexity: O(bytes), about 40 ns each.
  static func smaller(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    compressed(bytes, room: bytes.count - bytes.count / 16)
  }

  /// The compressed bytes, however many.
  ///
  /// - Complexity: O(bytes), about 40 ns each.
  static func whole(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard let whole = compressed(bytes, room: Int(compressBound(uLong(bytes.count)))) else {
      // With room for all of them, the one error left is that memory ran out.
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
