/// The text about a load: its progress, its duration, and the reason for a wait.
struct LoadWords: Hashable, Sendable {
  let fraction: Double?
  /// The reason and the length of a wait: `the server answered 503; retry 2 in 4 s`.
  let reason: String?
  private let figures: [String]
  /// The duration and the number of the retry.
  private let waits: [String]

  /// - Parameters:
  ///   - waited: the time that the person has been waiting; nil while it is short.
  ///   - untilAttempt: the time until the next attempt; zero or less during one.
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

  /// Whether the text is empty.
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
