extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1e3 + Double(attoseconds) / 1e15) / 1e3
  }

  /// The duration in whole microseconds, never negative.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
  }
}
