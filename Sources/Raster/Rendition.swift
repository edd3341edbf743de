/// How pictures are shown on a terminal: with which characters or graphics, in which colors.
package struct Rendition: Hashable, Sendable {
  package enum Method: Hashable, Sendable {
    case symbols(SymbolSet)
    /// The terminal draws; a cell of it has this many pixels.
    case kitty(cell: PixelSize)
    case sixel(cell: PixelSize)
  }

  package var method: Method
  package var colors: ColorDepth

  /// Half blocks in 24-bit color by default.
  package init(_ method: Method = .symbols(.half), colors: ColorDepth = .trueColor) {
    self.method = method
    self.colors = colors
  }

  /// False when the pixels are drawn as they are.
  package var needsRendering: Bool { self != Rendition() }

  /// The pixels of a picture that fills so many cells, as they are shown.
  package func pixelSize(of cells: CellSize) -> PixelSize {
    let cell = pixelsPerCell
    return PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
  }

  /// As large a picture of square pixels, of at least as many: what a server is asked for.
  package func squareSize(for size: PixelSize) -> PixelSize {
    let aspect = pixelAspect
    return PixelSize(width: size.width, height: size.height * aspect.height / aspect.width)
  }

  /// The width of a pixel in heights of a pixel; cells are taken for twice as high as wide.
  package var pixelAspect: (width: Int, height: Int) {
    guard case .symbols = method else { return (1, 1) }
    return (pixelsPerCell.height, 2 * pixelsPerCell.width)
  }

  package var pixelsPerCell: PixelSize {
    switch method {
    case .symbols(let symbols): symbols.pixelsPerCell
    case .kitty(let cell), .sixel(let cell): cell
    }
  }
  /// Names it with all its parameters: `cells/sextant/256`, `kitty/8x16/24bit`.
  ///
  /// It is part of what names a picture in caches and is meant to stay the same.
  package var identifier: String {
    let name =
      switch method {
      case .symbols(let symbols): "cells/\(symbols.rawValue)"
      case .kitty(let cell): "kitty/\(cell)"
      case .sixel(let cell): "sixel/\(cell)"
      }
    return "\(name)/\(colors.rawValue)"
  }
}

/// What a terminal shows of a picture, made of its pixels once and kept with them.
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

/// A picture as cells: what is drawn of it, whatever it is drawn on.
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
