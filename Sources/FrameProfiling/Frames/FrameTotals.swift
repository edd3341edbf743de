import FramePacing

/// Sums over the frames of a session.
struct FrameTotals {
  private(set) var count = 0
  private(set) var lateTime = Duration.zero
  private var lateCounts: [Blame: Int] = [:]
  /// The bytes of frames, without graphics and moves of the cursor alone: our encoder counts neither.
  private var (written, needed) = (0, 0)

  init() {}

  init(_ frames: some Sequence<ProfiledFrame>) {
    for frame in frames { add(frame) }
  }

  mutating func add(_ frame: ProfiledFrame) {
    count += 1
    lateTime += frame.lateBy
    if frame.lateBy > .zero { lateCounts[frame.phasesBeyondDelay.blame, default: 0] += 1 }
    if frame.burst.graphics == 0, frame.cellsChanged > 0 || frame.burst.printed > 0 {
      written += frame.burst.bytes
      needed += frame.neededBytes
    }
  }

  /// The number of late frames.
  var late: Int { lateCounts.values.reduce(0, +) }

  /// The number of late frames by the party that took the longest.
  func late(by blame: Blame) -> Int { lateCounts[blame] ?? 0 }

  var hitches: HitchRatio {
    HitchRatio(of: count, lateness: lateTime, budget: ProfiledFrame.budget)
  }

  /// The bytes written for each byte that our encoder would have sent; nil if it would have sent none.
  var wasteRatio: Double? { needed == 0 ? nil : Double(written) / Double(needed) }
}
