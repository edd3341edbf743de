import Foundation
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct MemoryReaderTests {
  /// The files of a system, in a folder of the test's own.
  private struct System {
    let folder = try? TemporaryFolder()
    let reader: MemoryReader

    init(_ files: [String: String]) throws {
      let folder = try #require(folder)
      for (path, text) in files {
        let file = folder.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      reader = MemoryReader(root: folder.url.path)
    }
  }

  private static let own = "sys/fs/cgroup/user.slice/session"

  @Test func `the lowest limit of the group and those around it counts`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/user.slice/session\n",
      "\(Self.own)/memory.max": "1000\n", "\(Self.own)/memory.high": "800\n",
      "sys/fs/cgroup/user.slice/memory.max": "2000\n",
    ])
    #expect(system.reader.totalBytes == 800)
  }

  @Test func `a version 1 group counts, beside an empty version 2 one`() throws {
    let system = try System([
      "proc/self/cgroup": "4:memory,hugetlb:/job\n1:cpu:/other\n0::/\n",
      "sys/fs/cgroup/memory/job/memory.limit_in_bytes": "1000\n",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
    ])
    #expect(system.reader.totalBytes == 1_000)
  }

  @Test func `inside a container the outermost folder is the group's`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/system.slice/docker-1234.scope\n",
      "sys/fs/cgroup/memory.max": "1000\n",
    ])
    #expect(system.reader.totalBytes == 1_000)
  }

  @Test func `the machine's memory bounds the group's`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/\n",
      "sys/fs/cgroup/memory.max": "4096000\n",
      "proc/meminfo": "MemTotal:           1000 kB\nMemFree:  10 kB\n",
    ])
    #expect(system.reader.totalBytes == 1_024_000)
  }

  @Test func `missing files state no limit`() throws {
    #expect(try System([:]).reader.totalBytes == nil)
  }

  @Test(arguments: [
    "", "\n", "max", "-5", "0", "9223372036854771712", "12 34", "99999999999999999999999", "1e3",
    "nan", "\u{0}\u{0}", String(repeating: "9", count: 200_000),
  ])
  func `nonsense in every file states no limit`(text: String) throws {
    let system = try System([
      "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": text,
      "proc/meminfo": "MemTotal: \(text == "12 34" ? "" : text) kB\n",
    ])
    #expect(system.reader.totalBytes == nil)
  }

  @Test(arguments: [
    "0::/../../../etc\n", "0::", "memory", "::::::\n", "4:memory\n",
    "0::/" + String(repeating: "a/", count: 20_000),
  ])
  func `a strange group is the outermost one, or none`(text: String) throws {
    let system = try System([
      "proc/self/cgroup": text, "etc/memory.max": "100\n", "sys/fs/cgroup/memory.max": "1000\n",
    ])
    #expect([nil, 1_000].contains(system.reader.totalBytes))
  }

  @Test func `extreme numbers do not overflow`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "\(1 << 60 - 1)",
      "proc/meminfo": "MemTotal: \(Int.max) kB\n",
    ])
    #expect(system.reader.totalBytes == 1 << 60 - 1)
  }

  @Test func `this system's own files can be read`() {
    #expect((MemoryReader().totalBytes ?? 0) > 0)
  }
}
