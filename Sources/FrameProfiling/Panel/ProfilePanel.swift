import FramePacing
import Raster

/// The figures of a command while it runs, as a few lines that are drawn again and again.
package struct ProfilePanel {
  package struct Line: Equatable, Sendable {
    package let text: String
    package var isBad = false
  }

  /// The latest frames and keys that count for medians and for the 99th percentile.
  private static let window = 600
  private static let labelColumns = 11
  private static let bars = Array("▁▂▃▄▅▆▇")

  private let title: String
  /// The sums over the frames before `settled`, whose times no longer change.
  private var totals = FrameTotals()
  private var settled = 0
  /// The rate of the latest motion.
  private var latestRate: Double?

  package init(command: [String], link: String?) {
    title = (command + (link.map { ["over", $0] } ?? [])).joined(separator: " ")
  }

  /// The instant at which the command counts as idle if no frame follows; nil before the first.
  package func restsAt(_ recorder: ProfileRecorder) -> Duration? {
    recorder.frames.last.map { $0.burst.end + MotionFigures.rest }
  }

  /// The panel's lines, each of at most `columns`.
  package mutating func lines(
    of recorder: ProfileRecorder, at now: Duration, columns: Int
  ) -> [Line] {
    let frames = recorder.frames
    while settled < frames.count - ProfileRecorder.mostWaiting {
      totals.add(frames[settled])
      settled += 1
    }
    var totals = totals
    for frame in frames[settled...] { totals.add(frame) }
    let latest = frames.suffix(Self.window)
    let moves = restsAt(recorder).map { now < $0 } ?? false
    let lines = [
      Line(text: title), rate(of: latest, moves: moves), Self.times(of: latest),
      Self.late(in: totals), Self.blame(in: totals), Self.keys(recorder.keys.suffix(Self.window)),
      Self.bytes(of: latest, in: totals), Self.graph(of: frames, columns: columns),
      Self.line("", "█ is late, over 16.7 ms"),
    ]
    return lines.map {
      Line(text: DisplayText.shortened($0.text, toColumns: columns, .end), isBad: $0.isBad)
    }
  }

  private static func line(_ label: String, _ text: String, isBad: Bool = false) -> Line {
    Line(
      text: label + String(repeating: " ", count: max(0, labelColumns - label.count)) + text,
      isBad: isBad)
  }

  private mutating func rate(of frames: ArraySlice<ProfiledFrame>, moves: Bool) -> Line {
    let rate = Self.rate(of: frames)
    latestRate = rate ?? latestRate
    let text = latestRate.map { "\($0.text(decimals: 0)) fps" }
    if moves, rate != nil { return Self.line("rate", text ?? "") }
    return Self.line("rate", "idle" + (text.map { " · last \($0)" } ?? ""))
  }

  /// The frames per second in the last second of the motion that the latest frame belongs to; nil without one.
  ///
  /// Pauses between keys count, because nothing tells when another program's frame was due.
  private static func rate(of frames: ArraySlice<ProfiledFrame>) -> Double? {
    var (count, time) = (0, Duration.zero)
    for (former, frame) in zip(frames.reversed().dropFirst(), frames.reversed()) {
      let interval = frame.burst.end - former.burst.end
      if interval > MotionFigures.rest || time >= .seconds(1) { break }
      guard interval <= MotionFigures.longestGap else { continue }
      count += 1
      time += interval
    }
    return time < MotionFigures.leastTime ? nil : Double(count) / (time / .seconds(1))
  }

  private static func times(of frames: ArraySlice<ProfiledFrame>) -> Line {
    if frames.isEmpty { return line("shown in", "–") }
    let times = Percentiles(frames.map(\.phasesBeyondDelay.total))
    return line(
      "shown in",
      "median \(times.p50.text) · p99 \(times.p99.text) of \(ProfiledFrame.budget.text)",
      isBad: times.p99 > ProfiledFrame.budget)
  }

  private static func late(in totals: FrameTotals) -> Line {
    let hitches = totals.hitches
    // Of less than a second of frames, the start alone would decide.
    let isGraded = ProfiledFrame.budget * totals.count >= .seconds(1)
    return line(
      "late",
      "\(totals.late) of \(totals.count) · hitch \(hitches.millisecondsPerSecond.text(decimals: 1)) ms/s"
        + (isGraded ? ", \(hitches.grade.rawValue)" : ""),
      isBad: isGraded && hitches.grade != .good)
  }

  private static func blame(in totals: FrameTotals) -> Line {
    line(
      "blame",
      Blame.allCases.map { "\($0.rawValue) \(totals.late(by: $0))" }.joined(separator: " · "))
  }

  private static func keys(_ keys: ArraySlice<ProfiledKey>) -> Line {
    let times = keys.compactMap { $0.shown?.total }
    guard let last = times.last else { return line("key→shown", "–") }
    return line("key→shown", "median \(Percentiles(times).p50.text) · latest \(last.text)")
  }

  private static func bytes(of frames: ArraySlice<ProfiledFrame>, in totals: FrameTotals) -> Line {
    if frames.isEmpty { return line("bytes", "–") }
    let median = Percentiles(frames.map { Double($0.burst.bytes) }).p50
    let waste = totals.wasteRatio.map { " · \($0.text(decimals: 2)) × needed" } ?? ""
    return line("bytes", "median frame \(median.text(decimals: 0))\(waste)")
  }

  /// The times of the latest frames, the newest at the right, in eighths of the budget.
  private static func graph(of frames: [ProfiledFrame], columns: Int) -> Line {
    let bars = frames.suffix(max(0, columns - labelColumns)).map { frame in
      frame.lateBy > .zero ? "█" : Self.bar(frame.phasesBeyondDelay.total / ProfiledFrame.budget)
    }
    return line("frames", String(bars))
  }

  private static func bar(_ share: Double) -> Character {
    bars[min(max(0, Int(share * 8)), bars.count - 1)]
  }
}

extension Duration {
  /// The duration in milliseconds, with its unit.
  fileprivate var text: String { "\((self / .milliseconds(1)).text(decimals: 1)) ms" }
}
