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
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1.0 KB"), (12_345, "12.3 KB"), (999_949, "999.9 KB"),
    (999_950, "1.0 MB"), (512_000_000, "512.0 MB"), (999_949_999, "999.9 MB"),
    (999_950_000, "1.0 GB"), (2_500_000_000, "2.5 GB"),
  ])
  func `a number of bytes has the unit that leaves at most three digits`(bytes: Int, text: String) {
    #expect(byteText(bytes) == text)
  }

  @Test func `words are wrapped and over-long ones cut`() {
    #expect(wrapped("the server answered 404", columns: 10) == ["the server", "answered", "404"])
    #expect(wrapped("abcdefghij", columns: 4) == ["abcd"])
    #expect(wrapped("a", columns: 0) == [])
  }
}
