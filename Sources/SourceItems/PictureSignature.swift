/// The signatures of picture files in their first bytes.
package enum PictureSignature {
  /// The number of bytes to check.
  package static let length = 64

  /// The brands of HEIF containers with a still picture, and of CR3 raw files.
  private static let brands = [
    "avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "crx ",
  ]

  private static let beginnings = [
    "GIF87a", "GIF89a", "II*\0", "MM\0*", "II+\0", "MM\0+", "IIRO", "IIRS", "MMOR", "IIU\0",
    "FUJIFILMCCD-RAW", "<svg",
  ].map { Array($0.utf8) }

  /// Whether bytes begin with the signature of a format that some build can decode.
  package static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(text.prefix(length))
    func holds(_ text: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return true
    }
    if holds("RIFF") { return holds("WEBP", at: 8) }
    if holds("ftyp", at: 4) { return hasBrand(bytes) }
    if holds("BM") { return isBitmap(bytes) }
    return isPortableMap(bytes) || beginnings.contains { bytes.starts(with: $0) }
  }

  /// Whether a file begins with the signature of a picture.
  package static func begins(_ file: OpenInput) -> Bool {
    begins(file.bytes(from: 0, count: length)[...])
  }

  /// Whether an ISO container has a brand of pictures, as its major brand or a compatible one.
  private static func hasBrand(_ bytes: [UInt8]) -> Bool {
    stride(from: 8, to: bytes.count, by: 4).contains { place in
      brands.contains { bytes[place...].starts(with: $0.utf8) }
    }
  }

  /// Whether a bitmap header has a plausible length; text may begin with "BM" too.
  private static func isBitmap(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 18 && bytes[14] >= 12 && bytes[15..<18].allSatisfy { $0 == 0 }
  }

  /// Whether a portable map's magic number is followed by two sizes, or by a line break in a PAM header.
  ///
  /// Blanks and comments may come between. File names may begin with P and a digit too.
  private static func isPortableMap(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 3, bytes[0] == UInt8(ascii: "P"),
      UInt8(ascii: "1")...UInt8(ascii: "7") ~= bytes[1]
    else { return false }
    if bytes[1] == UInt8(ascii: "7") { return bytes[2] == UInt8(ascii: "\n") }
    var rest = bytes[2...]
    for _ in 0..<2 {
      guard let first = rest.first, first.isBlankOrNewline || first == UInt8(ascii: "#") else {
        return rest.isEmpty
      }
      rest = rest.drop(while: \.isBlankOrNewline)
      while rest.first == UInt8(ascii: "#") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }.drop(while: \.isBlankOrNewline)
      }
      // The sample may end within a comment.
      if rest.isEmpty { return true }
      let number = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      if number.isEmpty { return false }
      rest = rest.dropFirst(number.count)
    }
    return rest.first?.isBlankOrNewline ?? true
  }
}

extension UInt8 {
  /// Whether this is a space, a tab or a line break.
  package var isBlankOrNewline: Bool {
    self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A
  }
}
