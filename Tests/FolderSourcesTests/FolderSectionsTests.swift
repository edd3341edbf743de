import FoundationEssentials
import GalleryItems
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// The folders inside a folder, as sections.
@Suite struct FolderSectionsTests {
  private func listing(_ paths: [String], _ sorting: PictureSorting = PictureSorting()) throws
    -> FolderSnapshot
  {
    var listing = FolderListing(root: Array("/a/b c/".utf8), sorting: sorting, hasSections: true)
    for path in paths { listing.put(path) }
    return try listing.takeSnapshot()
  }

  private func headers(_ snapshot: FolderSnapshot) -> [String] {
    let sections = snapshot.sections
    return (0..<sections.count).map {
      "\(sections.start(of: $0)) \(sections.title(of: $0) ?? "")"
    }
  }

  @Test func `each folder with pictures is a section, the named one first`() throws {
    let snapshot = try listing([
      "x/2.png", "x/1.png", "z.png", "x/y/3.png", "x10/4.png", "x9/5.png",
    ])
    #expect(headers(snapshot) == ["0 b c", "1 x", "3 x/y", "4 x9", "5 x10"])
    #expect(snapshot.item(at: [0, 1]).captionInSection == "1.png")
    #expect(snapshot.item(at: [0, 1]).caption == "x/1.png")
  }

  @Test func `a folder without pictures of its own is no section`() throws {
    #expect(headers(try listing(["x/y/3.png"])) == ["0 x/y"])
  }

  @Test func `the reverse order of names has the sections reversed, other orders have none`() throws
  {
    let paths = ["x/2.png", "z.png"]
    #expect(headers(try listing(paths, PictureSorting(isReversed: true))) == ["0 x", "1 b c"])
    for order in PictureOrder.allCases where order != .name {
      #expect(headers(try listing(paths, PictureSorting(order: order))) == [])
    }
  }

  @Test func `sections before and behind the one that changes stay`() throws {
    var listing = FolderListing(root: [], hasSections: true)
    var staying: [[Int?]] = []
    for paths in [
      ["a/1.png", "b/1.png", "c/1.png", "d/1.png"], ["b/2.png"], ["a/0.png"], ["d/2.png"],
    ] {
      for path in paths { listing.put(path) }
      let sections = listing.takeChange()?.sections
      staying.append([sections?.kept, sections?.moved])
    }
    #expect(staying == [[0, 0], [2, 2], [1, 3], [4, 0]])
  }

  @Test(arguments: [
    ("/", "/"), ("/tmp/", "tmp"), ("/tmp/../tmp/.", "tmp"), ("pictures/", "pictures"),
  ])
  func `a folder is called by its own name, however it is named`(path: String, name: String) {
    let found = FileLocation.folderName(of: Array(path.utf8))
    #expect(String(decoding: found, as: UTF8.self) == name)
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...30)
  func `sections are those of a look at every picture`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var listing = FolderListing(root: [], hasSections: true)
    var (starts, count) = ([Int](), 0)
    for _ in 1...20 {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let folder = ["", "a/", "b/", "a/c/", "d/"].randomElement(using: &random) ?? ""
        listing.put(folder + "\(Int.random(in: 0...20, using: &random)).png")
      }
      guard let change = listing.takeChange() else { continue }
      let snapshot = change.snapshot
      let folders = (0..<snapshot.numberOfItems(inSection: 0)).map { place in
        let item = snapshot.item(at: [0, place])
        return item.caption.dropLast(item.captionInSection.count)
      }
      let naive = folders.indices.filter { $0 == 0 || folders[$0] != folders[$0 - 1] }
      let sections = snapshot.sections
      let kept = zip(starts, naive).prefix { $0 == $1 }.count
      let growth = folders.count - count
      let mostMoved = zip(starts.reversed(), naive.reversed()).prefix { $1 - $0 == growth }.count
      let moved = change.sections.moved
      #expect(moved <= min(mostMoved, naive.count - kept, starts.count - kept), "seed \(seed)")
      (starts, count) = ((0..<sections.count).map(sections.start), folders.count)
      #expect(starts == naive && change.sections.kept == kept, "seed \(seed)")
    }
  }
}

extension FolderListing {
  /// Adds a picture at a path below the root.
  fileprivate mutating func put(_ path: String) {
    let name = FileLocation.name(in: Array(path.utf8))
    let folder = Array(path.utf8.dropLast(name.count))
    put(
      FolderListing.File(name: Array(name), folder: number(ofFolder: folder)), status: nil)
  }
}
