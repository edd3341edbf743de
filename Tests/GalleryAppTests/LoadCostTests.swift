import FoundationEssentials
import GalleryCore
import Prefetching
import Testing

@testable import GalleryApp
@testable import ImageLoading
@testable import LoadPlanning

/// The costs of loads, as prefetching learns them.
@Suite struct LoadCostTests {
  private func load(_ address: String, from source: LoadTrace.Source) throws -> LoadTrace {
    var load = LoadTrace(url: try #require(URL(string: address)), startedAt: .zero)
    load.record(bytes: 20_000, from: source)
    return load
  }

  @Test func `files that come at once, and caches, tell nothing of a link`() throws {
    for source in [LoadTrace.Source.local, .disk, .memory] {
      let load = try load("file:///a.jpg", from: source)
      #expect(LoadCost(load, time: .milliseconds(20)) == .nothing)
    }
  }

  @Test func `files of a distant machine are a host of their own`() throws {
    var load = try load("file:///mnt/a.jpg", from: .local)
    var work = WorkDone(duration: .milliseconds(130))
    work.fileWait = FileWait(opening: .milliseconds(60), reading: .milliseconds(65))
    load.record(work, isDecode: true)
    let times = LoadTimes(total: .milliseconds(130), transfer: .milliseconds(5))
    #expect(
      LoadCost(load, time: .milliseconds(130))
        == LoadCost(bytes: 20_000, times: times, host: "file"))
  }

  @Test func `a server is known by its name`() throws {
    var load = try load("http://pictures.example/a.jpg", from: .network)
    load.firstByte = .milliseconds(80)
    load.transfer = .milliseconds(10)
    let times = LoadTimes(total: .milliseconds(95), transfer: .milliseconds(10))
    #expect(
      LoadCost(load, time: .milliseconds(95))
        == LoadCost(bytes: 20_000, times: times, host: load.host))
    #expect(load.host != nil)
  }
}
