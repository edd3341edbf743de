extension Double {
  /// The decimal text with a number of places, rounded half away from zero; for numbers below 10¹⁵.
  func rounded(toPlaces places: Int) -> String {
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let scaled = Int((Swift.abs(self) * Double(unit)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let whole = "\(sign)\(scaled / unit)"
    return places > 0 ? "\(whole).\("\(unit + scaled % unit)".dropFirst())" : whole
  }
}

extension Int {
  /// This number of bytes in units of 1024, rounded.
  var kilobytes: Int { Int((Double(self) / 1_024).rounded()) }
}
