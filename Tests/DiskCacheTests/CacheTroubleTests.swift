import CacheFiles
import CacheWriter
import Foundation
import Glibc
import TestSupport
import Testing

@testable import DiskCache

/// Disks that refuse.
@Suite(.ownThread, .timeLimit(.minutes(1))) struct CacheTroubleTests {
  @Test func `a folder that cannot be made is said in a sentence, and harms nothing`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("cache", [1])
    let fixture = try CacheFixture(folder: folder)
    for number in 0..<100 { fixture.cache.store(fixture.entry(1), for: "\(number)") }
    fixture.cache.flush()
    let problem = try #require(fixture.cache.problem)
    #expect(problem.contains(fixture.cache.folder) && problem.contains("Not a directory"))
    #expect(fixture.cache.entry(for: "1") == nil)
    fixture.cache.removeAll()
    fixture.cache.flush()
    #expect(fixture.cache.usage() == (0, 0))
  }

  @Test func `a full disk is tried again after a minute, others never`() {
    for (number, isPassing) in [(ENOSPC, true), (EDQUOT, true), (EROFS, false), (EACCES, false)] {
      var outage = Outage()
      #expect(outage.allowsWriting(at: 0) && outage.cause == nil)
      outage.begin(SystemError(number: number), at: 100)
      #expect(!outage.allowsWriting(at: 159) && outage.cause != nil)
      #expect(outage.allowsWriting(at: 160) == isPassing)
      outage.end()
      #expect(outage.allowsWriting(at: 101) && outage.cause == nil)
    }
  }

  @Test func `an entry that could not be removed stays hidden`() {
    var staging = StagingArea(limitBytes: 100)
    guard let key = CacheKey("a") else { return }
    staging.remove(key, "a")
    if let work = staging.takeWork() { staging.settle(work, isDone: false) }
    guard case .nothing = staging.view(of: key) else { Issue.record("seen"); return }
    #expect(staging.takeWork() == nil)
    staging.removeAll()
    if let work = staging.takeWork() { staging.settle(work, isDone: false) }
    #expect(staging.takeWork() == nil)
    guard case .nothing = staging.view(of: key) else { Issue.record("seen"); return }
    staging.remove(key, "a")
    guard case .removeAll = staging.takeWork() else { Issue.record("not tried again"); return }
  }

  // MARK: - On a file system of the test's own

  /// Whether this machine lets us mount something in a namespace of our own.
  private static let canMount: Bool = {
    let mount = try? WriterProcess(
      ["/usr/bin/unshare", "-rm", "/bin/mount", "-t", "tmpfs", "none", "/mnt"],
      output: URL(fileURLWithPath: "/dev/null"))
    return mount?.wait() == 0
  }()

  /// Runs commands in a namespace with a small file system of its own.
  ///
  /// - Returns: what the writers in it said.
  private func run(_ script: String, sizeKB: Int) async throws -> [String] {
    let folder = try TemporaryFolder()
    let disk = folder.url.appendingPathComponent("disk").path
    let writer = WriterProcess.program
    let process = try WriterProcess(
      [
        "/usr/bin/unshare", "-rm", "/bin/sh", "-euc",
        """
        PATH=/usr/sbin:/usr/bin:/sbin:/bin
        mkdir \(disk); mount -t tmpfs -o size=\(sizeKB)k none \(disk); cd \(disk)
        write() { '\(writer)' cache 100000000 "$1" "$2"; }
        \(script)
        """,
      ], output: folder.url.appendingPathComponent("said"))
    var status: Int32?
    await eventually("it has ended") {
      status = process.poll()
      return status != nil
    }
    #expect(status == 0, "\(process.lines)")
    return process.lines
  }

  @Test(.enabled(if: canMount)) func `a small disk is used as far as it goes`() async throws {
    let lines = try await run("write 0 100", sizeKB: 1_000)
    #expect(lines.count == 3 && lines[1] == "no problem")
    #expect(try #require(lines.last.flatMap { Int($0) }) > 4)
  }

  @Test(.enabled(if: canMount)) func `a full disk is reported, and never fatal`() async throws {
    let lines = try await run("head -c 1m /dev/zero > other || :; write 0 20", sizeKB: 64)
    #expect(lines.count == 3 && lines[1].contains("No space left on device"))
    #expect(lines.last == "0")
  }

  @Test(.enabled(if: canMount)) func `a read-only disk is still read`() async throws {
    let lines = try await run(
      "write 0 8; mount -o remount,ro \"$PWD\"; write 50 8", sizeKB: 4_000)
    #expect(lines.count == 6 && lines[1] == "no problem" && lines[2] == "8")
    #expect(lines[4].contains("Read-only file system") && lines[5] == "8")
  }

  @Test(.enabled(if: canMount)) func `an entry that a read-only disk keeps is hidden`()
    async throws
  {
    let lines = try await run(
      "write 0 8; mount -o remount,ro \"$PWD\"; write 4 8", sizeKB: 4_000)
    #expect(lines.count == 6 && lines[5] == "4")
  }
}
