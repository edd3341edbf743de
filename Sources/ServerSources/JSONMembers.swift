import ListSources

/// Finds the members of a JSON object without parsing their values.
enum JSONMembers {
  struct Member: Equatable {
    let name: String
    let value: Range<Int>
  }

  /// The maximum number of members, more than any page has.
  private static let mostMembers = 1_000

  /// Returns the members of the object that begins at an offset, and its end offset.
  ///
  /// - Returns: nil if the object is malformed or has no end.
  static func find(
    in text: UnsafeRawBufferPointer, from start: Int
  ) -> (members: [Member], end: Int)? {
    let scanner = ElementScanner()
    var members: [Member] = []
    var place = start + 1
    func skipBlanks() {
      while place < text.count, text[place].isJSONBlank || text[place] == UInt8(ascii: ",") {
        place += 1
      }
    }
    while members.count <= mostMembers {
      skipBlanks()
      guard place < text.count else { return nil }
      if text[place] == UInt8(ascii: "}") { return (members, place + 1) }
      guard text[place] == UInt8(ascii: "\""), let nameEnd = scanner.textEnd(in: text, from: place)
      else { return nil }
      let name = String(decoding: text[place + 1..<nameEnd - 1], as: UTF8.self)
      place = nameEnd
      while place < text.count, text[place].isJSONBlank { place += 1 }
      guard place < text.count, text[place] == UInt8(ascii: ":") else { return nil }
      place += 1
      while place < text.count, text[place].isJSONBlank { place += 1 }
      guard place < text.count, let end = scanner.elementEnd(in: text, from: place, isEnd: false),
        end > place
      else { return nil }
      members.append(Member(name: name, value: place..<end))
      place = end
    }
    return nil
  }
}

extension UInt8 {
  /// Whether this is white space between the parts of a JSON text.
  var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
