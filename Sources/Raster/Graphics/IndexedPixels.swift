/// A picture as color registers of a terminal: one byte per pixel.
struct IndexedPixels {
  let size: PixelSize
  /// The register of each pixel, row by row from the top.
  let registers: [UInt8]
  let colors: [RegisterColor]
}

/// The color registers of a terminal that draws sixels.
package enum SixelRegisters: Hashable, Sendable {
  /// All pictures on the screen share the registers: they are dithered in the same 216 colors.
  case shared
  /// Each picture has its own registers, from 2 to 256.
  case own(Int)

  /// The registers of a terminal.
  ///
  /// - Parameters:
  ///   - areOwn: whether each picture has its own.
  ///   - count: their number; nil if unknown, which means shared.
  package init(areOwn: Bool, count: Int?) {
    guard areOwn, let count, count >= 2 else {
      self = .shared
      return
    }
    self = .own(min(count, 256))
  }

  /// Quantizes a picture for these registers.
  func indexed(_ picture: PixelImage) -> IndexedPixels {
    switch self {
    case .shared: FixedPalette.indexed(picture)
    case .own(let count): DiffusedPixels.indexed(picture, colors: count)
    }
  }
}
