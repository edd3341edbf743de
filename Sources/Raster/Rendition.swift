/// The way pictures are shown on a terminal: the characters or graphics, and the colors.
package struct Rendition: Hashable, Sendable {
  package enum Method: Hashable, Sendable {
    case symbols(SymbolSet)
    /// The terminal draws by the kitty protocol; its cells have this size in pixels.
    ///
    /// `isDeflated` compresses the pixels, as a remote terminal needs it.
    case kitty(cell: PixelSize, isDeflated: Bool = false)
    /// The terminal draws sixels.
    ///
    /// `isWhole` encodes a picture of several rows also as one image.
    case sixel(cell: PixelSize, registers: SixelRegisters = .shared, isWhole: Bool = false)
    /// The terminal draws inline images, as iTerm2.
    case iterm2(cell: PixelSize)
  }

  package var method: Method
  package var colors: ColorDepth
  /// The terminal's background, which shows through transparent pixels.
  package var paper: Paper

  /// Creates a rendition, by default half blocks in 24-bit color.
  package init(
    _ method: Method = .symbols(.half), colors: ColorDepth = .trueColor, paper: Paper = .dark
  ) {
    self.method = method
    self.colors = colors
    self.paper = paper
  }

  /// Whether pictures need a `Rendering`; half blocks in 24-bit color are drawn from the pixels.
  package var needsRendering: Bool { self != Rendition(paper: paper) }

  /// The size in pixels of a picture that fills an area of cells.
  package func pixelSize(of cells: CellSize) -> PixelSize {
    let cell = pixelsPerCell
    return PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
  }

  /// The size of the same picture in square pixels, as image requests state it; never smaller.
  package func squareSize(for size: PixelSize) -> PixelSize {
    let aspect = pixelAspect
    return PixelSize(width: size.width, height: size.height * aspect.height / aspect.width)
  }

  /// The ratio of a pixel's width to its height, for cells twice as high as wide.
  package var pixelAspect: (width: Int, height: Int) {
    guard case .symbols = method else { return (1, 1) }
    return (pixelsPerCell.height, 2 * pixelsPerCell.width)
  }

  package var pixelsPerCell: PixelSize {
    switch method {
    case .symbols(let symbols): symbols.pixelsPerCell
    case .kitty(let cell, _), .sixel(let cell, _, _), .iterm2(let cell): cell
    }
  }

  /// The rendition with all parameters as text: `cells/sextant/256`, `kitty/8x16/24bit`.
  ///
  /// Cache keys contain it, so it must not change.
  package var identifier: String {
    let name =
      switch method {
      case .symbols(let symbols): "cells/\(symbols.rawValue)"
      case .kitty(let cell, let isDeflated): "kitty/\(cell)\(isDeflated ? "/z" : "")"
      case .sixel(let cell, .shared, let isWhole): "sixel/\(cell)\(isWhole ? "/whole" : "")"
      case .sixel(let cell, .own(let count), let isWhole):
        "sixel/\(cell)/own\(count)\(isWhole ? "/whole" : "")"
      case .iterm2(let cell): "iterm2/\(cell)"
      }
    return "\(name)/\(colors.rawValue)" + (paper == .dark ? "" : "/\(paper.identifier)")
  }
}

/// The background behind and beside pictures.
package struct Paper: Hashable, Sendable {
  package let color: Color

  package init(_ background: Color) { color = background }

  /// The fallback for terminals that don't report their background: close to most dark ones.
  package static let dark = Paper(Color(rawValue: 0x14_161B))
  /// The same for light terminals.
  package static let light = Paper(Color(rawValue: 0xFA_FAFA))

  package var isBright: Bool { color.isBright }
  /// Black or white, whichever has more contrast.
  package var farthest: Color { Color(rawValue: isBright ? 0 : 0xFF_FFFF) }

  /// The color as text for cache keys.
  fileprivate var identifier: String {
    let digits = String(color.rawValue & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// A picture in the form that a terminal shows; made from the pixels once and kept with them.
package enum Rendering: Hashable, Sendable {
  case cells(CellImage)
  case graphic(Graphic)

  package var size: CellSize {
    switch self {
    case .cells(let image): image.size
    case .graphic(let graphic): graphic.size
    }
  }

  package var costBytes: Int {
    switch self {
    case .cells(let image): image.costBytes
    case .graphic(let graphic): graphic.costBytes
    }
  }
}

/// A picture as cells.
package struct CellImage: Hashable, Sendable {
  package let size: CellSize
  /// Row by row from the top; `size.area` cells.
  package let cells: [Cell]

  /// - Precondition: `cells.count == size.area`.
  package init(size: CellSize, cells: [Cell]) {
    precondition(cells.count == size.area, "a picture of \(size) has \(size.area) cells")
    self.size = size
    self.cells = cells
  }

  package var costBytes: Int { cells.count * MemoryLayout<Cell>.stride }
}
