/// Decides which files count as pictures, and their order.
package enum PictureNames {
  /// The endings of all formats that a build can decode, in lower case.
  ///
  /// A build without a format names it when it meets such a file.
  package static let endings =
    [
      "jpg", "jpeg", "png", "webp", "gif", "bmp", "pbm", "pgm", "ppm", "pnm", "pam", "avif", "heic",
      "tif", "tiff", "svg", "svgz",
    ] + rawEndings

  /// The endings of cameras' raw files.
  static let rawEndings = ["cr2", "cr3", "nef", "arw", "dng", "raf", "orf", "rw2"]

  /// The endings of videos, which another program makes posters of.
  package static let videoEndings = ["mp4", "m4v", "mkv", "webm", "mov", "avi"]

  /// Whether a name is a video's, by its ending.
  static func isVideo(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasEnding(of: videoEndings, name)
  }

  /// Looks at the ending only; the content decides when the file is decoded.
  static func isPicture(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasEnding(of: endings, name)
  }

  /// Whether a name is a camera's raw file's, by its ending.
  static func isRaw(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasEnding(of: rawEndings, name)
  }

  /// Whether a name is that of a JPEG, by its ending.
  static func isJPEG(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    hasEnding(of: ["jpg", "jpeg"], name)
  }

  /// A name up to the last dot, with it; all of a name without an ending.
  static func stem(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      rebasing: name[...(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex - 1)])
  }

  static func hasEnding(
    of endings: [String], _ name: some BidirectionalCollection<UInt8>
  ) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    let ending = name[name.index(after: dot)...].lazy.map(\.lowercased)
    return endings.contains { $0.utf8.elementsEqual(ending) }
  }

  /// The number of bytes that say whether a file is a picture.
  static let signatureLength = 16

  /// Whether a file that begins with these bytes is a picture, by the signatures of the formats.
  static func isPicture(beginningWith bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return true
    }
    if text.hasPrefix("RIFF") { return text.dropFirst(8).hasPrefix("WEBP") }
    if text.dropFirst(4).hasPrefix("ftyp") {
      return ["avif", "avis", "heic", "heix", "mif1", "crx "].contains(text.dropFirst(8).prefix(4))
    }
    let isNetpbm =
      text.first == "P" && text.dropFirst().first.map { "1234567".contains($0) } == true
    if isNetpbm { return text.dropFirst(2).first?.isWhitespace == true }
    return [
      "GIF87a", "GIF89a", "BM", "II*\0", "MM\0*", "IIRO", "IIRS", "MMOR", "IIU\0",
      "FUJIFILMCCD-RAW", "<svg",
    ]
    .contains { text.hasPrefix($0) }
  }
}

/// The treatment of videos in folders.
package enum VideoChoice: Hashable, Sendable {
  case shown
  /// A person does not want them.
  case leftOut
  /// No program is installed that makes pictures of them, and a person hears of it.
  case withoutTool
}

extension UInt8 {
  /// The byte, an ASCII letter in lower case.
  var lowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }
}
