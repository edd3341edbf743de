import Raster
import Testing

@testable import TerminalGraphics

@Suite struct GraphicHoldingsTests {
  @Test func `a name is not given out again while an answer about it may come`() {
    let graphic = Graphic.kitty(
      of: PixelImage(size: PixelSize(width: 40, height: 35), filledWith: 0xFF12_3456), id: 1,
      cell: PixelSize(width: 4, height: 7), background: Color(rawValue: 0))
    var holdings = GraphicHoldings(
      firstName: GraphicHoldings.names.upperBound, quotaBytes: 1 << 20)
    var names: [UInt32] = []
    for _ in 0..<3 {
      names.append(holdings.add(graphic).name)
      _ = holdings.remove(graphic.id)
    }
    #expect(names == [0xFF_FFFF, 0x100, 0x101])
  }
}
