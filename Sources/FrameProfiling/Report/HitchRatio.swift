/// The hitch time ratio: milliseconds late per second of frames, with Apple's grades.
struct HitchRatio {
  let millisecondsPerSecond: Double

  /// A frame counts for its budget plus its lateness, so that idle time does not improve the figure.
  init(_ frames: [ProfiledFrame]) {
    let late = frames.reduce(Duration.zero) { $0 + $1.lateBy }
    let total = ProfiledFrame.budget * frames.count + late
    millisecondsPerSecond = total > .zero ? late / total * 1_000 : 0
  }

  /// The grade in Xcode's Organizer and in WWDC20 session 10077.
  var grade: String {
    millisecondsPerSecond < 5 ? "good" : millisecondsPerSecond < 10 ? "warning" : "critical"
  }
}
