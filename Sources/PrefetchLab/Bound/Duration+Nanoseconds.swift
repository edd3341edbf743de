extension Duration {
  /// Nanoseconds, rounded up.
  var wholeNanoseconds: Int {
    Int(components.seconds) * 1_000_000_000
      + Int((components.attoseconds + 999_999_999) / 1_000_000_000)
  }
}
