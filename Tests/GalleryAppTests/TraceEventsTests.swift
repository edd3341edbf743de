import Foundation
import FramePacing
import GalleryItems
import Raster
import Testing

@testable import GalleryApp
@testable import ImageLoading
@testable import LoadPlanning

@Suite struct TraceEventsTests {
  private struct Event: Decodable, Equatable {
    var name: String
    var ph: String
    var id: Int?
    var tid: Int?
    var ts: Double?
    var dur: Double?
  }

  private func events(_ moments: [SessionMoment], isCut: Bool = false) throws -> [Event] {
    var trace = TraceEvents()
    var text = JSONText()
    trace.appendHeader(
      LogHeader(
        budget: .milliseconds(16), size: CellSize(columns: 80, rows: 24), presenter: "direct"),
      in: &text)
    for moment in moments { trace.append(moment, to: &text) }
    if isCut { text.append("]") } else { trace.end(in: &text) }
    return try JSONDecoder().decode([Event].self, from: Data(text.bytes))
      .filter { $0.ph != "M" }
  }

  private static let frame: FrameRecord = {
    var frame = FrameRecord()
    frame.times.input = .microseconds(100)
    frame.times.update = .microseconds(200)
    frame.times.draw = .microseconds(300)
    frame.times.present = .microseconds(400)
    frame.presentedAt = .milliseconds(5)
    return frame
  }()

  @Test func `a frame is a slice with its phases, up to its presentation`() throws {
    let slices = try events([.frame(Self.frame)]).filter { $0.ph == "X" }
    let expected: [(String, Double, Double)] = [
      ("frame", 4_000, 1_000), ("input", 4_000, 100), ("update", 4_100, 200),
      ("draw", 4_300, 300), ("present", 4_600, 400),
    ]
    #expect(slices.map(\.name) == expected.map(\.0))
    #expect(slices.map(\.ts) == expected.map(\.1) && slices.map(\.dur) == expected.map(\.2))
    #expect(try events([.frame(Self.frame)]).filter { $0.ph == "C" }.count == 3)
  }

  @Test func `the overlay's time is on a track of its own, and in no frame`() throws {
    var frame = Self.frame
    frame.times.overlay = .microseconds(250)
    let slices = try events([.frame(frame)]).filter { $0.ph == "X" }
    let overlay = try #require(slices.first { $0.name == "overlay" })
    #expect(overlay.ts == 4_350 && overlay.dur == 250)
    let others = slices.filter { $0 != overlay }
    #expect(others.allSatisfy { $0.tid != overlay.tid })
    #expect(try others == events([.frame(Self.frame)]).filter { $0.ph == "X" })
  }

  @Test(arguments: [FramePhase.linkWait, .terminalWait])
  func `waits are spans from when a frame was due, and short ones are left out`(
    phase: FramePhase
  ) throws {
    var frame = Self.frame
    frame.presentedAt = .milliseconds(50)
    // 36 ms since it was due: 7 for other programs, 28 of the other wait, and a millisecond of work.
    frame.overrun = .milliseconds(20)
    frame.wait.phase = phase
    frame.wait.time = .milliseconds(28)
    let edges = try events([.frame(frame)]).filter { "be".contains($0.ph) }
    #expect(
      edges.map { "\($0.ph) \($0.name) \(Int($0.ts ?? 0))" } == [
        "b CPU wait 14000", "e CPU wait 21000", "b \(phase.words) 21300", "e \(phase.words) 49300",
      ])
    frame.wait.time = .microseconds(99)
    frame.overrun = .microseconds(-14_802)
    #expect(try events([.frame(frame)]).allSatisfy { $0.ph != "b" })
  }

  @Test func `the end of a file that a crash has cut is not needed`() throws {
    let moments = [SessionMoment.frame(Self.frame), .mark("\"", at: .zero)]
    #expect(try events(moments, isCut: true) == events(moments))
  }

  @Test func `an arrow leads from a prefetch to the frame that shows the picture`() throws {
    let (shown, missed): (ItemID, ItemID) = (7, 8)
    let arrows = try events([
      .picture(.prefetched, shown, at: .milliseconds(1)),
      .picture(.prefetched, missed, at: .milliseconds(1)),
      .picture(.missed, missed, at: .milliseconds(2)),
      .picture(.shown, missed, at: .milliseconds(3)),
      .picture(.shown, shown, at: .milliseconds(4)), .frame(Self.frame), .frame(Self.frame),
    ]).filter { "sf".contains($0.ph) }
    #expect(arrows.map(\.ph) == ["s", "s", "f"])
    #expect(arrows.last?.id == arrows.first?.id && arrows.last?.ts == 4_450)
  }

  @Test func `prefetches at one instant stand side by side`() throws {
    let slices = try events([7, 8, 9].map { .picture(.prefetched, $0, at: .milliseconds(1)) })
      .filter { $0.ph == "X" }
    #expect(slices.map(\.ts) == [1_000, 1_001, 1_002] && slices.allSatisfy { $0.dur == 1 })
  }

  @Test func `lost events are marked at the latest frame`() throws {
    let marks = try events([.frame(Self.frame), .lost(3)]).filter { $0.ph == "i" }
    #expect(marks.map(\.name) == ["3 events lost"] && marks.map(\.ts) == [5_000])
  }

  @Test func `a load is an asynchronous slice around its stages`() throws {
    var load = LoadTrace(
      url: try #require(URL(string: "http://me:secret@a.example/")), startedAt: .zero)
    load.queueWait = .milliseconds(1)
    load.decode = .milliseconds(2)
    // A stage that began before this load joined.
    load.process = .milliseconds(50)
    load.total = .milliseconds(10)
    let edges = try events([.load(load, startedAt: .milliseconds(100))])
    #expect(
      edges.map { "\($0.ph) \($0.name) \(Int($0.ts ?? 0))" } == [
        "b load 100000", "b queue 100000", "e queue 101000", "b decode 101000", "e decode 103000",
        "b process 103000", "e process 110000", "e load 110000",
      ])
  }

  @Test func `the terminal has its time behind the frame, as far as it has answered`() throws {
    let edges = try events([.answer(Self.frame)])
    #expect(edges.map(\.ph) == ["b", "e"] && edges.map(\.ts) == [5_000, 5_000])
  }
}
