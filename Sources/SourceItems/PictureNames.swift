/// The names of picture files, judged by their extensions.
package enum PictureNames {
  /// The extensions of all formats that a build can decode, in lower case.
  ///
  /// A build without a format reports that when it opens such a file.
  private static let endings =
    [
      "jpg", "jpeg", "jpe", "jfif", "jif", "png", "apng", "webp", "gif", "bmp", "dib", "pbm", "pgm",
      "ppm", "pnm", "pam", "avif", "heic", "heif", "hif", "tif", "tiff", "svg", "svgz",
    ] + rawEndings

  /// The extensions of cameras' raw files.
  package static let rawEndings = ["cr2", "cr3", "nef", "arw", "dng", "raf", "orf", "rw2"]

  /// The extensions of videos, for which another program makes posters.
  package static let videoEndings = ["mp4", "m4v", "mkv", "webm", "mov", "avi"]

  /// Whether a file is a video, by its extension.
  package static func isVideo(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: videoEndings, name)
  }

  /// Whether a file is a picture, by its extension, so that it need not be opened.
  package static func isPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: endings, name)
  }

  /// Whether a file is a camera's raw file, by its extension.
  package static func isRaw(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: rawEndings, name)
  }

  /// Whether a file is a JPEG, by its extension.
  package static func isJPEG(_ name: UnsafeRawBufferPointer) -> Bool {
    hasEnding(of: ["jpg", "jpeg", "jpe", "jfif", "jif"], name)
  }

  /// Whether a name that is not of a local file, such as a link on a server, is a picture's.
  ///
  /// Programs append to extensions, as in `a.jpg~` and `a.jpg_large`, so only the leading letters and digits count.
  package static func suggestsPicture(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let end = name[name.index(after: dot)...].firstIndex { !$0.isLetterOrDigit }
    return isPicture(UnsafeRawBufferPointer(rebasing: name[..<(end ?? name.endIndex)]))
  }

  /// Returns a name up to and including the last dot; the whole name without an extension.
  package static func stem(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      rebasing: name[...(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex - 1)])
  }

  /// Whether two names are equal except for their extensions, ignoring case.
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
  /// Videos are not wanted.
  case leftOut
  /// No program that makes posters is installed, which is reported.
  case withoutTool
}

extension UInt8 {
  /// The byte, with an ASCII letter in lower case.
  var lowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }

  fileprivate var isLetterOrDigit: Bool {
    (97...122).contains(lowercased) || (48...57).contains(self)
  }
}
