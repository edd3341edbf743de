import FoundationEssentials
import GalleryItems
import Glibc

/// File paths as bytes, which need not be UTF-8, and as URLs, which can encode any byte.
package enum FileLocation {
  /// Returns the absolute `file` URL of a path, as text.
  package static func address(of path: [UInt8]) -> String {
    encoded(absolute(path)[...], behind: "file://")
  }

  /// Returns the start of a URL and a path; all bytes except unreserved ones and slashes are percent-encoded.
  package static func encoded(_ bytes: ArraySlice<UInt8>, behind start: String) -> String {
    String(unsafeUninitializedCapacity: start.utf8.count + 3 * bytes.count) { text in
      var count = text.initialize(fromContentsOf: start.utf8)
      for byte in bytes {
        if byte.isUnreserved {
          text[count] = byte
          count += 1
        } else {
          text[count] = UInt8(ascii: "%")
          text[count + 1] = hexadecimal(byte >> 4)
          text[count + 2] = hexadecimal(byte & 15)
          count += 3
        }
      }
      return count
    }
  }

  /// Returns an item for a file, with its name as the caption.
  package static func item(at path: [UInt8]) -> GalleryItem {
    item(named: name(in: path), at: address(of: path), path: path)
  }

  /// Returns the item of a file at a URL.
  ///
  /// The URL contains no braces, so it can serve as a template. It is parsed only when the item is
  /// loaded, because a gallery shows only a few files of a folder.
  ///
  /// - Parameters:
  ///   - short: the name within its section, if that differs.
  ///   - raws: the names of the raw files that it represents.
  ///   - path: its path as the person would write it.
  package static func item(
    named name: ArraySlice<UInt8>, inFolder short: ArraySlice<UInt8>? = nil, at address: String,
    beside raws: [String] = [], path: [UInt8]
  ) -> GalleryItem {
    GalleryItem(
      id: address, caption: String(decoding: name, as: UTF8.self),
      captionInSection: short.map { String(decoding: $0, as: UTF8.self) },
      location: .template(address), companions: raws,
      isVideo: name.withUnsafeBytes(PictureNames.isVideo), path: path)
  }

  /// Returns the bytes after the last slash.
  package static func name(in path: [UInt8]) -> ArraySlice<UInt8> {
    path[(path.lastIndex(of: slash).map { $0 + 1 } ?? 0)...]
  }

  /// Returns the path of a name in a folder; an empty folder is the current one.
  package static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    folder.isEmpty || folder.last == slash ? folder + name : folder + [slash] + name
  }

  private static let slash = UInt8(ascii: "/")

  /// The current folder, read only once: the program never changes it.
  private static let currentFolder: [UInt8] = {
    guard let path = getcwd(nil, 0) else { return [] }
    defer { free(path) }
    return path.withMemoryRebound(to: UInt8.self, capacity: strlen(path)) {
      Array(UnsafeBufferPointer(start: $0, count: strlen(path)))
    }
  }()

  package static func absolute(_ path: [UInt8]) -> [UInt8] {
    path.first == slash ? path : currentFolder + [slash] + path
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
