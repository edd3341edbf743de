extension ListDetection {
  /// Returns the message for a list of lines with a zero byte near its beginning.
  ///
  /// Names that end with zero bytes are not the user's mistake; only an option is missing.
  func problem(ofZeroIn text: ArraySlice<UInt8>, named name: String) -> String {
    let first = text.prefix { $0 != 0 }
    let isName = !first.isEmpty && first.allSatisfy { $0 >= UInt8(ascii: " ") }
    guard isName else { return "it is neither a picture nor a list of lines" }
    let advice = isInput ? "add -0" : "filmstrip -0 < \(name)"
    return "these names end with zero bytes: \(advice)"
  }
}
