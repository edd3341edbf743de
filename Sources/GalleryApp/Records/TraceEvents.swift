import FramePacing
import GalleryCore
import GalleryItems
import ImageLoading
import Raster

/// A session as Chrome trace events, an event a line, which Perfetto opens.
///
/// The array needs no closing bracket, so the file of a program that has crashed can be read. Slices of a thread must
/// nest; so what may overlap, such as loads, is asynchronous.
struct TraceEvents: LogFormat {
  private enum Thread: Int {
    case frames = 1
    case prefetching
    case overlay
  }

  /// The shortest wait with a slice of its own; each frame waits some microseconds.
  private static let shortestWait = Duration.microseconds(100)
  /// The length of the slice for a prefetch, where its arrow begins.
  private static let prefetchLength = Duration.microseconds(1)

  private var budget = Duration.zero
  private var loads = 0
  private var arrows = 0
  /// The arrows from prefetched pictures that are not shown yet.
  private var open: [ItemID: Int] = [:]
  /// The arrows that end at the next frame.
  private var ending: [Int] = []
  /// The end of the latest prefetch's slice; the next one stands behind it.
  private var prefetchEnd = Duration.zero
  /// The time of the latest frame.
  private var latest = Duration.zero

  /// Appends the opening bracket, and events without a preceding comma; all others begin with one.
  mutating func appendHeader(_ header: LogHeader, in text: inout JSONText) {
    budget = header.budget
    text.append(
      """
      [
      {"name":"process_name","ph":"M","pid":1,"args":{"name":"filmstrip"}},
      {"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"frames"}},
      {"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"prefetching"}},
      {"name":"thread_name","ph":"M","pid":1,"tid":3,"args":{"name":"overlay"}}
      """)
  }

  mutating func append(_ moment: SessionMoment, to text: inout JSONText) {
    switch moment {
    case .frame(let frame): append(frame, to: &text)
    case .answer(let frame):
      let end = frame.presentedAt + (frame.terminal ?? .zero)
      span("terminal", of: "terminal", frame.number, from: frame.presentedAt, to: end, in: &text)
    case .key(let key, let instant): mark("key \(key.title)", at: instant, in: &text)
    case .mark(let words, let instant): mark(words, at: instant, in: &text)
    case .picture(let step, let item, let instant): draw(step, of: item, at: instant, in: &text)
    case .load(let load, let start): append(load, from: start, to: &text)
    case .lost(let count): mark("\(count) events lost", at: latest, in: &text)
    }
  }

  func end(in text: inout JSONText) { text.append("\n]\n") }

  /// Appends a frame with its phases, one after the other, up to its presentation, and its waits.
  ///
  /// The overlay, drawn between two phases, has a track of its own: its time is no part of the frame's.
  private mutating func append(_ frame: FrameRecord, to text: inout JSONText) {
    latest = frame.presentedAt
    let times = frame.times
    var time = frame.presentedAt - times.work
    slice("frame", on: .frames, at: time, times.work, in: &text) {
      $0.field("number", frame.number)
      $0.field("cause", frame.cause.words)
      $0.field("overrun_ms", milliseconds: frame.overrun)
      $0.field("tiles", frame.tiles)
      $0.field("bytes", frame.bytes)
    }
    for (name, duration) in [
      ("input", times.input), ("update", times.update), ("draw", times.draw),
      ("present", times.present),
    ] where duration > .zero {
      slice(name, on: .frames, at: time, duration, in: &text)
      time += duration
    }
    let drawn = frame.presentedAt - times.present
    if times.overlay > .zero {
      slice("overlay", on: .overlay, at: drawn - times.overlay, times.overlay, in: &text)
    }
    appendWaits(of: frame, drawnFrom: drawn - times.overlay - times.draw, in: &text)
    let drawing = drawn - times.draw / 2
    for arrow in ending {
      edge("f", "shown", of: "prefetch", arrow, at: drawing, in: &text) { $0.field("bp", "e") }
    }
    ending.removeAll()
    counter("frame ms", at: frame.presentedAt, in: &text) {
      $0.field("work", milliseconds: times.work)
    }
    counter("loads in flight", at: frame.presentedAt, in: &text) { $0.field("loads", frame.loads) }
    counter("bytes", at: frame.presentedAt, in: &text) { $0.field("written", frame.bytes) }
  }

  /// Appends the waits of a frame: for other programs from when it was due, for the link or the terminal until it was
  /// drawn.
  private func appendWaits(
    of frame: FrameRecord, drawnFrom drawing: Duration, in text: inout JSONText
  ) {
    let due = frame.presentedAt - frame.times.overlay - frame.elapsed(budget: budget)
    let waits: [(phase: FramePhase, start: Duration, time: Duration)] = [
      (.cpuWait, due, frame.cpuWait(budget: budget)),
      (frame.wait.phase, drawing - frame.wait.time, frame.wait.time),
    ]
    for (phase, start, time) in waits where time >= Self.shortestWait {
      span(phase.words, of: phase.words, frame.number, from: start, to: start + time, in: &text)
    }
  }

  /// Draws an arrow from the request of a prefetched picture to the frame that shows it.
  private mutating func draw(
    _ step: SessionMoment.PictureStep, of item: ItemID, at instant: Duration,
    in text: inout JSONText
  ) {
    switch step {
    case .prefetched where open[item] == nil:
      arrows += 1
      open[item] = arrows
      let start = max(instant, prefetchEnd)
      prefetchEnd = start + Self.prefetchLength
      slice("prefetch", on: .prefetching, at: start, Self.prefetchLength, in: &text) {
        $0.field("item", item.rawValue)
      }
      edge("s", "shown", of: "prefetch", arrows, on: .prefetching, at: start, in: &text)
    case .shown: if let arrow = open.removeValue(forKey: item) { ending.append(arrow) }
    case .missed: open[item] = nil
    case .prefetched: break
    }
  }

  /// Appends a load with its stages, one after the other from its start.
  private mutating func append(_ load: LoadTrace, from start: Duration, to text: inout JSONText) {
    loads += 1
    let end = start + load.total
    edge("b", "load", of: "load", loads, at: start, in: &text) {
      $0.field("args") {
        $0.field("url", load.shownURL)
        $0.field("outcome", load.outcome)
        $0.field("source", load.source?.rawValue)
        $0.field("bytes", load.bytes)
      }
    }
    var time = start
    for (name, duration) in [
      ("queue", load.queueWait), ("first byte", load.firstByte), ("transfer", load.transfer),
      ("decode", load.decode), ("process", load.process),
    ] {
      // Stages that the load shares with another may have begun before it.
      let stageEnd = min(time + (duration ?? .zero), end)
      guard stageEnd > time else { continue }
      span(name, of: "load", loads, from: time, to: stageEnd, in: &text)
      time = stageEnd
    }
    edge("e", "load", of: "load", loads, at: end, in: &text)
  }
}

// MARK: - Kinds of events

extension TraceEvents {
  private func event(
    _ phase: String, _ name: String, on thread: Thread = .frames, at time: Duration,
    in text: inout JSONText, _ fields: (inout JSONText) -> Void
  ) {
    text.append(",\n")
    text.object {
      $0.field("name", name)
      $0.field("ph", phase)
      $0.field("pid", 1)
      $0.field("tid", thread.rawValue)
      $0.field("ts", microseconds: time)
      fields(&$0)
    }
  }

  private func slice(
    _ name: String, on thread: Thread, at start: Duration, _ duration: Duration,
    in text: inout JSONText, _ arguments: (inout JSONText) -> Void = { _ in }
  ) {
    event("X", name, on: thread, at: start, in: &text) {
      $0.field("dur", microseconds: duration)
      $0.field("args", arguments)
    }
  }

  /// Appends an asynchronous slice.
  private func span(
    _ name: String, of category: String, _ id: Int, from start: Duration, to end: Duration,
    in text: inout JSONText
  ) {
    edge("b", name, of: category, id, at: start, in: &text)
    edge("e", name, of: category, id, at: end, in: &text)
  }

  /// Appends an end of an asynchronous slice or of an arrow.
  private func edge(
    _ phase: String, _ name: String, of category: String, _ id: Int, on thread: Thread = .frames,
    at time: Duration, in text: inout JSONText, _ fields: (inout JSONText) -> Void = { _ in }
  ) {
    event(phase, name, on: thread, at: time, in: &text) {
      $0.field("cat", category)
      $0.field("id", id)
      fields(&$0)
    }
  }

  private func counter(
    _ name: String, at time: Duration, in text: inout JSONText,
    _ values: (inout JSONText) -> Void
  ) {
    event("C", name, at: time, in: &text) { $0.field("args", values) }
  }

  /// Appends an instant event across all tracks.
  private func mark(_ name: String, at time: Duration, in text: inout JSONText) {
    event("i", name, at: time, in: &text) { $0.field("s", "p") }
  }
}
