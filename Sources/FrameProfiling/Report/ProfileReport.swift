import FramePacing
import Raster

/// The figures of a profiled program, under the names that JSON and `--fail-if` have.
package struct ProfileReport: Sendable {
  package struct Figure: Equatable, Sendable {
    /// The path, such as `keys.shown_ms.p99`.
    package let name: String
    /// The value; nil if nothing was measured.
    package let value: Double?
  }

  /// The program and the circumstances, for the report's head.
  package struct Subject: Sendable {
    let command: [String]
    /// The shaped link, as the person wrote it.
    let link: String?
    let duration: Duration
    /// The command's exit status as shells count it, 128 and the signal that ended it; nil if it was made to end.
    let exitStatus: Int32?

    package init(command: [String], link: String?, duration: Duration, exitStatus: Int32?) {
      self.command = command
      self.link = link
      self.duration = duration
      self.exitStatus = exitStatus
    }
  }

  let subject: Subject
  /// The size of the terminal at the start, and the sizes that it was given later.
  let sizes: [CellSize]
  let frames: [ProfiledFrame]
  let keys: [ProfiledKey]
  let worst: [SlowestFrames.Entry]
  package let figures: [Figure]

  package init(_ subject: Subject, _ recorder: ProfileRecorder) {
    self.subject = subject
    sizes = recorder.sizes
    frames = recorder.frames
    keys = recorder.keys
    worst = recorder.worst.entries
    figures =
      [Figure(name: "seconds", value: subject.duration / .seconds(1))]
      + Self.figures(of: recorder.frames) + Self.figures(of: recorder.keys)
  }

  /// The value of a name; nil if there is none, or nothing was measured.
  package func value(of name: String) -> Double? {
    figures.first { $0.name == name }.flatMap(\.value)
  }

  /// All names, in order.
  package static let names =
    ["seconds"]
    + (figures(of: [ProfiledFrame]()) + figures(of: [ProfiledKey]())).map(
      \.name)

  private static func figures(of frames: [ProfiledFrame]) -> [Figure] {
    let totals = FrameTotals(frames)
    var list = FigureList("frames")
    list.add("count", frames.count)
    list.add("shown", frames.count(where: \.isShown))
    list.add("synchronized", frames.count { $0.burst.isSynchronized })
    list.add("with_graphics", frames.count { $0.burst.graphics > 0 })
    list.add("clears", frames.reduce(0) { $0 + $1.burst.clears })
    list.add("full_repaints", frames.count(where: \.isFullRepaint))
    list.add("torn", frames.count { $0.torn != nil })
    for state in TornState.allCases {
      list.add("torn_\(state.rawValue)", frames.count { $0.torn == state })
    }
    list.add("late", totals.late)
    for blame in Blame.allCases { list.add("late_by_\(blame.rawValue)", totals.late(by: blame)) }
    list.add("hitch_ms_per_s", totals.hitches.millisecondsPerSecond)
    list.add("present_ms", frames.map { $0.burst.end - $0.burst.start })
    list.add("total_ms", frames.map(\.phases.total))
    list.add("bytes", frames.map { Double($0.burst.bytes) })
    list.add("writes", frames.map { Double($0.burst.writes) })
    list.add("cells_changed", frames.map { Double($0.cellsChanged) })
    list.add("cells_written", frames.map { Double($0.cellsWritten) })
    list.group = "bytes"
    list.add("written", frames.reduce(0) { $0 + $1.burst.bytes })
    list.add("needed", frames.reduce(0) { $0 + $1.neededBytes })
    list.add("waste_ratio", totals.wasteRatio)
    return list.figures
  }

  private static func figures(of keys: [ProfiledKey]) -> [Figure] {
    var list = FigureList("keys")
    list.add("count", keys.count)
    list.add("answered", keys.count { $0.settledAt != nil })
    list.add("overlapping", keys.count { $0.isOverlapping && $0.settledAt != nil })
    func times(_ name: String, _ time: (ProfiledKey) -> Duration?) {
      list.add(name, keys.compactMap(time))
    }
    times("first_byte_ms") { key in key.firstByteAt.map { $0 - key.pressedAt } }
    times("settled_ms") { key in key.settledAt.map { $0 - key.pressedAt } }
    times("shown_ms") { $0.shown?.total }
    times("program_ms") { $0.shown?.program }
    times("link_ms") { $0.shown?.link }
    times("terminal_ms") { $0.shown?.terminal }
    return list.figures
  }
}

/// Figures of a group, as they are added.
private struct FigureList {
  var group: String
  private(set) var figures: [ProfileReport.Figure] = []

  init(_ group: String) { self.group = group }

  /// Adds a figure, to three decimals.
  mutating func add(_ name: String, _ value: Double?) {
    figures.append(
      .init(name: "\(group).\(name)", value: value.map { ($0 * 1_000).rounded() / 1_000 }))
  }

  mutating func add(_ name: String, _ value: Int) { add(name, Double(value)) }

  /// Adds the percentiles of some numbers.
  mutating func add(_ name: String, _ values: [Double]) {
    let values = values.isEmpty ? nil : Percentiles(values)
    add(name + ".p50", values?.p50)
    add(name + ".p99", values?.p99)
    add(name + ".max", values?.max)
  }

  /// Adds the percentiles of some times, in milliseconds.
  mutating func add(_ name: String, _ times: [Duration]) {
    add(name, times.map { $0 / .milliseconds(1) })
  }
}
