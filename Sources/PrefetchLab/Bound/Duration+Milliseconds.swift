extension Duration {
  /// Milliseconds with their fraction.
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
  }

  /// Nanoseconds, rounded up.
  var wholeNanoseconds: Int {
    Int(components.seconds) * 1_000_000_000
      + Int((components.attoseconds + 999_999_999) / 1_000_000_000)
  }
}
