import CZlib
import GalleryCore
import Raster
import Synchronization

extension Rendering {
  /// The last id that a graphic received.
  private static let lastGraphic = Atomic<UInt32>(0)

  /// Renders a picture for the terminal; its pixels are those of the rendition.
  init(of image: PixelImage, as rendition: Rendition) {
    switch rendition.method {
    case .symbols(let symbols):
      self = .cells(
        CellImage(
          image, symbols: symbols, colors: rendition.colors, background: Theme.picture))
    case .kitty(let cell, let isDeflated):
      self = .graphic(
        .kitty(
          of: image, id: Self.nextGraphic, cell: cell, background: Theme.picture,
          deflate: isDeflated ? { Deflation.smaller($0) } : nil))
    case .sixel(let cell):
      self = .graphic(
        .sixel(of: image, id: Self.nextGraphic, cell: cell, background: Theme.picture))
    }
  }

  /// The next id, from 1 to 2^24 - 1, and then again from 1: by then the first ones are long gone.
  private static var nextGraphic: UInt32 {
    lastGraphic.wrappingAdd(1, ordering: .relaxed).oldValue % 0xFF_FFFF + 1
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

/// Compression of pixels for a terminal at a distance.
enum Deflation {
  /// The bytes as zlib compresses them (RFC 1950); nil where that saves less than a sixteenth.
  ///
  /// Level 1: of photographs, level 6 saves up to 4 % more and takes up to twice the time.
  /// - Complexity: O(bytes), about 40 ns each.
  static func smaller(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    let room = bytes.count - bytes.count / 16
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { target -> [UInt8]? in
      var length = uLongf(room)
      let source = bytes.bindMemory(to: UInt8.self).baseAddress
      let outcome = compress2(target.baseAddress, &length, source, uLong(bytes.count), 1)
      return outcome == Z_OK ? Array(target[..<Int(length)]) : nil
    }
  }
}
