import Raster
import Testing

@testable import GalleryCore

@Suite struct FiguresTests {
  @Test func `figures have a fixed number of decimals`() {
    #expect(1.005.text(decimals: 2) == "1.00" || 1.005.text(decimals: 2) == "1.01")
    #expect(0.04.text(decimals: 1) == "0.0")
    #expect((-2.5).text(decimals: 1) == "-2.5")
    #expect(12.0.text(decimals: 0) == "12")
    #expect(Double.infinity.text(decimals: 2) == "–")
    #expect(byteText(12_345) == "12.3 KB")
  }

  @Test func `words are wrapped and over-long ones cut`() {
    #expect(wrapped("the server answered 404", columns: 10) == ["the server", "answered", "404"])
    #expect(wrapped("abcdefghij", columns: 4) == ["abcd"])
    #expect(wrapped("a", columns: 0) == [])
  }
}
