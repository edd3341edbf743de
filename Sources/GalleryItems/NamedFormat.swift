extension GalleryItem {
  /// The format of the picture by the ending of its name, such as "JPEG"; nil without a short ending.
  package var format: String? {
    if let path { return path.withUnsafeBytes(Self.format) }
    var url = String(id.prefix { $0 != "?" && $0 != "#" })
    return url.withUTF8 { Self.format(named: UnsafeRawBufferPointer($0)) }
  }

  /// The format by the ending of a name or a path.
  package static func format(named name: UnsafeRawBufferPointer) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let letters = name[name.index(after: dot)...]
    guard (2...5).contains(letters.count), letters.allSatisfy(\.isLetterOrDigit) else { return nil }
    let ending = String(decoding: letters, as: UTF8.self).uppercased()
    return switch ending {
    case "JPG", "JPE", "JFIF", "JIF": "JPEG"
    case "TIF": "TIFF"
    case "HEIF", "HIF": "HEIC"
    case "SVGZ": "SVG"
    default: ending
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
