import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ThumbnailStore

/// Real files, two processes, crashes and a clock that jumps, against a dictionary.
@Suite(.timeLimit(.minutes(2))) struct StoreModelTests {
  @Test(arguments: 1...6) func `files that change never have a thumbnail of another content`(
    seed: UInt64
  ) throws {
    var walk = try ModelWalk(seed: seed)
    for _ in 0..<400 { try walk.takeStep() }
    #expect(walk.hits > 100 && walk.crashes > 5)
  }

  @Test func `the later of two entries of a key counts, whatever the clock said`() throws {
    for isIndexed in [false, true] {
      let clock = Mutex(1_795_219_200)
      let fixture = try StoreFixture(seconds: { clock.withLock { $0 } })
      fixture.store.store(Data([1]), for: fixture.key(1))
      clock.withLock { $0 -= 86_400 }
      fixture.store.store(Data([2]), for: fixture.key(1))
      // Another process, which writes a segment of its own.
      let other = try fixture.another()
      #expect(other.store.bytes(for: fixture.key(1)) == Data([2]))
      clock.withLock { $0 -= 86_400 }
      other.store.store(Data([3]), for: fixture.key(1))
      #expect(fixture.segments.count == 2)
      if isIndexed { try KeyIndex.rebuild(in: StoreFolder.make(fixture.folder.url.path).folder) }
      #expect(try fixture.another().store.bytes(for: fixture.key(1)) == Data([3]))
    }
  }
}

/// A walk that visits files as a gallery does, and knows what each file holds.
private struct ModelWalk {
  private var random: SeededRandom
  private let seed: UInt64
  private var step = 0
  private let folder: TemporaryFolder
  private let clock: Clock
  private var processes: [StoreFixture]
  /// The numbers of contents by the names of files.
  private var contents: [String: Int] = [:]
  private var latestContent = 0
  /// The numbers of contents by the keys that have an entry.
  private var model: [ThumbnailKey: Int] = [:]
  /// The keys that each process must find: those present when it began, and those that it has stored.
  private var known: [Set<ThumbnailKey>] = [[], []]
  private(set) var hits = 0
  private(set) var crashes = 0

  private final class Clock: Sendable {
    private let seconds = Mutex(time(nil))
    var read: @Sendable () -> Int { { self.seconds.withLock { $0 } } }
    func jump(to offset: Int) { seconds.withLock { $0 = time(nil) + offset } }
  }

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed: seed)
    folder = try TemporaryFolder()
    let clock = Clock()
    self.clock = clock
    let caches = try TemporaryFolder()
    processes = try (0..<2).map { _ in try StoreFixture(folder: caches, seconds: clock.read) }
  }

  mutating func takeStep() throws {
    step += 1
    let name = "\(Int.random(in: 0..<8, using: &random))"
    switch Int.random(in: 0..<24, using: &random) {
    case 0: try write(name)
    case 1:
      try write("new")
      try rename("new", to: name)
    case 2:
      // Many file systems give the next file the number of the one that has gone.
      try? FileManager.default.removeItem(atPath: path(name))
      try write(name)
    case 3 where contents[name] != nil: try rename(name, to: "\((Int(name) ?? 0) ^ 1)")
    case 4: clock.jump(to: Int.random(in: -5_000_000...5_000_000, using: &random))
    case 5: try restart(Int.random(in: 0..<2, using: &random))
    case 6:
      // A sweep by a clock that is ahead may take it for abandoned.
      try? KeyIndex.rebuild(in: StoreFolder.make(processes[0].folder.url.path).folder)
    case 7: processes[Int.random(in: 0..<2, using: &random)].store.flush()
    case 8: try crash(Int.random(in: 0..<2, using: &random))
    default: try visit(name, by: Int.random(in: 0..<2, using: &random))
    }
  }

  /// Looks for the thumbnail of a file, and stores one where there is none.
  private mutating func visit(_ name: String, by process: Int) throws {
    guard let content = contents[name] else { return try write(name) }
    let key = try key(name)
    let store = processes[process].store
    guard let found = store.bytes(for: key) else {
      #expect(!known[process].contains(key), "seed \(seed), step \(step)")
      #expect(store.store(thumbnail(content), for: key))
      #expect(store.bytes(for: key) == thumbnail(content), "seed \(seed), step \(step)")
      model[key] = content
      known[process].insert(key)
      return
    }
    hits += 1
    #expect(model[key] == content && found == thumbnail(content), "seed \(seed), step \(step)")
  }

  private mutating func restart(_ process: Int) throws {
    processes[process] = try processes[process].another()
    known[process] = Set(model.keys)
    // It looks at what is there when it is first asked.
    _ = processes[process].store.mayContain(processes[process].key(0))
  }

  /// Ends a process within the write of an entry.
  private mutating func crash(_ process: Int) throws {
    let fixture = processes[process]
    func sizes() throws -> [String: Int] {
      var sizes: [String: Int] = [:]
      for name in fixture.segments { sizes[name] = try fixture.bytes(of: name).count }
      return sizes
    }
    let before = try sizes()
    // An entry of no file; so nothing else is lost.
    fixture.store.store(thumbnail(step), for: fixture.key(UInt64(step), modified: .min))
    for (name, size) in try sizes() where size > before[name] ?? 0 {
      let end = Int.random(in: (before[name] ?? 0)..<size, using: &random)
      try #require(truncate(fixture.path(name), end) == 0)
      crashes += 1
    }
    try restart(process)
  }

  // MARK: - Files

  private func path(_ name: String) -> String { "\(folder.url.path)/\(name)" }

  /// Gives a file another content, often of the same length, and a time by the clock that jumps.
  private mutating func write(_ name: String) throws {
    latestContent += 1
    contents[name] = latestContent
    let size = Int.random(in: 1...2, using: &random)
    // One that is there keeps its number.
    let file = try #require(fopen(path(name), "r+") ?? fopen(path(name), "w"))
    ftruncate(fileno(file), size)
    fclose(file)
    // No two changes come at the same nanosecond.
    let time = timespec(tv_sec: clock.read(), tv_nsec: latestContent)
    try #require(utimensat(AT_FDCWD, path(name), [time, time], 0) == 0)
  }

  private mutating func rename(_ name: String, to other: String) throws {
    try #require(Glibc.rename(path(name), path(other)) == 0)
    contents[other] = contents.removeValue(forKey: name)
  }

  private func key(_ name: String) throws -> ThumbnailKey {
    var status = stat()
    try #require(lstat(path(name), &status) == 0)
    return ThumbnailKey(file: try #require(FileIdentity(status)), scale: 3)
  }

  private func thumbnail(_ content: Int) -> Data {
    Data("\(content) ".utf8) + Data(repeating: UInt8(content & 255), count: content * 37 % 700)
  }
}
