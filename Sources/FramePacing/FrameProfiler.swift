import LinkEstimates

/// Records the cost of frames: the last 600 exactly, the whole session as histograms, and its worst frames.
package struct FrameProfiler: Sendable {
  package static let windowLength = 600
  /// The most frames that may be under way to the terminal and still be attributed to an answer.
  private static let mostUnderWay = 64

  package let budget: Duration
  package private(set) var session: SessionStatistics
  package private(set) var worst = WorstFrames()
  private var recent = RecentValues<FrameRecord>(capacity: windowLength)

  /// - Parameter budget: the time from one frame to the next, 16.67 ms at 60 a second.
  package init(budget: Duration) {
    self.budget = budget
    session = SessionStatistics(budget: budget)
  }

  /// Records a frame, in O(1), and numbers it.
  package mutating func record(_ frame: FrameRecord) {
    var frame = frame
    session.record(frame)
    frame.number = session.count
    if let last {
      let gap = frame.presentedAt - last.presentedAt
      // A frame belongs to the motion that it was due in, however late it is.
      if gap - frame.lateBy <= Constants.Motion.longestGap { frame.interval = gap }
    }
    recent.append(frame)
    worst.record(frame)
  }

  /// Records that the terminal has drawn a frame.
  ///
  /// - Parameters:
  ///   - linkNumber: the frame's number on the link.
  ///   - roundTrip: the link's part of the time, its shortest round trip.
  /// - Returns: the frame; nil if it is unknown.
  @discardableResult
  package mutating func answered(
    _ linkNumber: Int, at now: Duration, roundTrip: Duration
  ) -> FrameRecord? {
    for age in 0..<min(recent.count, Self.mostUnderWay) {
      guard recent[age: age].linkNumber == linkNumber else { continue }
      recent[age: age].terminal = max(.zero, now - recent[age: age].presentedAt - roundTrip)
      return recent[age: age]
    }
    return nil
  }

  /// The latest frames, newest first, up to `windowLength`.
  package var latest: some Sequence<FrameRecord> {
    (0..<recent.count).lazy.map { recent[age: $0] }
  }

  package var last: FrameRecord? { recent.isEmpty ? nil : recent[age: 0] }

  /// The latest frame at the end of a motion; nil if nothing has moved.
  private var lastMoved: FrameRecord? { latest.first { $0.interval != nil } }

  /// The figures of the latest motion; nil if hardly anything has moved.
  package var latestMotion: MotionFigures? { MotionFigures(of: latest, budget: budget) }

  /// The figures of recent motion; nil at rest.
  package func motion(at now: Duration) -> MotionFigures? {
    guard let moved = lastMoved?.presentedAt, now - moved < Constants.Motion.rest else {
      return nil
    }
    return MotionFigures(of: latest, budget: budget)
  }

  /// The instant at which `motion` becomes nil without a further frame; nil if the latest frame showed that.
  package var restsAt: Duration? {
    guard let last, let moved = lastMoved?.presentedAt else { return nil }
    let rest = moved + Constants.Motion.rest
    return last.presentedAt < rest ? rest : nil
  }
}
