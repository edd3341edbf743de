import DiskCache
import GalleryCore
import ImageLoading
import Testing

@testable import filmstrip

/// The sizes that options take.
@Suite struct MagnitudeTests {
  @Test(arguments: [
    ("500K", "500.0 KB"), ("512M", "512.0 MB"), ("2g", "2.0 GB"), ("812", "812 B"),
  ])
  func `a size means what it is printed as`(typed: String, printed: String) throws {
    #expect(byteText(try Magnitude.value(of: typed)) == printed)
  }

  @Test func `help names defaults by a size that means them`() throws {
    for value in [DataCache.defaultLimitBytes, ImageLimits().maxBytes, ImageLimits().maxPixels] {
      let text = Magnitude.text(value)
      #expect(try text.last == "M" && Magnitude.value(of: text) == value)
    }
  }

  @Test(arguments: ["", "K", "-1K", "1T", "1.5M", "9223372036854775807K"])
  func `other sizes are refused`(typed: String) {
    #expect(throws: (any Error).self) { try Magnitude.value(of: typed) }
  }
}
