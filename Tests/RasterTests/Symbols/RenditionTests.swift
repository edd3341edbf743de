import Testing

@testable import Raster

@Suite struct RenditionTests {
  @Test func `its identifier tells all of it`() {
    #expect(Rendition(.symbols(.sextant), colors: .indexed256).identifier == "cells/sextant/256")
    #expect(Rendition().identifier == "cells/half/24bit")
    #expect(Rendition(paper: .light).identifier == "cells/half/24bit/#fafafa")
    let black = Paper(Color(rawValue: 0))
    #expect(Rendition(paper: black).identifier == "cells/half/24bit/#000000")
    let cell = PixelSize(width: 8, height: 16)
    #expect(Rendition(.kitty(cell: cell)).identifier == "kitty/8x16/24bit")
    #expect(
      Rendition(.kitty(cell: cell, isDeflated: true)).identifier == "kitty/8x16/z/24bit")
    #expect(Rendition(.sixel(cell: cell), colors: .ansi16).identifier == "sixel/8x16/16")
    #expect(
      Rendition(.sixel(cell: cell, registers: .own(64), isWhole: true)).identifier
        == "sixel/8x16/own64/whole/24bit")
    #expect(
      Rendition(.sixel(cell: cell, registers: .own(64))).identifier == "sixel/8x16/own64/24bit")
    #expect(Rendition(.iterm2(cell: cell)).identifier == "iterm2/8x16/24bit")
  }

  @Test func `the pixels of every set fill the cells that it was asked for`() {
    for symbols in SymbolSet.allCases {
      let rendition = Rendition(.symbols(symbols))
      let cells = CellSize(columns: 7, rows: 3)
      let picture = PixelImage(size: rendition.pixelSize(of: cells), filledWith: 0xFFFF_FFFF)
      #expect(
        CellImage(picture, symbols: symbols, background: .terminalDefault).size == cells)
      // A cell is twice as high as wide, whatever its pixels are.
      let (block, aspect) = (symbols.pixelsPerCell, rendition.pixelAspect)
      #expect(2 * block.width * aspect.width == block.height * aspect.height)
    }
  }
}
