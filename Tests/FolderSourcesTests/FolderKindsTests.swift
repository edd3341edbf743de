import Foundation
import GalleryItems
import Glibc
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// The files of a folder that are pictures.
@Suite(.timeLimit(.minutes(1))) struct FolderKindsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ bytes: [UInt8] = [1]) throws {
    _ = try folder.file(name, bytes)
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func captions() throws -> [String] {
    let items = try FolderSource(folder.url.path, options: FolderSource.Options()).read()
    return (0..<items.numberOfItems(inSection: 0)).map { items.item(at: [0, $0]).caption }
  }

  @Test func `links are followed, and what is no file is passed over`() throws {
    try write("a.png")
    symlink(path("a.png"), path("b.png"))
    symlink(path("nowhere"), path("c.png"))
    mkfifo(path("d.png"), 0o600)
    try write(".hidden.png")
    try FileManager.default.createDirectory(
      atPath: path("e.png"), withIntermediateDirectories: false)
    #expect(try captions() == ["a.png", "b.png"])
  }

  @Test func `links with a picture's name that lead to no file are counted`() throws {
    symlink(path("nowhere"), path("a.png"))
    symlink(path("nowhere"), path("notes"))
    var leftOut = LeftOutEntries()
    leftOut.brokenLinks = 1
    #expect(throws: SourceError.empty(folder.url.path, leftOut: leftOut)) { try captions() }
  }

  @Test(arguments: [
    "jpeg", "a.jfif", "a.jpe", "a.jpg_large", "a.jpg~", "a.apng", "a.dib", "a.hif",
    "Scan 2024.05.01",
    "a.", "a.bak",
  ])
  func `a file is a picture if it begins as one, unless its ending is that of another kind`(
    name: String
  ) throws {
    try write(name, [0xFF, 0xD8, 0xFF, 0xE0])
    for other in ["song.MP3", "movie.part", "a.txt", "a.mp4"] {
      try write(other, [0xFF, 0xD8, 0xFF, 0xE0])
    }
    try write("Scan 2023.05.01", Array("Pictures of us".utf8))
    try write("notes", Array("Pictures of us".utf8))
    #expect(try captions() == [name])
  }

  @Test func `only files are opened whose endings tell nothing`() throws {
    for name in ["a.png", "b.JFIF", "c.txt", "d.xmp", "e.mp4", "f.v2"] { try write(name) }
    let opened = try OpenedFiles(in: folder.url)
    #expect(try captions() == ["a.png", "b.JFIF"])
    #expect(opened.names() == ["f.v2"])
  }

  @Test func `videos are pictures where they are asked for`() throws {
    for name in ["a.png", "b.mp4", "c.MKV", "d.txt"] { try write(name) }
    var options = FolderSource.Options()
    func items() throws -> [GalleryItem] {
      let items = try FolderSource(folder.url.path, options: options).read()
      return (0..<items.numberOfItems(inSection: 0)).map { items.item(at: [0, $0]) }
    }
    #expect(try items().map(\.caption) == ["a.png"])
    options.videos = .shown
    #expect(try items().map(\.caption) == ["a.png", "b.mp4", "c.MKV"])
    #expect(try items().map { $0.label() } == ["a.png", "► b.mp4", "► c.MKV"])
  }
}
