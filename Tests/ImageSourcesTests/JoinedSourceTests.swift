import FolderSources
import Foundation
import GalleryItems
import Glibc
import ListSources
import Prefetching
import SourceItems
import Synchronization
import TestSupport
import Testing

@testable import ImageSources

/// Several sources whose items are shown together.
@Suite(.timeLimit(.minutes(1))) struct JoinedSourceTests {
  /// A folder of its own with empty files of these names.
  private func folder(_ names: [String]) throws -> String {
    let path = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString)"
    for name in names {
      let file = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: file)
    }
    return path
  }

  private func open(
    _ sources: [String], isRecursive: Bool = false, mayBeEmpty: Bool = false
  ) -> JoinedSource? {
    var options = FolderSource.Options()
    options.isRecursive = isRecursive
    options.mayBeEmpty = mayBeEmpty
    return SourceArguments(sources: sources, folders: options).openLive() as? JoinedSource
  }

  @Test func `folders, lists and pictures are sections, in the order in which they are named`()
    async throws
  {
    let path = try folder([
      "a/1.png", "a/2.png", "b/3.png", "b/x/4.png", "one.png", "two.png", "5.png", "list.txt",
    ])
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("5.png\n\n6.png\n".utf8).write(to: URL(fileURLWithPath: path + "/list.txt"))
    let names = ["one.png", "two.png", "a/", "list.txt", "b"].map { path + "/" + $0 }
    let shown = Shown(try #require(open(names, isRecursive: true)))
    defer { shown.end() }
    await shown.shows([
      "0 single pictures", "one.png", "two.png", "2 \(path)/a", "1.png", "2.png",
      "4 \(path)/list.txt: group 1", "5.png", "5 \(path)/list.txt: group 2", "6.png",
      "6 \(path)/b", "3.png", "7 \(path)/b: x", "4.png",
    ])
  }

  @Test func `sources in the same order show it, those in different ones none`() {
    struct Sorted: ItemSnapshot {
      let order: ItemOrder?

      func numberOfItems(inSection section: Int) -> Int { 1 }

      func item(at indexPath: IndexPath) -> GalleryItem {
        GalleryItem(id: "", caption: "", location: .nowhere(because: ""))
      }
    }
    func joined(_ orders: ItemOrder?...) -> ItemOrder? {
      let parts = orders.map {
        JoinedSnapshot.Part(items: AnyItemSnapshot(Sorted(order: $0)), title: nil)
      }
      return JoinedSnapshot(parts).order
    }
    let (byName, bySize) = (ItemOrder(.name), ItemOrder(.size))
    #expect(joined(byName, byName) == byName && joined(bySize) == bySize)
    #expect(joined(bySize, nil) == bySize, "a list has none")
    #expect(joined(byName, bySize) == nil && joined(nil) == nil)
  }

  @Test func `nothing waits for a pipe whose writer takes its time`() async throws {
    let path = try folder(["1.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let list = GrowingList(PipedText(OpenInput(ends[0])), named: "pipe")
    let folder = FolderSource(path, options: FolderSource.Options())
    let shown = Shown(
      JoinedSource(
        [
          JoinedSource.Part(items: .live(list), title: "pipe"),
          JoinedSource.Part(items: .live(folder), title: "folder"),
        ], leftOut: []))
    defer { shown.end() }
    await shown.shows(["0 folder", "1.png"])
    #expect(!shown.isComplete)
    #expect(write(ends[1], "0.png\n", 6) == 6)
    await shown.shows(["0 pipe", "0.png", "1 folder", "1.png"])
    close(ends[1])
    await eventually("it is complete") { shown.isComplete }
  }

  @Test func `each folder is followed, an empty one too`() async throws {
    let path = try folder(["a/1.png", "b/2.png", "c/notes.md"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let shown = Shown(try #require(open([path + "/a", path + "/b", path + "/c"])))
    defer { shown.end() }
    await shown.shows(["0 \(path)/a", "1.png", "1 \(path)/b", "2.png"])
    await eventually("it is complete") { shown.isComplete }
    try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/a/0.png"))
    for name in ["b/3.png", "c/4.png"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    await shown.shows([
      "0 \(path)/a", "0.png", "1.png", "2 \(path)/b", "2.png", "3.png", "4 \(path)/c", "4.png",
    ])
  }

  @Test func `a folder that is back takes back its own line, not that of another`() async throws {
    let path = try folder(["a/1.png", "b/2.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let shown = Shown(try #require(open([path + "/a", path + "/b"])))
    defer { shown.end() }
    await eventually("it is complete") { shown.isComplete }
    for name in ["a", "b"] {
      try FileManager.default.removeItem(atPath: path + "/" + name)
      await eventually("\(name) is gone") {
        shown.notice == "\(path)/\(name): this folder is gone"
      }
    }
    try FileManager.default.createDirectory(atPath: path + "/a", withIntermediateDirectories: false)
    try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/a/3.png"))
    await shown.shows(["0 \(path)/a", "3.png"])
    #expect(shown.notice == "\(path)/b: this folder is gone")
  }

  @Test func `more folders than are read at a time are all read`() async throws {
    let path = try folder((0..<30).map { "\($0)/p.png" })
    defer { try? FileManager.default.removeItem(atPath: path) }
    let shown = Shown(try #require(open((0..<30).map { "\(path)/\($0)" })))
    defer { shown.end() }
    await shown.shows((0..<30).flatMap { ["\($0) \(path)/\($0)", "p.png"] })
    await eventually("it is complete") { shown.isComplete }
  }

  @Test func `folders that wait for their first picture hold up no other`() async throws {
    let path = try folder((0..<5).map { "\($0)/notes.md" } + ["5/p.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let shown = Shown(try #require(open((0..<6).map { "\(path)/\($0)" }, mayBeEmpty: true)))
    defer { shown.end() }
    await shown.shows(["0 \(path)/5", "p.png"])
  }

  @Test func `sources without pictures are skipped and counted, and an error if no other is left`()
    async throws
  {
    let path = try folder(["a/1.png", "b/notes.md", "notes.md"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let some = try #require(open(["a", "b", "notes.md", "gone"].map { "\(path)/\($0)" }))
    #expect(some.notice == "2 left out: notes.md is no picture, and 1 more")
    let shown = Shown(some)
    defer { shown.end() }
    await eventually("it says so") {
      shown.notice == "3 left out: notes.md is no picture, and 2 more"
    }
    #expect(shown.isComplete && some.failure == nil)
    let none = try #require(open(["b", "notes.md"].map { "\(path)/\($0)" }))
    let shownNone = Shown(none)
    defer { shownNone.end() }
    await eventually("it is complete") { shownNone.isComplete }
    #expect(none.failure == .allLeftOut(count: 2, first: "notes.md is no picture"))
  }

  @Test func `pictures alone need nobody to read them`() throws {
    let path = try folder(["1.png", "2.png"])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let names = ["\(path)/1.png", "\(path)/2.png"]
    #expect(open(names) == nil)
    #expect(try SourceArguments(sources: names).resolve().items.sections.count == 0)
  }

  @Test(arguments: UInt64(1)...20)
  func `changes of one source are those of all`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var edits = (0..<4).map { _ in ItemEdits(count: Int.random(in: 0...9, using: &random)) }
    let titles = edits.map { _ in Bool.random(using: &random) ? "part" : nil }
    func still(_ part: Int) -> Still {
      Still(items: edits[part].items, hasSections: titles[part] != nil)
    }
    let joined = JoinedSource(
      edits.indices.map { JoinedSource.Part(items: .live(still($0)), title: titles[$0]) },
      leftOut: [])
    var former = joined.beginning
    for step in 1...60 {
      let part = Int.random(in: 0..<4, using: &random)
      let was = still(part)
      let (changes, _) = edits[part].edit(using: &random)
      let isReordered = Int.random(in: 0...9, using: &random) == 0
      let has = still(part)
      joined.receive(
        SnapshotChange(
          to: has, by: isReordered ? nil : changes, keptSections: 0,
          movedSections: has.movedSections(from: was),
          reloaded: edits[part].items.first.map { [ItemID(rawValue: $0)] } ?? []),
        ofPart: part
      ) { change in
        let fault = self.fault(of: change, after: former, edits.map(\.items), part)
        #expect(fault == nil, "seed \(seed), step \(step)")
        former = change.snapshot
      }
    }
  }

  private func fault(
    of change: SnapshotChange, after former: AnyItemSnapshot, _ parts: [[Int]], _ part: Int
  ) -> String? {
    let next = change.snapshot
    let all = parts.enumerated().flatMap { part, items in items.map { "\(part) \($0)" } }
    guard change.itemCount == all.count,
      next.captions == all.map({ String($0.split(separator: " ")[1]) })
    else { return "items" }
    let ids = all.indices.map(next.id)
    guard Set(ids).count == ids.count, ids.indices.allSatisfy({ next.place(of: ids[$0]) == $0 })
    else { return "ids" }
    if let changes = change.changes {
      for place in 0..<former.captions.count {
        if changes.place(of: place) != next.place(of: former.id(at: place)) { return "\(place)" }
      }
    }
    let first = parts[..<part].reduce(0) { $0 + $1.count }
    let reloaded = parts[part].isEmpty ? [] : [next.id(at: first)]
    guard change.reloaded == reloaded else { return "reloaded" }
    let (old, new) = (former.sections, next.sections)
    let shared = (0..<min(old.count, new.count)).prefix { old.start(of: $0) == new.start(of: $0) }
    guard change.keptSections <= shared.count else { return "kept sections" }
    let moved = (1..<max(1, change.movedSections + 1)).map { number in
      let (was, has) = (old.count - number, new.count - number)
      return old.title(of: was) == new.title(of: has)
        ? new.start(of: has) - old.start(of: was) : nil
    }
    guard Set(moved).count <= 1, !moved.contains(nil) else { return "moved sections" }
    let starts = (0..<new.count).map(new.start)
    return zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 } ? nil : "starts"
  }
}

/// Items that are known, and named by their numbers; each whose number is a multiple of 3 may begin a section.
private struct Still: LiveSource, ItemSnapshot, SnapshotSections {
  let items: [Int]
  let hasSections: Bool

  var beginning: AnyItemSnapshot { AnyItemSnapshot(self) }
  var failure: SourceError? { nil }
  var sections: any SnapshotSections { self }
  var count: Int { starts.count }

  private var starts: [Int] {
    hasSections ? items.indices.filter { $0 == 0 || items[$0].isMultiple(of: 3) } : []
  }

  func start(of section: Int) -> Int { starts[section] }
  func title(of section: Int) -> String? { "\(items[starts[section]])" }

  /// The number of sections at the end that have only moved.
  func movedSections(from former: Still) -> Int {
    let distance = items.count - former.items.count
    return zip(former.starts.reversed(), starts.reversed())
      .prefix { former.items[$0...] == items[$1...] && $1 - $0 == distance }.count
  }

  func start(
    onThread: @escaping ThreadMaker, _ post: @escaping @Sendable (SnapshotChange) -> Void
  ) {}

  func numberOfItems(inSection section: Int) -> Int { items.count }
  func id(at place: Int) -> ItemID { ItemID(rawValue: items[place]) }
  func place(of id: ItemID) -> Int? { items.firstIndex(of: id.rawValue) }

  func item(at indexPath: IndexPath) -> GalleryItem {
    GalleryItem(
      id: "\(items[indexPath.item])", caption: "\(items[indexPath.item])", location: .template(""))
  }
}
