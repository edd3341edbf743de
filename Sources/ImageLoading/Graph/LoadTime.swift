/// Two clocks, read together.
struct LoadTime: Hashable, Sendable {
  /// Since the pipeline was made, not counting a machine's sleep.
  var elapsed = Duration.zero
  /// Since 1970 in UTC: what servers mean by a date.
  var wallSeconds = 0
}
