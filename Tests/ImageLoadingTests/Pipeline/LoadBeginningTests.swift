import DiskCache
import FoundationEssentials
import ImageDecoding
import Raster
import Testing

@testable import ImageLoading

/// Pictures whose beginning shows a tile all that the whole would.
@Suite struct LoadBeginningTests {
  private let a: ImageRequest
  private let detail: ImageRequest

  init() throws {
    a = try BeginningTranscript.tile("a")
    detail = try request("a", side: 900)
  }

  @Test func `a part is asked for once it is known to do, and then ends the load`() throws {
    var host = try BeginningTranscript()
    #expect(host.join(a) == ["fetch a before 4096"])
    #expect(host.part(a.url, 0...4_095) == ["examine a in 4096 of 100000 bytes"])
    #expect(host.graph.graph.statistics.transfersInFlight == 0)
    #expect(host.shows(a) == ["remember a", "deliver a"])
    #expect(host.graph.graph.loads.isEmpty)
    let trace = try #require(host.graph.traces.last)
    #expect(trace.bytes == 4_096 && trace.source == .network && trace.url == a.url)
  }

  @Test func `what a part lacks is asked for behind it, once, and then all the rest`() throws {
    var host = try BeginningTranscript()
    _ = host.join(a)
    _ = host.part(a.url, 0...4_095)
    #expect(
      host.graph.examined(a, .needs(bytes: 9_000)) == ["fetch a from 4096 if \"v1\" before 9000"])
    #expect(host.part(a.url, 4_096...8_999) == ["examine a in 9000 of 100000 bytes"])
    #expect(
      host.graph.examined(a, .needs(bytes: 12_000)) == ["fetch a from 9000 if \"v1\""])
    #expect(host.part(a.url, 9_000...99_999) == ["decode a normal"])
    #expect(host.graph.worked(a) == ["remember a", "deliver a"])
  }

  @Test func `more than half a megabyte is no beginning`() throws {
    var host = try BeginningTranscript()
    _ = host.join(a)
    _ = host.part(a.url, 0...4_095)
    #expect(
      host.graph.examined(a, .needs(bytes: 600_000)) == ["fetch a from 4096 if \"v1\""])
  }

  @Test func `the detail view goes on behind the part that a tile has left`() throws {
    var host = try BeginningTranscript()
    _ = host.join(a)
    _ = host.part(a.url, 0...4_095)
    _ = host.shows(a)
    #expect(host.join(detail) == ["fetch a from 4096 if \"v1\""])
    #expect(host.part(a.url, 4_096...99_999) == ["decode a/900 normal"])
  }

  @Test func `a caller of the whole that comes meanwhile gets it behind the part`() throws {
    var host = try BeginningTranscript()
    _ = host.join(a)
    #expect(host.join(detail) == [])
    #expect(
      host.part(a.url, 0...4_095)
        .contains("examine a in 4096 of 100000 bytes"))
    #expect(host.shows(a) == ["remember a", "deliver a"])
    #expect(host.part(a.url, 4_096...99_999) == ["decode a/900 normal"])
  }

  @Test func `where the whole is wanted too before it starts, that is asked for once`() throws {
    var host = try BeginningTranscript()
    let (tile, whole) = (host.graph.task(a), host.graph.task(detail))
    let lines = host.graph.after {
      $0.join(tile)
      $0.join(whole)
    }
    #expect(lines == ["fetch a"])
    #expect(
      Set(host.graph.fetched(a.url, Data(count: 9))) == ["decode a normal", "decode a/900 normal"])
  }

  @Test func `a tile that leaves takes its look along, and no more is fetched`() throws {
    var host = try BeginningTranscript()
    let task = host.graph.task(a)
    _ = host.graph.join(task)
    _ = host.part(a.url, 0...4_095)
    #expect(host.graph.leave(task).sorted() == ["cancel examine a", "deliver a: cancelled"])
    #expect(host.graph.graph.loads.isEmpty)
    #expect(host.graph.examined(a, .needsWhole) == [])
  }

  @Test func `a look is as urgent as its picture`() throws {
    var host = try BeginningTranscript()
    let task = host.graph.task(a)
    _ = host.graph.join(task)
    _ = host.part(a.url, 0...4_095)
    let lines = host.graph.after { graph in
      task.priority = .high
      graph.reprioritize(task)
    }
    #expect(lines == ["examine a at high"])
  }

  @Test func `a part that is here is not asked for again, but confirmed`() throws {
    var host = try BeginningTranscript()
    _ = host.join(a)
    _ = host.part(a.url, 0...4_095)
    _ = host.shows(a)
    #expect(host.join(a) == ["fetch a unless \"v1\" before 4096"])
    #expect(
      host.graph.fetch(a.url, host.head(304, nil), .finished)
        == ["examine a in 4096 of 100000 bytes"])
  }

  @Test func `without ranges, or where all is needed, all is asked for`() throws {
    var plain = try BeginningTranscript(fields: ["ETag": "\"v1\""])
    #expect(plain.join(a) == ["fetch a"])
    var weak = try BeginningTranscript(fields: ["ETag": "W/\"v1\"", "Accept-Ranges": "bytes"])
    #expect(weak.join(a) == ["fetch a"])
    var whole = try BeginningTranscript(need: .whole)
    #expect(whole.join(a) == ["fetch a"])
    var fast = try BeginningTranscript(seconds: 0.1)
    #expect(fast.join(a) == ["fetch a"])
  }

  @Test func `parts that come at once say nothing of the link`() throws {
    var host = try BeginningTranscript()
    for number in 0..<14 {
      let tile = try BeginningTranscript.tile("t\(number)")
      #expect(host.join(tile) == ["fetch t\(number) before 4096"])
      _ = host.part(tile.url, 0...4_095)
      #expect(host.shows(tile).last == "deliver t\(number)")
    }
    #expect(host.join(a) == ["fetch a before 4096"])
  }

  @Test func `only a tile takes a part, and only if it does not reload`() throws {
    var host = try BeginningTranscript()
    #expect(host.join(detail) == ["fetch a"])
    #expect(host.graph.join(host.graph.dataTask(try BeginningTranscript.tile("b"))) == ["fetch b"])
    var reload = try BeginningTranscript.tile("c")
    reload.cachePolicy = .reload
    #expect(host.join(reload) == ["fetch c"])
  }

  @Test func `one in sixteen is asked for whole, so that the rate stays known`() throws {
    var host = try BeginningTranscript()
    let lines = try (0..<32).map { number in
      let tile = try BeginningTranscript.tile("t\(number)")
      let line = host.join(tile).first
      _ = host.graph.fetched(tile.url)
      return line
    }
    #expect(lines.indices.filter { lines[$0]?.hasSuffix("before 4096") == false } == [15, 31])
  }
}
