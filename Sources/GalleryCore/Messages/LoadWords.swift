/// What is said about a load: how far it is, how long it has taken, and why it waits.
struct LoadWords: Hashable, Sendable {
  let fraction: Double?
  /// Why the load waits, and for how long: `the server answered 503; retry 2 in 4 s`.
  let reason: String?
  private let figures: [String]
  /// How long it has taken, and which retry it is at.
  private let waits: [String]

  /// - Parameters:
  ///   - waited: how long a person has been waiting; nil while that is not long.
  ///   - untilAttempt: the time until the next attempt; zero or less while one is under way.
  init(progress: TileProgress?, waited: String? = nil, untilAttempt: Duration = .zero) {
    fraction = progress?.fraction
    figures = progress?.figures ?? []
    let retry = progress.flatMap { $0.retries > 0 ? "retry \($0.retries)" : nil }
    waits = [waited, retry].compactMap(\.self)
    reason =
      if let wait = progress?.wait, untilAttempt > .zero {
        "\(wait.reason); \(retry ?? "again") in \(untilAttempt.spokenText)"
      } else {
        nil
      }
  }

  /// True if there is nothing to say.
  var isEmpty: Bool { reason == nil && figures.isEmpty && waits.isEmpty }

  /// The reason, or one figure and the waits: `42 % · 5 s`, `loading · 5 s · retry 1`.
  var summary: String {
    reason ?? ([figures.first ?? "loading"] + waits).joined(separator: " · ")
  }

  /// The activity, with all figures and waits; or the reason.
  func text(of activity: String) -> String {
    reason ?? ([activity] + figures + waits).joined(separator: " · ")
  }
}
