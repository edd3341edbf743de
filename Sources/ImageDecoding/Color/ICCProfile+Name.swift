import Raster

extension ICCProfile {
  /// The longest name that is read, in code units.
  private static let longestName = 128

  /// The profile's name, such as `Display P3`, as one line of at most 64 characters; nil if there
  /// is none.
  var name: String? {
    guard let tag = tag("desc") else { return nil }
    let text = tag.isName("mluc", at: 0) ? Self.firstText(of: tag) : Self.plainText(of: tag)
    let line = text?.split(separator: " ").joined(separator: " ").excerpt(64) ?? ""
    return line.isEmpty ? nil : line
  }

  /// The first translation in a tag (ICC.1:2022, 10.15).
  private static func firstText(of tag: UnsafeRawBufferPointer) -> String? {
    guard let length = tag.integer(at: 20, length: 4, order: .bigEndian),
      let offset = tag.integer(at: 24, length: 4, order: .bigEndian),
      let bytes = tag.field(at: offset, length: min(length, 2 * longestName) & ~1)
    else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  /// The text of version 2 (ICC.1:2001-04, 6.5.17).
  private static func plainText(of tag: UnsafeRawBufferPointer) -> String? {
    guard tag.isName("desc", at: 0),
      let length = tag.integer(at: 8, length: 4, order: .bigEndian),
      let bytes = tag.field(at: 12, length: min(length, longestName))
    else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension ColorTag {
  /// The name of the profile, or of the color space marked in EXIF; nil for neither.
  var profileName: String? {
    if self == .adobeRGB { return "Adobe RGB (1998)" }
    guard case .profile(let bytes, _) = self else { return nil }
    return bytes.withUnsafeBytes { ICCProfile($0)?.name }
  }
}
