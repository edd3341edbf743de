import Foundation
import Testing

@testable import GalleryApp

/// The URLs behind printed names.
@Suite struct PictureLinkTests {
  private func link(_ text: String) throws -> String? {
    PictureLink.target(of: try #require(URL(string: text)), host: "box")
  }

  @Test func `a file's link names this machine`() throws {
    #expect(try link("file:///home/a/b%20c.jpg") == "file://box/home/a/b%20c.jpg")
  }

  @Test func `a link to a server has no password`() throws {
    #expect(try link("https://me:secret@host/a.jpg?x=1") == "https://host/a.jpg?x=1")
  }

  @Test func `a picture that no program could open has no link`() throws {
    #expect(try link("archive:///a.zip/b.jpg#12") == nil)
    #expect(try link("data:image/png;base64,AAAA") == nil)
    #expect(try link("http://host/" + String(repeating: "a", count: 3_000)) == nil)
  }
}
