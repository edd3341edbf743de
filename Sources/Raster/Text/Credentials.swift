/// The names and passwords in URLs (RFC 3986, 3.2.1): they go to servers, and are shown and written nowhere.
package enum Credentials {
  /// A text without those of the URLs in it.
  ///
  /// A text that only looks like a URL may be one with a slip of the fingers in it: in doubt more is taken
  /// away than a correct URL has there.
  ///
  /// - Complexity: O(bytes).
  package static func removed(from text: String) -> String {
    guard text.utf8.contains(at) else { return text }
    var rest = Array(text.utf8)[...]
    var kept: [UInt8] = []
    while let start = startOfAuthority(in: rest) {
      kept += rest[..<start]
      rest = rest[start...].dropFirst(lengthOfUserInfo(at: rest[start...]))
    }
    return String(decoding: kept + rest, as: UTF8.self)
  }

  private static let at = UInt8(ascii: "@")
  private static let colon = UInt8(ascii: ":")
  private static let slash = UInt8(ascii: "/")
  private static let schemes = ["http", "https"].map { Array($0.utf8) }

  /// Where the next `scheme://` ends, whatever the scheme; of those that are loaded the slashes may lack.
  private static func startOfAuthority(in text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    while let mark = rest.firstIndex(of: colon) {
      rest = text[(mark + 1)...]
      let slashes = rest.prefix { $0 == slash }
      if slashes.count >= 2 || isLoadedScheme(before: mark, in: text) { return slashes.endIndex }
    }
    return nil
  }

  private static func isLoadedScheme(before mark: Int, in text: ArraySlice<UInt8>) -> Bool {
    schemes.contains { scheme in
      text[..<mark].suffix(scheme.count).elementsEqual(scheme) { $0 | 0x20 == $1 }
    }
  }

  /// The bytes up to the last `@` of what a URL begins with after its scheme.
  private static func lengthOfUserInfo(at text: ArraySlice<UInt8>) -> Int {
    let authority = text.prefix { $0 > 0x20 && !delimiters.contains($0) }
    if let end = authority.lastIndex(of: at) { return end + 1 - text.startIndex }
    let isPlain = text[authority.endIndex...].first.map { $0 > 0x20 } ?? true
    guard !isPlain || hasNoPort(authority) else { return 0 }
    // A blank or a slash in a password ends it too soon.
    let line = text.prefix { $0 != 0x0A }
    let next = startOfAuthority(in: line) ?? line.endIndex
    return line[..<next].lastIndex(of: at).map { $0 + 1 - text.startIndex } ?? 0
  }

  private static let delimiters = Array("/?#".utf8)

  /// Whether there is something behind the colon that is no port.
  private static func hasNoPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let mark = authority.firstIndex(of: colon), authority.first != UInt8(ascii: "[") else {
      return false
    }
    return authority[(mark + 1)...].contains { !(0x30...0x39).contains($0) }
  }
}
