/// Converts pictures to cells, in the characters and colors of a terminal.
///
/// Each pixel of the picture is one of a cell's `SymbolSet.pixelsPerCell`, whatever its shape on the screen. The error
/// is the squared distance in gamma-encoded sRGB, as in a peak signal-to-noise ratio.
///
/// With fewer than 24 bits of color, cells have the best two colors of the palette. Their errors are diffused to the
/// next cells of the picture. Without colors, cells have the terminal's own two.
package struct CellConverter: Sendable {
  private let symbols: SymbolSet
  private let colors: ColorDepth
  private let background: Color

  /// - Parameter background: shows through transparent pixels, and where the picture does not fill
  ///   a cell; the terminal's default counts as black.
  package init(symbols: SymbolSet, colors: ColorDepth, background: Color) {
    self.symbols = symbols
    self.colors = colors
    self.background = background
  }

  /// The cells of a picture, with the background in the unfilled part of the last ones.
  ///
  /// - Complexity: O(cells); one allocation for all of them.
  package func cells(of image: PixelImage) -> CellImage {
    guard let space = PaletteSpace.of(colors, isGray: image.isGray) else {
      return colors == .mono ? monochrome(image) : exact(image)
    }
    return indexed(image, space)
  }

  private func exact(_ image: PixelImage) -> CellImage {
    let back = Color(rawValue: background.rawValue & 0xFF_FFFF)
    switch symbols {
    case .half: return convert(image, on: back, with: HalfBlocks())
    case .quadrant, .sextant, .octant, .braille:
      return convert(image, on: back, with: TwoColorCells(symbols))
    case .ascii: return convert(image, on: back, with: ASCIICells())
    }
  }

  private func indexed(_ image: PixelImage, _ space: PaletteSpace) -> CellImage {
    // The background is a color of the palette, so that nothing is dithered outside the picture.
    let back = space.palette.nearest(to: Color(rawValue: background.rawValue & 0xFF_FFFF))
    let columns = size(of: image).columns
    switch symbols {
    case .half, .quadrant, .sextant, .octant, .braille:
      let errors = DiffusedError(columns: columns, share: DiffusedError.bestShare(for: symbols))
      return convert(image, on: back, with: DiffusedCells(BlockShapes(symbols), space, errors))
    case .ascii:
      let errors = DiffusedError(columns: columns)
      return convert(image, on: back, with: DiffusedCells(ASCIITwoColorShapes(), space, errors))
    }
  }

  /// Draws the negative on a bright background, where the ink is dark.
  private func monochrome(_ image: PixelImage) -> CellImage {
    let isNegative = !background.isTerminalDefault && background.isBright
    let image = isNegative ? image.negative : image
    let back = Color(rawValue: 0)
    let columns = size(of: image).columns
    switch symbols {
    case .half, .quadrant, .sextant, .octant, .braille:
      return convert(image, on: back, with: MonochromeCells(symbols, columns: columns))
    case .ascii:
      return convert(image, on: back, with: MonochromeASCIICells(columns: columns))
    }
  }

  private func size(of image: PixelImage) -> CellSize {
    let block = symbols.pixelsPerCell
    return CellSize(
      columns: (image.size.width + block.width - 1) / block.width,
      rows: (image.size.height + block.height - 1) / block.height)
  }

  private func convert(
    _ image: PixelImage, on background: Color, with maker: some CellMaker
  ) -> CellImage {
    let block = symbols.pixelsPerCell
    let size = size(of: image)
    guard size.area > 0 else {
      return CellImage(size: CellSize(columns: 0, rows: 0), cells: [])
    }
    var maker = maker
    let cells = image.pixels.withUnsafeBufferPointer { pixels in
      let reader = BlockReader(
        pixels: pixels, size: image.size, block: block, background: background)
      return [Cell](unsafeUninitializedCapacity: size.area) { cells, count in
        for row in 0..<size.rows {
          maker.startRow()
          for column in 0..<size.columns {
            cells.initializeElement(at: count, to: maker.cell(reader.block(column, row)))
            count += 1
          }
        }
      }
    }
    return CellImage(size: size, cells: cells)
  }
}

extension CellImage {
  /// Converts a picture with a `CellConverter`.
  package init(
    _ image: PixelImage, symbols: SymbolSet, colors: ColorDepth = .trueColor, background: Color
  ) {
    self = CellConverter(symbols: symbols, colors: colors, background: background).cells(of: image)
  }
}

extension PixelImage {
  /// The picture with its brightness inverted.
  fileprivate var negative: PixelImage {
    PixelImage(size: size, pixels: pixels.map { $0 ^ 0xFF_FFFF })
  }

  /// Whether all pixels are gray; a colored pixel is usually found early.
  fileprivate var isGray: Bool {
    pixels.withUnsafeBufferPointer { pixels in
      pixels.allSatisfy { Color(rawValue: $0 & 0xFF_FFFF).isGray }
    }
  }
}

/// Makes the cells of a picture one after another, row by row from the left.
protocol CellMaker {
  /// Called before the first cell of a row.
  mutating func startRow()

  mutating func cell(_ block: PixelBlock) -> Cell
}

extension CellMaker {
  mutating func startRow() {}
}
