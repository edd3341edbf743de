extension Double {
  /// The number with a fixed number of decimals.
  func text(_ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((self * scale).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = "\(abs(scaled) % Int(scale))"
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / Int(scale))."
      + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
