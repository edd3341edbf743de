extension ListDetection {
  /// The message for a list of lines whose beginning has a zero byte.
  ///
  /// Names that end with zero bytes are no mistake of the person who has them; only an option is
  /// missing.
  func problem(ofZeroIn text: ArraySlice<UInt8>, named name: String) -> String {
    let first = text.prefix { $0 != 0 }
    let isName = !first.isEmpty && first.allSatisfy { $0 >= UInt8(ascii: " ") }
    guard isName else { return "it is neither a picture nor a list of lines" }
    let advice = isInput ? "add -0" : "filmstrip -0 < \(name)"
    return "these names end with zero bytes: \(advice)"
  }
}
