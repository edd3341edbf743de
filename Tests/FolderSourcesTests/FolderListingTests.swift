import FoundationEssentials
import GalleryItems
import Prefetching
import SourceItems
import TestSupport
import Testing

@testable import FolderSources

/// The pictures of folders as files come, change and go.
@Suite struct FolderListingTests {
  private func file(_ name: String) -> FolderListing.File {
    FolderListing.File(name: Array(name.utf8))
  }

  private func captions(_ snapshot: FolderSnapshot) -> [String] {
    (0..<snapshot.numberOfItems(inSection: 0)).map { snapshot.item(at: [0, $0]).caption }
  }

  @Test func `files are listed by natural names, and addressed by their paths`() throws {
    var listing = FolderListing(root: Array("/a b/".utf8))
    for name in ["img10.png", "img9.png", "ü.png"] { listing.put(file(name), status: nil) }
    let snapshot = try listing.takeSnapshot()
    #expect(captions(snapshot) == ["img9.png", "img10.png", "ü.png"])
    #expect(snapshot.item(at: [0, 2]).id == "file:///a%20b/%C3%BC.png")
    let isChanged = listing.takeChange() != nil
    #expect(!isChanged, "nothing has happened since")
  }

  @Test func `the files of a folder come before those of folders inside`() throws {
    var listing = FolderListing(root: [])
    let inner = listing.number(ofFolder: Array("a10/".utf8))
    let other = listing.number(ofFolder: Array("a9/".utf8))
    listing.put(FolderListing.File(name: Array("1.png".utf8), folder: inner), status: nil)
    listing.put(FolderListing.File(name: Array("2.png".utf8), folder: other), status: nil)
    listing.put(file("z.png"), status: nil)
    let snapshot = try listing.takeSnapshot()
    #expect(captions(snapshot) == ["z.png", "a9/2.png", "a10/1.png"])
  }

  @Test func `events of a folder that is only just read anew find its path`() throws {
    var listing = FolderListing(root: Array("/r/".utf8))
    var anew: FolderListing? = listing.emptied
    let folder = FolderReader.Folder(path: Array("new/".utf8), number: 1, changedAt: nil)
    var batch = FolderBatch(folder: folder, hasStatus: false)
    Array("a.png".utf8).withUnsafeBytes { batch.add($0, nil) }
    let number = listing.add(batch, anew: &anew)
    try #require(number < listing.names.folders.count)
    let file = FolderListing.File(name: Array("b.png".utf8), folder: number)
    #expect(String(decoding: listing.path(of: file), as: UTF8.self) == "/r/new/b.png")
    #expect(!listing.hasNews && anew?.hasNews == true, "it is shown once all is read")
  }

  @Test func `a snapshot stays as it was, whatever is added later`() throws {
    var listing = FolderListing(root: [])
    listing.put(file("b.png"), status: nil)
    let before = try listing.takeSnapshot()
    for number in 0..<10_000 { listing.put(file("a\(number).png"), status: nil) }
    let after = try listing.takeSnapshot()
    #expect(captions(before) == ["b.png"] && after.numberOfItems(inSection: 0) == 10_001)
    #expect(before.place(of: 1) == nil && after.place(of: 0) == 10_000)
  }

  @Test func `names that are added to a copy are not in the original`() {
    var table = NameTable()
    func add(_ name: String, to table: inout NameTable) {
      Array(name.utf8).withUnsafeBytes { table.add($0, inFolder: 0) }
    }
    func names(_ table: NameTable) -> [String] {
      (0..<table.count).map { String(decoding: table[$0].bytes, as: UTF8.self) }
    }
    add("a", to: &table)
    var copy = table
    add("b", to: &copy)
    add("c", to: &table)
    #expect(names(copy) == ["a", "b"] && names(table) == ["a", "c"])
  }

  @Test func `a name that a folder gives twice is listed once`() throws {
    var listing = FolderListing(root: [], sorting: PictureSorting(order: .size))
    for (name, bytes) in [("b", 1), ("a", 9), ("b", 5), ("b", 2)] {
      Array(name.utf8).withUnsafeBytes {
        listing.add($0, inFolder: 0, status: FileStatus(changedAt: 0, bytes: bytes))
      }
    }
    #expect(captions(try listing.takeSnapshot()).sorted() == ["a", "b"])
    Array("a".utf8).withUnsafeBytes { listing.add($0, inFolder: 0, status: nil) }
    #expect(captions(try listing.takeSnapshot()).sorted() == ["a", "b"])
  }

  @Test func `a changed file is reloaded, and moves if that decides its place`() throws {
    var listing = FolderListing(root: [], sorting: PictureSorting(order: .date))
    for (name, time) in [("a", 1), ("b", 2), ("c", 3)] {
      listing.put(file(name), status: FileStatus(changedAt: time, bytes: 1))
    }
    _ = listing.takeChange()
    listing.put(file("a"), status: FileStatus(changedAt: 9, bytes: 1))
    let taken = listing.takeChange()
    let change = try #require(taken)
    #expect(captions(change.snapshot) == ["b", "c", "a"])
    #expect(change.reloaded == [0])
    #expect(change.changes == ItemChanges(moved: [0: 2]))
  }

  @Test func `a picture that comes back gets another id`() throws {
    var listing = FolderListing(root: [])
    listing.put(file("a.png"), status: nil)
    let first = try listing.takeSnapshot().id(at: 0)
    listing.remove(file("a.png"))
    _ = listing.takeChange()
    listing.put(file("a.png"), status: nil)
    let snapshot = try listing.takeSnapshot()
    #expect(snapshot.id(at: 0) != first && snapshot.place(of: first) == nil)
  }

  @Test func `a raw file and a JPEG of one name are one item, which names both`() throws {
    var listing = FolderListing(root: [])
    func changed() throws -> FolderSnapshot { try listing.takeSnapshot() }
    for name in ["IMG_1.CR2", "IMG_2.CR2", "img_1.jpg", "IMG_3.jpg", "IMG_01.nef"] {
      listing.put(file(name), status: nil)
    }
    let first = try changed()
    #expect(captions(first) == ["img_1.jpg", "IMG_01.nef", "IMG_2.CR2", "IMG_3.jpg"])
    #expect(first.item(at: [0, 0]).companions == ["IMG_1.CR2"])
    #expect(first.item(at: [0, 3]).companions == [])
    listing.put(file("IMG_3.raf"), status: nil)
    listing.remove(file("img_1.jpg"))
    listing.put(file("IMG_2.JPEG"), status: nil)
    let second = try changed()
    #expect(captions(second) == ["IMG_1.CR2", "IMG_01.nef", "IMG_2.JPEG", "IMG_3.jpg"])
    #expect(second.item(at: [0, 3]).companions == ["IMG_3.raf"])
    listing.remove(file("IMG_3.raf"))
    listing.remove(file("IMG_2.CR2"))
    listing.remove(file("IMG_2.JPEG"))
    #expect(captions(try changed()) == ["IMG_1.CR2", "IMG_01.nef", "IMG_3.jpg"])
  }

  @Test func `a raw file that was named is shown beside its JPEG`() throws {
    var listing = FolderListing(root: [])
    listing.names.pairs.named = Array("a.dng".utf8)
    for name in ["a.dng", "a.jpg", "b.dng", "b.jpg"] { listing.put(file(name), status: nil) }
    #expect(captions(try listing.takeSnapshot()) == ["a.dng", "a.jpg", "b.jpg"])
  }

  @Test(arguments: UInt64(1)...12)
  func `random changes give what a plain list gives, and say how`(seed: UInt64) throws {
    var walk = ListingWalk(seed: seed)
    for step in 1...120 {
      guard let complaint = walk.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}

/// A listing, and a dictionary of files that is sorted each time.
private struct ListingWalk {
  private var random: SeededRandom
  private var listing = FolderListing(root: [])
  private var files: [String: FileStatus] = [:]
  private var shown: [(name: String, id: ItemID)] = []

  private let endings: [String]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    // Half of the folders have no raw file.
    endings =
      seed.isMultiple(of: 2) ? ["png", "jpg"] : ["png", "jpg", "JPEG", "CR2", "nef", "x.jpg"]
  }

  /// A picture's name, which a raw file and a JPEG may share but for case and the ending.
  private mutating func pictureName() -> String {
    let stem = ["img", "IMG", "img0"].randomElement(using: &random) ?? ""
    let ending = endings.randomElement(using: &random) ?? ""
    return "\(stem)\(Int.random(in: 0..<30, using: &random)).\(ending)"
  }

  /// The fault after one more step; nil for none.
  mutating func step() -> String? {
    var written: Set<String> = []
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let name = pictureName()
      let file = FolderListing.File(name: Array(name.utf8))
      guard !written.contains(name) else { continue }
      written.insert(name)
      if Int.random(in: 0...2, using: &random) == 0 {
        listing.remove(file)
        files[name] = nil
      } else {
        let status = FileStatus(
          changedAt: Int.random(in: 0...9, using: &random),
          bytes: .random(in: 1...9, using: &random))
        listing.put(file, status: status)
        files[name] = status
      }
    }
    let isSorted = Int.random(in: 0...5, using: &random) == 0
    if isSorted { sort() }
    let known = Set(shown.map(\.name))
    guard let change = listing.takeChange() else {
      return expected == shown.map(\.name) ? nil : "it says that nothing has changed"
    }
    let count = change.snapshot.numberOfItems(inSection: 0)
    let now = (0..<count).map {
      (name: change.snapshot.item(at: [0, $0]).caption, id: change.snapshot.id(at: $0))
    }
    if now.map(\.name) != expected { return "\(now.map(\.name)) is not \(expected)" }
    for (place, item) in now.enumerated() where change.snapshot.place(of: item.id) != place {
      return "\(item.name) is not found at its place"
    }
    let ids = Dictionary(uniqueKeysWithValues: now.map { ($0.name, $0.id) })
    if let changes = change.changes {
      if isSorted { return "sorting anew moves anything anywhere" }
      for (place, item) in shown.enumerated() {
        let new = now.firstIndex { $0.name == item.name }
        if changes.place(of: place) != new { return "\(item.name) is said to be elsewhere" }
        if new != nil, ids[item.name] != item.id { return "\(item.name) has another id" }
      }
      let reloaded = Set(
        written.intersection(known).intersection(files.keys).compactMap { ids[$0] })
      if Set(change.reloaded) != reloaded { return "\(change.reloaded) are reloaded" }
    } else if ids.values.contains(where: { id in
      shown.contains { $0.id == id && ids[$0.name] != id }
    }) {
      return "an id means another file now"
    }
    shown = now
    return nil
  }

  private mutating func sort() {
    let sorting = PictureSorting(
      order: PictureOrder.allCases.randomElement(using: &random) ?? .name,
      isReversed: .random(using: &random), seed: 7)
    listing.sort(by: sorting) { [files] in files[String(decoding: $0.bytes, as: UTF8.self)] }
  }

  private var expected: [String] {
    let sorting = listing.sorting
    func value(_ name: String) -> Int {
      Array(name.utf8).withUnsafeBytes { sorting.value(of: $0, status: files[name]) }
    }
    func stem(_ name: String) -> String {
      name.split(separator: ".").dropLast().joined(separator: ".").lowercased()
    }
    func isJPEG(_ name: String) -> Bool { name.hasSuffix(".jpg") || name.hasSuffix(".JPEG") }
    let developed = Set(files.keys.filter(isJPEG).map(stem))
    let shown = files.keys.filter { name in
      !(name.hasSuffix(".CR2") || name.hasSuffix(".nef")) || !developed.contains(stem(name))
    }
    let sorted = shown.sorted { left, right in
      let (a, b) = (value(left), value(right))
      if a != b { return a < b }
      return Array(left.utf8).withUnsafeBytes { left in
        Array(right.utf8).withUnsafeBytes { NaturalOrder.compare(left, $0) < 0 }
      }
    }
    return sorting.isReversed ? sorted.reversed() : sorted
  }
}

extension FolderListing {
  mutating func takeSnapshot() throws -> FolderSnapshot {
    let change = takeChange()
    return try #require(change).snapshot
  }
}
