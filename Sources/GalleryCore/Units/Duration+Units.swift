extension Duration {
  package var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
  }

  var seconds: Double { milliseconds / 1e3 }

  /// The duration in whole microseconds, never negative.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
  }

  /// The duration in whole milliseconds, rounded down; for times that are not negative.
  var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
