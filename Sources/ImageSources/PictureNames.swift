/// Which files are taken for pictures, and in which order they come.
package enum PictureNames {
  /// Endings of the formats that are decoded by some build, lower case; one without says which.
  package static let endings = [
    "jpg", "jpeg", "png", "webp", "gif", "bmp", "pbm", "pgm", "ppm", "pnm", "pam", "avif", "heic",
    "tif", "tiff",
  ]

  /// Looks at the ending only; what is inside decides when it is decoded.
  static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    let ending = name[name.index(after: dot)...].lazy.map(\.lowercased)
    return endings.contains { $0.utf8.elementsEqual(ending) }
  }

  /// Appends what a name is sorted by, byte for byte: names come as a person counts, `img2` before
  /// `img10`, and ASCII case is ignored.
  ///
  /// A number is a digit, which holds its place among other bytes, how many digits follow, and those
  /// without leading zeros. So a longer number is a greater one.
  static func appendKey(of name: some Collection<UInt8>, to key: inout [UInt8]) {
    var rest = name[...]
    while let first = rest.first {
      if first.isDigit {
        let number = rest.prefix { $0.isDigit }
        let digits = number.drop { $0 == UInt8(ascii: "0") }
        key.append(UInt8(ascii: "0"))
        appendCount(digits.count, to: &key)
        key += digits
        rest = rest[number.endIndex...]
      } else {
        key.append(first.lowercased)
        rest.removeFirst()
      }
    }
  }

  /// In as many bytes as it takes, of which all but the last are 255.
  private static func appendCount(_ count: Int, to key: inout [UInt8]) {
    key += repeatElement(255, count: count / 255)
    key.append(UInt8(count % 255))
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
  fileprivate var lowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }
}
