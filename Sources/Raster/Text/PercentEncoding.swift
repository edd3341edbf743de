import FoundationEssentials

/// Percent-encoding in the text of URLs (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Escapes the characters of a URL or a reference that URLs must not contain.
  ///
  /// Existing escapes are kept, as in the WHATWG's URL standard, so text is never escaped twice. A `%` without two
  /// hexadecimal digits becomes `%25`. The host is not changed.
  ///
  /// - Complexity: O(bytes).
  package static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let start = startOfPath(in: bytes)
    var escaped: [UInt8] = []
    var kept = 0
    var isFragment = false
    for index in start..<bytes.count {
      let byte = bytes[index]
      let isLegal =
        switch byte {
        case percent: isEscape(bytes, at: index)
        case hash: !isFragment
        default: byte < 128 && legal[Int(byte)]
        }
      if byte == hash { isFragment = true }
      if isLegal { continue }
      escaped += bytes[kept..<index]
      escaped += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      kept = index + 1
    }
    return kept == 0 ? text : String(decoding: escaped + bytes[kept...], as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")
  private static let hash = UInt8(ascii: "#")
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Whether a path or a query may contain an ASCII character (RFC 3986, sections 3.3 and 3.4).
  private static let legal: [Bool] = {
    var legal = Array(repeating: false, count: 128)
    for byte in "-._~!$&'()*+,;=:@/?0123456789".utf8 { legal[Int(byte)] = true }
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") { legal[Int(byte)] = true }
    for byte in UInt8(ascii: "a")...UInt8(ascii: "z") { legal[Int(byte)] = true }
    return legal
  }()

  /// The index of the first byte after the scheme and the authority.
  private static func startOfPath(in bytes: [UInt8]) -> Int {
    let isDelimiter = { (byte: UInt8) in "/?#".utf8.contains(byte) }
    let end = bytes.firstIndex(where: isDelimiter) ?? bytes.count
    let scheme = bytes[..<end].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
    guard bytes[scheme...].starts(with: "//".utf8) else { return scheme }
    return bytes[(scheme + 2)...].firstIndex(where: isDelimiter) ?? bytes.count
  }

  fileprivate static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index + 1].hexDigitValue != nil
      && bytes[index + 2].hexDigitValue != nil
  }
}

extension URL {
  /// Creates a URL from text as people and programs write it, escaping illegal characters; nil if
  /// it is no URL.
  package init?(escaping text: String, relativeTo base: URL? = nil) {
    self.init(string: PercentEncoding.escaped(text), relativeTo: base)
  }
}

extension Sequence<UInt8> {
  /// The bytes with escapes such as `%41` decoded; a `%` without two hexadecimal digits stays.
  ///
  /// The result is bytes, because file names need not be UTF-8.
  package func percentDecoded() -> [UInt8] {
    let encoded = Array(self)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var index = 0
    while index < encoded.count {
      if encoded[index] == UInt8(ascii: "%"), index + 2 < encoded.count,
        let high = encoded[index + 1].hexDigitValue, let low = encoded[index + 2].hexDigitValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(encoded[index])
        index += 1
      }
    }
    return decoded
  }
}

extension UInt8 {
  fileprivate var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
