import Foundation
import TestSupport
import Testing

@testable import GalleryApp

/// Downloads get harmless names, and are kept until they are moved.
@Suite struct DownloadTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

  private func name(_ url: String, _ data: Data = png) throws -> String {
    DownloadName.name(of: try #require(URL(string: url)), data)
  }

  @Test(arguments: [
    ("https://a.example/x/cat.jpg?w=3#top", "cat.jpg"),
    ("https://a.example/cat", "cat.png"),
    ("https://a.example/", "picture.png"),
    ("https://a.example/%2e%2e", "picture.png"),
    ("https://a.example/..%2F..%2Fetc%2Fpasswd.jpg", "etcpasswd.jpg"),
    ("https://a.example/.bashrc", "bashrc.png"),
    ("https://a.example/a%00b%1B%5B31m%7F.jpg", "ab[31m.jpg"),
    ("https://a.example/caf%C3%A9.webp", "café.webp"),
    ("https://a.example/%FF.png", "\u{FFFD}.png"),
    ("archive:///home/a/book.cbz/chapter%201/01.jpg#81920", "01.jpg"),
    ("data:image/png;base64,AAAA", "picture.png"),
  ]) func `a name is the last part of a path without anything that hides or harms`(
    url: String, expected: String
  ) throws {
    #expect(try name(url) == expected)
  }

  @Test func `a long name keeps its extension, and an unknown format none`() throws {
    let long = try name("https://a.example/" + String(repeating: "%C3%A9", count: 300) + ".jpg")
    #expect(long.utf8.count <= 200 && long.hasSuffix("é.jpg"))
    #expect(try name("https://a.example/notes", Data("text".utf8)) == "notes")
  }

  @Test(arguments: [
    (#"XDG_DOWNLOAD_DIR="$HOME/Herunter geladen""#, "/home/a/Herunter geladen"),
    ("# no\nXDG_DOWNLOAD_DIR=\"/data/in\"\n", "/data/in"),
    (#"XDG_DOWNLOAD_DIR="relative""#, nil), (#"XDG_DOWNLOAD_DIR="/cut"#, nil), ("", nil),
  ]) func `the desktop names the folder for downloads`(text: String, expected: String?) {
    #expect(DownloadFolder.chosen(in: text, home: "/home/a") == expected)
  }

  @Test func `without a desktop, it is in the home folder`() {
    #expect(DownloadFolder.path(environment: ["HOME": "/no/such"]) == "~/Downloads")
    #expect(DownloadFolder.path(environment: [:]) == "~/Downloads")
  }

  @Test func `downloads of one name or URL don't meet, and are removed after a week`() throws {
    let folder = try TemporaryFolder()
    let shelf = DownloadShelf(folder: folder.path + "/new/downloads")
    let urls = try ["https://a.example/1.png", "https://b.example/1.png"].map {
      try #require(URL(string: $0))
    }
    let paths = try urls.map { String(decoding: try shelf.store(Self.png, of: $0), as: UTF8.self) }
    #expect(Set(paths).count == 2 && paths.allSatisfy { $0.hasSuffix("/1.png") })
    #expect(try Data(contentsOf: URL(fileURLWithPath: paths[1])) == Self.png)
    let again = String(decoding: try shelf.store(Data([1]), of: urls[0]), as: UTF8.self)
    #expect(again != paths[0] && again.hasSuffix("/1.png"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: paths[0])) == Self.png)
    let now = Int(Date().timeIntervalSince1970)
    shelf.sweep(now: now + DownloadShelf.lifetime - 3_600)
    #expect(FileManager.default.fileExists(atPath: paths[0]))
    shelf.sweep(now: now + DownloadShelf.lifetime + 3_600)
    #expect(!FileManager.default.fileExists(atPath: paths[0]))
  }
}
