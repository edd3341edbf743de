import DiskCache
import Dispatch
import Foundation
import GalleryCore
import GalleryItems
import SourceItems
import TestSupport
import Testing

@testable import GalleryApp

/// Marks outlive a session that is killed.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct MarkJournalTests {
  private let folder: TemporaryFolder
  private let source: CacheKey

  init() throws {
    folder = try TemporaryFolder()
    source = try #require(CacheKey("a source"))
  }

  private var file: URL { folder.url.appendingPathComponent("marks/\(source.text)") }

  private static func item(_ number: Int) -> GalleryItem {
    FileLocation.item(at: Array("pictures/\(number).jpg".utf8))
  }

  private static let items = AnyItemSnapshot(ItemSource(items: (0..<40).map(item)))

  private static func change(_ added: Set<Int>, _ removed: Set<Int>, leavesNone: Bool) -> MarkChange
  {
    func set(_ items: Set<Int>) -> RangeSet<Int> { RangeSet(items.map { $0..<$0 + 1 }) }
    return MarkChange(added: set(added), removed: set(removed), leavesNone: leavesNone)
  }

  private func keeper(_ mailbox: Mailbox, isFresh: Bool = false) -> MarkKeeper {
    MarkKeeper(in: folder.path + "/marks", of: source, isFresh: isFresh, mailbox: mailbox)
  }

  /// Changes marks in a session that is killed afterwards.
  private func keep(_ changes: [MarkChange]) throws {
    let mailbox = try Mailbox()
    let keeper = keeper(mailbox)
    for change in changes { keeper.record(change, in: Self.items) }
    keeper.end(areDone: false, within: .seconds(60))
  }

  /// The items that a new session restores.
  private func restored(isFresh: Bool = false) throws -> Set<Int> {
    let mailbox = try Mailbox()
    let keeper = keeper(mailbox, isFresh: isFresh)
    keeper.findFormerMarks(in: Self.items, isLast: true)
    keeper.end(areDone: false, within: .seconds(60))
    #expect(keeper.takeProblem() == nil)
    var found: Set<Int> = []
    for case .marksRestored(let former) in mailbox.drain() {
      found.formUnion(former.found.ranges.joined())
    }
    return found
  }

  /// Random changes of a session, and what was marked after each.
  private func history(_ random: inout SeededRandom) -> [(change: MarkChange, marked: Set<Int>)] {
    var marked: Set<Int> = []
    return (0..<60).compactMap { _ in
      let former = marked
      switch Int.random(in: 0..<8, using: &random) {
      case 0: marked = []
      case 1: marked = Set(0..<40).subtracting(marked)
      case 2: marked = Set(0..<40)
      default: marked.formSymmetricDifference([Int.random(in: 0..<40, using: &random)])
      }
      if marked == former { return nil }
      return (
        Self.change(
          marked.subtracting(former), former.subtracting(marked), leavesNone: marked.isEmpty),
        marked
      )
    }
  }

  @Test func `after a kill at any byte, exactly what was done until then is restored`() throws {
    var random = SeededRandom(seed: 42)
    let history = history(&random)
    try keep(history.map(\.change))
    let text = try Data(contentsOf: file)
    #expect(text.filter { $0 == UInt8(ascii: "\n") }.count == history.count)
    for _ in 0..<200 {
      let cut = Int.random(in: 0...text.count, using: &random)
      try text.prefix(cut).write(to: file)
      let lines = text.prefix(cut).count { $0 == UInt8(ascii: "\n") }
      #expect(try restored() == (lines == 0 ? [] : history[lines - 1].marked), "cut at \(cut)")
    }
  }

  @Test func `bytes that others put there are no marks, and what comes before them counts`() throws
  {
    let line = MarkJournal.Change(added: [1, 2]).line
    #expect(MarkJournal.marks(in: line) == [1, 2])
    for damage in [
      "+12\n", "+000000000000000g\n", "\0\0\0\n", "mark\n", "+0000000000000003 \n", "\n",
    ] {
      let text = line + damage.utf8 + MarkJournal.Change(added: [4]).line
      #expect(MarkJournal.marks(in: text) == [1, 2], "\(damage)")
    }
  }

  @Test func `a session goes on with the file, and one that is left for good removes it`() throws {
    let mailbox = try Mailbox()
    let first = keeper(mailbox)
    first.record(Self.change([3], [], leavesNone: false), in: Self.items)
    first.end(areDone: false, within: .seconds(60))
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("jpg"))
    #expect(first.takeProblem() == nil)
    withExtendedLifetime(first) {
      let second = keeper(mailbox)
      second.findFormerMarks(in: Self.items, isLast: true)
      second.end(areDone: true, within: .seconds(60))
      #expect(second.takeProblem()?.contains("another filmstrip") == true)
      #expect(FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test func `another session continues, clears, forgets or removes what it has restored`() throws {
    try keep([Self.change([3], [], leavesNone: false)])
    try keep([Self.change([5], [], leavesNone: false)])
    #expect(try restored() == [3, 5])
    try keep([Self.change([], [3, 5], leavesNone: true)])
    #expect(try restored() == [])
    try keep([Self.change([7], [], leavesNone: false)])
    #expect(try restored(isFresh: true) == [])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a file of an older version or another order has the same mark`() {
    let first = FileLocation.item(
      named: "a.jpg".utf8.map(\.self)[...], at: "file:///p/a.jpg#17", path: Array("a.jpg".utf8))
    let second = FileLocation.item(at: Array("/p/a.jpg".utf8))
    #expect(MarkJournal.digest(of: first) == MarkJournal.digest(of: second))
  }

  @Test func `only so many files are kept`() throws {
    for number in 0..<70 {
      let mailbox = try Mailbox()
      let keeper = MarkKeeper(
        in: folder.path + "/marks", of: try #require(CacheKey("\(number)")), isFresh: false,
        mailbox: mailbox)
      keeper.record(Self.change([number % 40], [], leavesNone: false), in: Self.items)
      keeper.end(areDone: false, within: .seconds(60))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/marks")
    #expect(files.count == 64)
  }
}
