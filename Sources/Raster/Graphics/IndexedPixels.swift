/// A picture in the registers of a terminal: a byte for each pixel.
struct IndexedPixels {
  let size: PixelSize
  /// The register of each pixel, row by row from the top.
  let registers: [UInt8]
  let colors: [RegisterColor]
}

/// The color registers of a terminal that draws sixels.
package enum SixelRegisters: Hashable, Sendable {
  /// All pictures on the screen share them: each is dithered in the same 216 colors.
  case shared
  /// Each picture has as many of its own, from 2 to 256.
  case own(Int)

  /// The registers of a terminal.
  ///
  /// - Parameters:
  ///   - areOwn: whether each picture has its own.
  ///   - count: their number; nil where it is unknown, which counts as shared.
  package init(areOwn: Bool, count: Int?) {
    guard areOwn, let count, count >= 2 else {
      self = .shared
      return
    }
    self = .own(min(count, 256))
  }

  /// The picture in the colors that show it best.
  func indexed(_ picture: PixelImage) -> IndexedPixels {
    switch self {
    case .shared: FixedPalette.indexed(picture)
    case .own(let count): DiffusedPixels.indexed(picture, colors: count)
    }
  }
}
