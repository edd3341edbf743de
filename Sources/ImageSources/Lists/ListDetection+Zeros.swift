extension ListDetection {
  private static let utf16Marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

  /// The message for a list of lines whose beginning has a zero byte.
  ///
  /// Names that end with zero bytes are no mistake of the person who has them; only an option is
  /// missing.
  func problem(ofZeroIn text: ArraySlice<UInt8>) -> String {
    if PictureSignature.begins(text) {
      return "it is a picture, and no list: give its name"
    }
    let first = text.prefix { $0 != 0 }
    let isUTF16 = Self.utf16Marks.contains { text.starts(with: $0) }
    let isName = !first.isEmpty && !isUTF16 && first.allSatisfy { $0 >= UInt8(ascii: " ") }
    guard isName else { return "it is no list of lines, because it has a zero byte" }
    let input = isInput ? "" : "give the list on standard input, and "
    return "these names end with zero bytes: \(input)add -0"
  }
}
