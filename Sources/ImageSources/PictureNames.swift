/// Decides which files count as pictures, and their order.
package enum PictureNames {
  /// The endings of all formats that a build can decode, in lower case.
  ///
  /// A build without a format names it when it meets such a file.
  package static let endings = [
    "jpg", "jpeg", "png", "webp", "gif", "bmp", "pbm", "pgm", "ppm", "pnm", "pam", "avif", "heic",
    "tif", "tiff",
  ]

  /// Looks at the ending only; the content decides when the file is decoded.
  static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    let ending = name[name.index(after: dot)...].lazy.map(\.lowercased)
    return endings.contains { $0.utf8.elementsEqual(ending) }
  }

  /// Appends the sort key of a name, which is compared byte for byte.
  ///
  /// Names are in natural order, `img2` before `img10`, and ASCII case is ignored. In the key, a number begins
  /// with a digit, which holds its place among other bytes. The count of its digits without leading zeros
  /// follows, then these digits. So a longer number is a greater one.
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

  /// Appends a count in as many bytes as it takes, all but the last of which are 255.
  private static func appendCount(_ count: Int, to key: inout [UInt8]) {
    key += repeatElement(255, count: count / 255)
    key.append(UInt8(count % 255))
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
  fileprivate var lowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }
}
