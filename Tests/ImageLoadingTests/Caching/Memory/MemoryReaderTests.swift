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

  @Test func `a version 2 group is measured without what can be dropped`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/user.slice/session\n",
      "\(Self.own)/memory.max": "1000000\n",
      "\(Self.own)/memory.high": "max\n",
      "\(Self.own)/memory.current": "900000\n",
      "\(Self.own)/memory.stat": "anon 5\ninactive_file 100000\nactive_file 200000\n",
    ])
    #expect(system.reader.read() == MemoryReading(usedShare: 0.6))
    #expect(system.reader.totalBytes == 1_000_000)
  }

  @Test func `the lower of both limits counts, and the fullest group around`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/user.slice/session\n",
      "\(Self.own)/memory.max": "1000\n", "\(Self.own)/memory.high": "800\n",
      "\(Self.own)/memory.current": "400\n",
      "sys/fs/cgroup/user.slice/memory.max": "2000\n",
      "sys/fs/cgroup/user.slice/memory.current": "1800\n",
    ])
    #expect(system.reader.read().usedShare == 0.9)
    #expect(system.reader.totalBytes == 800)
  }

  @Test func `a version 1 group is measured, beside an empty version 2 one`() throws {
    let folder = "sys/fs/cgroup/memory/job"
    let system = try System([
      "proc/self/cgroup": "4:memory,hugetlb:/job\n1:cpu:/other\n0::/\n",
      "\(folder)/memory.limit_in_bytes": "1000\n",
      "\(folder)/memory.usage_in_bytes": "700\n",
      "\(folder)/memory.stat": "inactive_file 1\ntotal_inactive_file 150\ntotal_active_file 50\n",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
      "sys/fs/cgroup/memory/memory.usage_in_bytes": "5000\n",
    ])
    #expect(system.reader.read().usedShare == 0.5)
    #expect(system.reader.totalBytes == 1_000)
  }

  @Test func `inside a container the outermost folder is the group's`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/system.slice/docker-1234.scope\n",
      "sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "250\n",
    ])
    #expect(system.reader.read().usedShare == 0.25)
  }

  @Test func `the stall is the worse of the group's and the machine's`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/user.slice/session\n",
      "\(Self.own)/memory.pressure":
        "some avg10=12.50 avg60=1.00 avg300=0.00 total=1\nfull avg10=99.00 avg60=0 total=0\n",
      "proc/pressure/memory": "some avg10=3.00 avg60=0.00 avg300=0.00 total=1\n",
    ])
    #expect(system.reader.read() == MemoryReading(stalledPercent: 12.5))
  }

  @Test func `the machine's memory bounds the group's`() throws {
    let system = try System([
      "proc/self/cgroup": "0::/\n",
      "sys/fs/cgroup/memory.max": "4096000\n",
      "proc/meminfo": "MemTotal:           1000 kB\nMemFree:  10 kB\n",
    ])
    #expect(system.reader.totalBytes == 1_024_000)
  }

  @Test func `missing files are no pressure`() throws {
    let system = try System([:])
    #expect(system.reader.read() == MemoryReading())
    #expect(system.reader.totalBytes == nil)
  }

  @Test(arguments: [
    "", "\n", "max", "-5", "0", "9223372036854771712", "12 34", "99999999999999999999999", "1e3",
    "nan", "\u{0}\u{0}",
    "some avg10=nan", "some avg10=inf", "some avg10=-1", "some avg10=1e400", "some avg10=", "some",
    String(repeating: "9", count: 200_000),
  ])
  func `nonsense in every file is no pressure`(text: String) throws {
    let group = "sys/fs/cgroup"
    let system = try System([
      "proc/self/cgroup": "0::/\n", "\(group)/memory.max": text, "\(group)/memory.current": text,
      "\(group)/memory.stat": "inactive_file \(text)\n", "\(group)/memory.pressure": text,
      "proc/pressure/memory": text, "proc/meminfo": "MemTotal: \(text) kB\n",
    ])
    #expect(system.reader.read() == MemoryReading())
  }

  @Test(arguments: [
    "0::/../../../etc\n", "0::", "memory", "::::::\n", "4:memory\n",
    "0::/" + String(repeating: "a/", count: 20_000),
  ])
  func `a strange group is the outermost one, or none`(text: String) throws {
    let system = try System([
      "proc/self/cgroup": text, "etc/memory.max": "100\n", "etc/memory.current": "100\n",
      "sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "100\n",
    ])
    #expect([nil, 0.1].contains(system.reader.read().usedShare))
  }

  @Test func `extreme numbers do not overflow`() throws {
    let most = "\(Int.max)"
    let system = try System([
      "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "\(1 << 60 - 1)",
      "sys/fs/cgroup/memory.current": "\(Int.min)",
      "sys/fs/cgroup/memory.stat": "inactive_file \(most)\nactive_file \(Int.min)\n",
      "proc/meminfo": "MemTotal: \(most) kB\n",
    ])
    #expect(system.reader.read().usedShare == 0)
    #expect(system.reader.totalBytes == 1 << 60 - 1)
  }

  @Test func `this system's own files can be read`() {
    let reader = MemoryReader()
    #expect((reader.totalBytes ?? 0) > 0)
    #expect((0...1).contains(reader.read().usedShare ?? 0))
  }
}
