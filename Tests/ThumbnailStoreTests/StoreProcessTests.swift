import CSpawning
import Foundation
import Glibc
import TestSupport
import Testing
import ThumbnailWriter

@testable import ThumbnailStore

/// Several processes on one folder, some of which do not end well.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(2))) struct StoreProcessTests {
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("ThumbnailWriter").path

  private func start(_ fixture: StoreFixture, first: Int, count: Int, output: String) -> pid_t {
    let folder = fixture.folder.url.path
    return Self.spawn([Self.program, folder, "\(3 << 20)", "\(first)", "\(count)"], output)
  }

  private static func spawn(_ words: [String], _ output: String = "/dev/null") -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    let none: [UnsafeMutablePointer<CChar>?] = [nil]
    return spawn_into_files(words[0], arguments, none, output, "/dev/null", nil, 0)
  }

  /// Whether this machine lets us mount something in a namespace of our own.
  private static let canMount: Bool = {
    let pid = spawn(
      ["/usr/bin/unshare", "-rm", "/bin/mount", "-t", "tmpfs", "none", "/mnt"])
    var status: Int32 = 1
    while pid > 0, waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }()

  /// Checks every entry that there is, and returns how many there are.
  private func countWhole(_ store: ThumbnailCache, _ when: Comment) -> Int {
    (0..<NumberedThumbnail.count).count { number in
      let entry = NumberedThumbnail(number: number)
      guard let bytes = store.bytes(for: entry.key) else { return false }
      #expect(bytes == entry.bytes, when)
      return true
    }
  }

  @Test func `entries of a killed process are whole or missing`() async throws {
    let fixture = try StoreFixture()
    var random = SeededRandom(seed: 1)
    let output = fixture.folder.url.path + "/said"
    for round in 0..<20 {
      let pid = start(fixture, first: round * 37, count: 0, output: output)
      try #require(pid > 0)
      await eventually("the writer has started") {
        (try? String(contentsOfFile: output, encoding: .utf8))?.hasPrefix("started") == true
      }
      // Any moment will do; that it differs from round to round is the point.
      try await Task.sleep(for: .microseconds(Int.random(in: 0...9_000, using: &random)))
      kill(pid, SIGKILL)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      #expect(countWhole(try fixture.another().store, "round \(round)") > 0)
    }
  }

  @Test(.enabled(if: canMount)) func `entries on a full disk are whole or missing`() async throws {
    let fixture = try StoreFixture()
    let folder = fixture.folder.url.path
    let script = """
      PATH=/usr/sbin:/usr/bin:/sbin:/bin
      mkdir disk; mount -t tmpfs -o size=800k none disk
      head -c 400k /dev/zero >disk/other
      '\(Self.program)' disk 100000000 0 90
      rm disk/other
      '\(Self.program)' disk 100000000 100 20
      cp -r disk/\(StoreFolder.version) .
      """
    let pid = Self.spawn(
      ["/usr/bin/unshare", "-rm", "/bin/sh", "-euc", "cd '\(folder)'; \(script)"])
    try #require(pid > 0)
    var status: Int32 = 1
    await eventually("it has ended") { waitpid(pid, &status, WNOHANG) == pid }
    #expect(status == 0)
    let store = try fixture.another().store
    let count = countWhole(store, "afterwards")
    // The disk was full before the ninety, and the twenty had room.
    #expect(20..<110 ~= count)
    #expect((100..<120).allSatisfy { store.mayContain(NumberedThumbnail(number: $0).key) })
  }

  @Test func `processes that write at once do not harm each other`() async throws {
    let fixture = try StoreFixture()
    let outputs = ["/said 0", "/said 1"].map { fixture.folder.url.path + $0 }
    let pids = outputs.enumerated().map {
      start(fixture, first: $0.offset * 100, count: 1_500, output: $0.element)
    }
    try #require(pids.allSatisfy { $0 > 0 })
    var running = Set(pids)
    await eventually("both have ended") {
      if let other = try? fixture.another() { _ = countWhole(other.store, "while both write") }
      for pid in running where waitpid(pid, nil, WNOHANG) == pid { running.remove(pid) }
      return running.isEmpty
    }
    for output in outputs {
      #expect(try String(contentsOfFile: output, encoding: .utf8) == "started\nended\n")
    }
    #expect(countWhole(try fixture.another().store, "afterwards") > 0)
    #expect(!fixture.files.contains { $0.contains("tmp") })
    #expect(fixture.store.usedBytes() < 4 << 20)
  }
}
