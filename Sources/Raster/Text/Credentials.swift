/// User names and passwords in URLs (RFC 3986, 3.2.1): they are sent to servers, but never shown or
/// written.
package enum Credentials {
  /// Removes the user information from all URLs in a text.
  ///
  /// Mistyped URLs are handled too: in doubt, more is removed than a valid URL's user information.
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

  /// The end of the next `scheme://`; the slashes are optional after http and https.
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

  /// The number of bytes up to the last `@` of the authority at the start of a text.
  private static func lengthOfUserInfo(at text: ArraySlice<UInt8>) -> Int {
    let authority = text.prefix { $0 > 0x20 && !delimiters.contains($0) }
    if let end = authority.lastIndex(of: at) { return end + 1 - text.startIndex }
    let isPlain = text[authority.endIndex...].first.map { $0 > 0x20 } ?? true
    guard !isPlain || hasNoPort(authority) else { return 0 }
    // A blank or a slash in a password ends the authority early.
    let line = text.prefix { $0 != 0x0A }
    let next = startOfAuthority(in: line) ?? line.endIndex
    return line[..<next].lastIndex(of: at).map { $0 + 1 - text.startIndex } ?? 0
  }

  private static let delimiters = Array("/?#".utf8)

  /// Whether something other than a port follows the colon.
  private static func hasNoPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let mark = authority.firstIndex(of: colon), authority.first != UInt8(ascii: "[") else {
      return false
    }
    return authority[(mark + 1)...].contains { !(0x30...0x39).contains($0) }
  }
}
