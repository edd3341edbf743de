import SourceItems

/// The names that files belonging to a picture may have, in lower or upper case.
enum Companions {
  /// The extensions of sidecar files: XMP, edits of Apple's Photos, thumbnails of videos, RawTherapee, DxO.
  private static let sidecarEndings = spellings(["xmp", "aae", "thm", "pp3", "dop"])
  private static let jpegEndings = spellings(["jpg", "jpeg"])
  private static let rawEndings = spellings(PictureNames.rawEndings)

  /// Returns the names of sidecars of a file, such as `photo.jpg.xmp`, or of all files with a stem,
  /// such as `photo.xmp`.
  static func sidecars(of name: [UInt8]) -> [[UInt8]] { sidecarEndings.map { name + $0 } }

  /// Returns the names of the other file of a raw and JPEG pair.
  static func partners(of name: [UInt8]) -> [[UInt8]] {
    let endings = name.withUnsafeBytes { bytes in
      PictureNames.isRaw(bytes)
        ? jpegEndings : PictureNames.isJPEG(bytes) ? rawEndings : []
    }
    return endings.map { stem(of: name) + $0 }
  }

  /// The extension of a name in lower case.
  static func ending(of name: [UInt8]) -> [UInt8] {
    name.dropFirst(NumberedName.stemLength(of: name)).map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
    }
  }

  static func stem(of name: [UInt8]) -> [UInt8] {
    Array(name.prefix(NumberedName.stemLength(of: name)))
  }

  private static func spellings(_ endings: [String]) -> [[UInt8]] {
    endings.flatMap { [Array(".\($0)".utf8), Array(".\($0.uppercased())".utf8)] }
  }
}
