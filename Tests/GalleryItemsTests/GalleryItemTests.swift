import FoundationEssentials
import GalleryItems
import Raster
import Testing

@Suite struct GalleryItemTests {
  private func item(_ location: GalleryItem.Location) -> GalleryItem {
    GalleryItem(id: "1", caption: "one", location: location)
  }

  @Test func `a template is filled in with the size asked for`() {
    let item = item(.template("http://127.0.0.1:8080/{width}x{height}?text=food%201&w={width}"))
    #expect(
      item.url(for: PixelSize(width: 48, height: 16))?.absoluteString
        == "http://127.0.0.1:8080/48x16?text=food%201&w=48")
  }

  @Test func `a template may leave one side out`() {
    let item = item(.template("https://example.org/w/{width}.png"))
    #expect(
      item.url(for: PixelSize(width: 9, height: 1))?.absoluteString
        == "https://example.org/w/9.png")
  }

  @Test func `a plain address is the same at every size`() throws {
    let url = try #require(URL(string: "https://example.org/a%20{width}.png"))
    #expect(item(.url(url)).url(for: PixelSize(width: 1, height: 1)) == url)
    #expect(item(.url(url)).url(for: PixelSize(width: 0, height: 0)) == url)
  }

  @Test(arguments: ["", "http://[{width}", "http://host:{width}x{height}/"])
  func `a template that makes no URL gives none`(template: String) {
    #expect(item(.template(template)).url(for: PixelSize(width: 1, height: 1)) == nil)
  }

  @Test func `a template is not asked for a picture without pixels`() {
    let item = item(.template("https://example.org/{width}x{height}"))
    #expect(item.url(for: PixelSize(width: 0, height: 5)) == nil)
    #expect(item.url(for: PixelSize(width: 5, height: -1)) == nil)
  }
}
