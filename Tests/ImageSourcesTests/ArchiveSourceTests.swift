import Archives
import FoundationEssentials
import GalleryItems
import Raster
import SourceItems
import TestSupport
import Testing

@testable import ImageSources

/// Pictures in zip archives.
@Suite(.timeLimit(.minutes(1))) struct ArchiveSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func archive(_ names: [String], as name: String = "b k.cbz") throws -> String {
    let sketch = ZipSketch(names.map { .init($0, Array($0.utf8)) })
    return try folder.file(name, sketch.bytes).path
  }

  @Test func `pictures come in natural order, and folders are sections`() throws {
    let path = try archive([
      "ch10/1.png", "ch2/b.jpg", "ch2/a10.jpg", "ch2/a9.jpg", "cover.jpg", "notes.txt", "ch2/",
      ".hidden.jpg", "__MACOSX/ch2/._a9.jpg",
    ])
    let items = try SourceArguments(sources: [path]).resolve().items
    let captions = (0..<items.itemCount).map { items.item(at: [0, $0]).caption }
    #expect(captions == ["cover.jpg", "ch2/a9.jpg", "ch2/a10.jpg", "ch2/b.jpg", "ch10/1.png"])
    let sections = items.sections
    #expect((0..<sections.count).map { sections.title(of: $0) } == ["b k.cbz", "ch2", "ch10"])
    let address = items.item(at: [0, 1]).url(for: .init(width: 1, height: 1))
    #expect(address?.scheme == "archive" && address?.path == path + "/ch2/a9.jpg")
    #expect(address?.fragment.flatMap { Int($0) } != nil)
  }

  @Test func `an archive that cannot be read says why`() throws {
    let path = try folder.file("a.zip", Array("no archive".utf8)).path
    #expect(
      throws: SourceError.unreadable(path, reason: "no zip archive, or its end is missing")
    ) { try SourceArguments(sources: [path]).resolve() }
    let empty = try archive(["notes.txt"])
    #expect(throws: SourceError.empty(empty)) { try SourceArguments(sources: [empty]).resolve() }
  }
}
