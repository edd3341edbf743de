import FoundationEssentials

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
    let ending = String(decoding: name[name.index(after: dot)...], as: UTF8.self)
    return endings.contains(ending.lowercased())
  }

  /// Orders names as a person counts: `img2` before `img10`; ASCII case is ignored.
  static func areInOrder(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var a = left[...]
    var b = right[...]
    while let first = a.first, let second = b.first {
      if first.isDigit, second.isDigit {
        let (x, y) = (a.takeNumber(), b.takeNumber())
        if x.count != y.count { return x.count < y.count }
        if x != y { return x.lexicographicallyPrecedes(y) }
      } else {
        let (x, y) = (first.lowercased, second.lowercased)
        if x != y { return x < y }
        a.removeFirst()
        b.removeFirst()
      }
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    return left.lexicographicallyPrecedes(right)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
  fileprivate var lowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }
}

extension ArraySlice<UInt8> {
  /// Removes the digits at the start and returns them without leading zeros.
  fileprivate mutating func takeNumber() -> ArraySlice<UInt8> {
    let number = prefix { $0.isDigit }
    removeFirst(number.count)
    return number.drop { $0 == 48 }
  }
}
