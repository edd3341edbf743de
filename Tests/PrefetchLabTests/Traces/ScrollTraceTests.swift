import GalleryCore
import Prefetching
import Raster
import Recordings
import Testing

@testable import PrefetchLab

/// The traces are what their names say, for every seed.
@Suite struct ScrollTraceTests {
  private static let seeds = 1...20 as ClosedRange<UInt64>

  private func trace(_ name: String, seed: UInt64) throws -> ScrollTrace {
    let library = try ScrollTrace.library(seed: seed)
    return try #require(library.first { $0.name == name })
  }

  private func counts(of trace: ScrollTrace) -> [Event: Int] {
    trace.recording.moments.reduce(into: [:]) { $0[$1.event, default: 0] += 1 }
  }

  @Test func `the library has the thirteen traces of the laboratory`() throws {
    #expect(
      try ScrollTrace.library(seed: 1).map(\.name) == [
        "slow-reading", "held-arrow", "page-by-page", "fling-and-stop", "reversal", "home-end",
        "random-seek", "mixed-session", "paused-reading", "quick-pages", "wheel-and-flicks",
        "search-to-and-fro", "hold-and-correct",
      ])
  }

  @Test func `the seed alone decides everything`() throws {
    #expect(try ScrollTrace.library(seed: 7) == ScrollTrace.library(seed: 7))
    let (one, other) = (try ScrollTrace.library(seed: 1), try ScrollTrace.library(seed: 2))
    for (one, other) in zip(one, other) where one.name != "mixed-session" {
      #expect(one.recording != other.recording, "\(one.name)")
    }
  }

  @Test(arguments: seeds)
  func `each lasts 40 to 60 seconds, and its first screen is looked at`(seed: UInt64) throws {
    for trace in try ScrollTrace.library(seed: seed) {
      let recording = trace.recording
      #expect((.seconds(40)...(.seconds(60))).contains(recording.end), "\(trace.name)")
      let first = try #require(recording.moments.first)
      #expect((.seconds(1)...(.seconds(2))).contains(first.at), "\(trace.name)")
      #expect(recording.itemCount == ScrollTrace.itemCount)
      let text = recording.text(by: "tests")
      #expect(try SessionRecording(parsing: text) == recording, "\(trace.name)")
    }
  }

  @Test(arguments: seeds)
  func `a held arrow moves 30 lines a second for seconds`(seed: UInt64) throws {
    let downs = try trace("held-arrow", seed: seed).recording.moments.map(\.at)
    let lines = downs.indices.map { first in
      downs[first...].prefix { $0 < downs[first] + .seconds(3) }.count
    }
    #expect(try #require(lines.max()) >= 60)
    // The second press of a run is the first repeat, half a second after the key went down.
    #expect(downs[1] - downs[0] == .milliseconds(500))
    #expect(downs[2] - downs[1] == .milliseconds(33))
  }

  @Test(arguments: seeds)
  func `a slow reader looks at most lines for a second or more`(seed: UInt64) throws {
    let times = try trace("slow-reading", seed: seed).recording.moments.map(\.at)
    let rests = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(rests.count { $0 >= .seconds(1) } >= 15)
    #expect(rests.allSatisfy { $0 >= .milliseconds(180) && $0 <= .seconds(3) })
  }

  @Test(arguments: seeds)
  func `pages are turned every other second, mostly forwards, in a grid`(seed: UInt64) throws {
    let trace = try trace("page-by-page", seed: seed)
    let counts = counts(of: trace)
    #expect(trace.recording.layout == .grid)
    #expect(Set(counts.keys).isSubset(of: [.key(.pageDown), .key(.pageUp)]))
    #expect((14...30).contains(trace.recording.moments.count))
    #expect(counts[.key(.pageUp), default: 0] >= 2)
    #expect(counts[.key(.pageDown), default: 0] > 4 * counts[.key(.pageUp), default: 0])
  }

  @Test(arguments: seeds)
  func `flings are bursts between stops`(seed: UInt64) throws {
    let moments = try trace("fling-and-stop", seed: seed).recording.moments
    let bursts = moments.split(whenRestingFor: .milliseconds(1_500))
    #expect((8...22).contains(bursts.count))
    for burst in bursts {
      let length = try #require(burst.last).at - burst[0].at
      #expect(length <= .milliseconds(1_500))
    }
    #expect(moments.contains { $0.event == .key(.wheel(1)) })
    #expect(moments.contains { $0.event == .key(.down) })
  }

  @Test(arguments: seeds)
  func `reversals come every two seconds and gain ground`(seed: UInt64) throws {
    let moments = try trace("reversal", seed: seed).recording.moments
    var turns: [Duration] = [moments[0].at]
    for (moment, before) in zip(moments.dropFirst(), moments) where moment.event != before.event {
      turns.append(moment.at)
    }
    for leg in zip(turns.dropFirst(), turns).map({ $0 - $1 }) {
      #expect((.milliseconds(1_800)...(.milliseconds(2_200))).contains(leg))
    }
    let downs = moments.count { $0.event == .key(.down) }
    #expect(downs > 2 * (moments.count - downs))
  }

  @Test(arguments: seeds)
  func `both ends are visited in turn`(seed: UInt64) throws {
    let ends = try trace("home-end", seed: seed).recording.moments.map(\.event).filter {
      $0 == .key(.home) || $0 == .key(.end)
    }
    #expect(ends.count >= 4)
    #expect(ends.enumerated().allSatisfy { $1 == .key($0.isMultiple(of: 2) ? .end : .home) })
  }

  @Test(arguments: seeds)
  func `seeks come every few seconds and lead anywhere`(seed: UInt64) throws {
    let moments = try trace("random-seek", seed: seed).recording.moments
    let enters = moments.filter { $0.event == .key(.enter) }.map(\.at)
    #expect((10...24).contains(enters.count))
    for gap in zip(enters.dropFirst(), enters).map({ $0 - $1 }) {
      #expect((.milliseconds(1_200)...(.milliseconds(5_000))).contains(gap))
    }
    let numbers = String(
      moments.compactMap { moment -> Character? in
        if case .key(.character(let character)) = moment.event { character } else { nil }
      }
    ).split(separator: ":").compactMap { Int($0) }
    #expect(numbers.count == enters.count)
    #expect(numbers.allSatisfy { (1...ScrollTrace.itemCount).contains($0) })
    #expect(Set(numbers.map { $0 / 200 }).count >= 4)
  }

  @Test(arguments: seeds)
  func `pauses of readers are mostly brief, and a few are long`(seed: UInt64) throws {
    let times = try trace("paused-reading", seed: seed).recording.moments.map(\.at)
    let rests = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    #expect((.milliseconds(600)...(.milliseconds(2_200))).contains(rests[rests.count / 2]))
    #expect(try #require(rests.last) > rests[rests.count / 2] * 2)
    #expect(rests.allSatisfy { $0 <= .seconds(8) })
  }

  @Test(arguments: seeds)
  func `pages of a large grid are turned every 0.3 to 3 seconds`(seed: UInt64) throws {
    let trace = try trace("quick-pages", seed: seed)
    let times = trace.recording.moments.map(\.at)
    for rest in zip(times.dropFirst(), times).map({ $0 - $1 }) {
      #expect((.milliseconds(300)...(.seconds(3))).contains(rest))
    }
    #expect(trace.recording.screen.columns == 200)
    #expect(trace.recording.moments.count >= 25)
  }

  @Test(arguments: seeds)
  func `a wheel turns notch by notch and rolls on, more often forwards`(seed: UInt64) throws {
    let trace = try trace("wheel-and-flicks", seed: seed)
    let counts = counts(of: trace)
    #expect(Set(counts.keys).isSubset(of: [.key(.wheel(1)), .key(.wheel(-1))]))
    #expect(counts[.key(.wheel(1)), default: 0] > counts[.key(.wheel(-1)), default: 0])
    let times = trace.recording.moments.map(\.at)
    let rests = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(rests.contains { $0 <= .milliseconds(10) } && rests.contains { $0 >= .seconds(1) })
  }

  @Test(arguments: seeds)
  func `a search leads to several matches, and back to some`(seed: UInt64) throws {
    let counts = try counts(of: trace("search-to-and-fro", seed: seed))
    let searches = counts[.key(.enter), default: 0]
    #expect((4...20).contains(searches))
    #expect(counts[.key(.character("n")), default: 0] >= 2 * searches)
    #expect(counts[.key(.character("N")), default: 0] > 0)
  }

  @Test(arguments: seeds)
  func `a held arrow is corrected by less than it went`(seed: UInt64) throws {
    let counts = try counts(of: trace("hold-and-correct", seed: seed))
    let (down, up) = (counts[.key(.down), default: 0], counts[.key(.up), default: 0])
    #expect(up > 10 && down > 2 * up)
  }

  @Test func `the mixed session holds, pages, turns back, searches, spins, jumps and goes to ends`()
    throws
  {
    let counts = try counts(of: trace("mixed-session", seed: 1))
    for key in [
      Key.down, .up, .pageDown, .pageUp, .character("/"), .character(":"), .wheel(1), .wheel(-1),
      .home, .end,
    ] {
      #expect(counts[.key(key), default: 0] > 0, "\(key)")
    }
    #expect(counts[.key(.down), default: 0] > 100)
  }
}

extension [SessionRecording.Moment] {
  /// The runs between rests.
  fileprivate func split(whenRestingFor rest: Duration) -> [[SessionRecording.Moment]] {
    reduce(into: []) { runs, moment in
      if let last = runs.last?.last, moment.at - last.at < rest {
        runs[runs.count - 1].append(moment)
      } else {
        runs.append([moment])
      }
    }
  }
}
