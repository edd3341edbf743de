extension Double {
  /// The number with a fixed number of decimals, rounded half up; `–` for NaN and infinity.
  package func text(decimals: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return "–" }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((abs(self) * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}

extension String {
  /// The text, padded on the left to a number of columns; for figures, which are ASCII.
  package func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: Swift.max(0, columns - count)) + self
  }

  /// The text, padded on the right to a number of columns; for labels, which are ASCII.
  package func rightPadded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - count))
  }
}
