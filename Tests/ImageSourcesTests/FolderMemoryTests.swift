import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ImageSources

/// What is remembered of large folders, and when it counts.
@Suite(.timeLimit(.minutes(1))) struct FolderMemoryTests {
  /// Keeps what it is given while a test runs.
  private final class Memory: FolderMemory {
    let kept = Mutex<[FolderIdentity: FolderEntries]>([:])
    let questions = Atomic(0)
    let hits = Atomic(0)

    func entries(of folder: FolderIdentity) -> FolderEntries? {
      questions.add(1, ordering: .relaxed)
      let entries = kept.withLock { $0[folder] }
      if entries != nil { hits.add(1, ordering: .relaxed) }
      return entries
    }

    func keep(_ entries: FolderEntries, of folder: FolderIdentity) {
      kept.withLock { $0[folder] = entries }
    }
  }

  private let folder: TemporaryFolder
  private let memory = Memory()
  /// A moment long after every change.
  private let late = 4_000_000_000_000_000_000

  init() throws { folder = try TemporaryFolder() }

  private var hits: Int { memory.hits.load(ordering: .relaxed) }

  private func path(_ name: String) -> String { folder.url.path + "/" + name }

  /// Makes names that are numbers; more names of one file come quicker than files.
  private func makeNames(_ numbers: Range<Int>) {
    let first = path("0.png")
    if numbers.contains(0) { close(creat(first, 0o600)) }
    for number in numbers where number > 0 { #expect(link(first, path("\(number).png")) == 0) }
  }

  private func names(at now: Int) throws -> [String] {
    var reader = FolderReader(
      root: Array((folder.url.path + "/").utf8), isRecursive: false, memory: memory,
      clock: { now })
    var names: [String] = []
    while try reader.readOn({
      if case .picture(let name, _) = $0 { names.append(String(decoding: name, as: UTF8.self)) }
    }) {}
    return names
  }

  @Test func `names of a large folder are remembered in their order until it changes`() throws {
    makeNames(0..<OpenFolder.fewNames)
    let read = try names(at: late)
    #expect(hits == 0)
    // Natural order stands on its own test.
    memory.kept.withLock { kept in
      for (folder, entries) in kept { kept[folder] = FolderEntries(encoded: entries.encoded) }
    }
    #expect(try names(at: late) == (0..<OpenFolder.fewNames).map { "\($0).png" })
    #expect(hits == 1 && read.count == OpenFolder.fewNames)

    unlink(path("7.png"))
    #expect(try names(at: late).count == OpenFolder.fewNames - 1)
    #expect(hits == 1)
  }

  @Test func `a time that is set back hides no change`() throws {
    makeNames(0..<OpenFolder.fewNames)
    var status = stat()
    #expect(stat(folder.url.path, &status) == 0)
    _ = try names(at: late)
    makeNames(OpenFolder.fewNames..<OpenFolder.fewNames + 1)
    var times = [status.st_atim, status.st_mtim]
    #expect(utimensat(AT_FDCWD, folder.url.path, &times, 0) == 0)
    #expect(try names(at: late).count == OpenFolder.fewNames + 1)
  }

  @Test func `a folder that changed a moment ago is not remembered`() throws {
    makeNames(0..<OpenFolder.fewNames)
    var status = stat()
    #expect(stat(folder.url.path, &status) == 0)
    _ = try names(at: Int(nanosecondsAt: status.st_ctim) + 1_000_000_000)
    #expect(memory.kept.withLock { $0.isEmpty })
  }

  @Test func `a small folder is not remembered, nor one that changes while it is read`() throws {
    makeNames(0..<OpenFolder.fewNames - 1)
    _ = try names(at: late)
    #expect(memory.kept.withLock { $0.isEmpty })

    makeNames(OpenFolder.fewNames - 1..<OpenFolder.fewNames)
    var reader = FolderReader(
      root: Array((folder.url.path + "/").utf8), isRecursive: false, memory: memory,
      clock: { late })
    var count = 0
    while try reader.readOn({
      guard case .picture = $0 else { return }
      count += 1
      if count == 100 { makeNames(OpenFolder.fewNames..<OpenFolder.fewNames + 1) }
    }) {}
    #expect(memory.kept.withLock { $0.isEmpty })
  }

  @Test func `nobody asks for the names of a folder that is certainly small`() throws {
    makeNames(0..<20)
    _ = try names(at: late)
    #expect(memory.questions.load(ordering: .relaxed) == 0)
  }

  @Test func `what a name without an ending stands for is looked at each time`() throws {
    makeNames(0..<OpenFolder.fewNames)
    let bare = path("bare")
    try Data([0xFF, 0xD8, 0xFF, 0xE0]).write(to: URL(fileURLWithPath: bare))
    #expect(try names(at: late).contains("bare"))
    let file = open(bare, O_WRONLY | O_TRUNC)
    #expect(write(file, "text", 4) == 4 && close(file) == 0)
    #expect(try !names(at: late).contains("bare"))
    #expect(hits == 1)
  }
}

/// The bytes of remembered names.
struct FolderEntriesTests {
  private func entries(_ names: [String]) -> FolderEntries {
    var entries = FolderEntries()
    for (number, name) in names.enumerated() {
      Array(name.utf8).withUnsafeBytes { entries.add($0, type: UInt8(number % 3)) }
    }
    return entries
  }

  private func list(_ entries: FolderEntries) -> [String] {
    (0..<entries.count).map {
      String(decoding: entries[$0].name, as: UTF8.self) + " \(entries[$0].type)"
    }
  }

  @Test func `names come back in natural order with their types`() throws {
    let names = ["b10.jpg", "b9.jpg", ".hidden", "a", "é.png", String(repeating: "x", count: 255)]
    let copy = try #require(FolderEntries(encoded: entries(names).encoded))
    #expect(
      list(copy) == [
        ".hidden 2", "a 0", "b9.jpg 1", "b10.jpg 0", String(repeating: "x", count: 255) + " 2",
        "é.png 1",
      ])
    #expect(FolderEntries(encoded: FolderEntries().encoded)?.count == 0)
  }

  @Test func `numbered names take a third of their bytes`() {
    let names = (0..<1_000).map { "IMG_2026\(10_000 + $0).jpeg" }
    #expect(entries(names).encoded.count * 3 < names.reduce(0) { $0 + $1.utf8.count } * 2)
  }

  @Test func `damaged bytes give no names, or names that a file can have`() {
    var random = SeededRandom(seed: 11)
    let whole = entries((0..<40).map { "picture \($0 * 7).png" }).encoded
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(.random(in: 0...9, using: &random)) }
      guard let entries = FolderEntries(encoded: bytes) else { continue }
      for number in 0..<entries.count {
        let name = entries[number].name
        #expect(1...255 ~= name.count && !name.contains(0) && !name.contains(UInt8(ascii: "/")))
      }
    }
    for count in whole.indices { #expect(FolderEntries(encoded: Array(whole[..<count])) == nil) }
  }
}
