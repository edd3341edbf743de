/// Decides which files count as pictures, and their order.
package enum PictureNames {
  /// The endings of all formats that a build can decode, in lower case.
  ///
  /// A build without a format names it when it meets such a file.
  private static let endings =
    [
      "jpg", "jpeg", "jpe", "jfif", "jif", "png", "apng", "webp", "gif", "bmp", "dib", "pbm", "pgm",
      "ppm", "pnm", "pam", "avif", "heic", "heif", "hif", "tif", "tiff", "svg", "svgz",
    ] + rawEndings

  /// The endings of cameras' raw files.
  package static let rawEndings = ["cr2", "cr3", "nef", "arw", "dng", "raf", "orf", "rw2"]

  /// The endings of videos, which another program makes posters of.
  package static let videoEndings = ["mp4", "m4v", "mkv", "webm", "mov", "avi"]

  /// Whether a name is a video's, by its ending.
  package static func isVideo(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: videoEndings, name)
  }

  /// Whether a name is a picture's by its ending, so that its file need not be opened to know.
  package static func isPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: endings, name)
  }

  /// Whether a name is a camera's raw file's, by its ending.
  package static func isRaw(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: rawEndings, name)
  }

  /// Whether a name is that of a JPEG, by its ending.
  package static func isJPEG(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: ["jpg", "jpeg", "jpe", "jfif", "jif"], name)
  }

  /// Whether a name that stands for no file here, such as a link on a server, is a picture's.
  ///
  /// Programs add to endings, as in `a.jpg~` and `a.jpg_large`: letters and digits decide.
  package static func suggestsPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let end = name[name.index(after: dot)...].firstIndex { !$0.isLetterOrDigit }
    return isPicture(UnsafeRawBufferPointer(rebasing: name[..<(end ?? name.endIndex)]))
  }

  /// A name up to the last dot, with it; all of a name without an ending.
  package static func stem(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      rebasing: name[...(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex - 1)])
  }

  /// Whether two names are equal up to their endings, but for case.
  package static func shareStem(
    _ name: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Bool {
    let (one, other) = (stem(of: name), stem(of: other))
    return one.count == other.count
      && zip(one, other).allSatisfy { $0.lowercased == $1.lowercased }
  }

  package static func hasEnding(
    of endings: [String], _ name: UnsafeRawBufferPointer
  ) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    let ending = name[name.index(after: dot)...].lazy.map(\.lowercased)
    return endings.contains { $0.utf8.elementsEqual(ending) }
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

  fileprivate var isLetterOrDigit: Bool {
    (97...122).contains(lowercased) || (48...57).contains(self)
  }
}
