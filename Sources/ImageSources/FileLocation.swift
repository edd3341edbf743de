import FoundationEssentials
import Prefetching

/// File paths as bytes, which need not be UTF-8, and as `file` URLs, which can carry any byte.
enum FileLocation {
  /// An absolute `file` URL of a path; every byte outside the unreserved set is percent-encoded.
  static func url(of path: [UInt8]) -> URL? {
    var text = "file://"
    for byte in absolute(path) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return URL(string: text)
  }

  /// An item for a file, captioned with its name.
  static func item(at path: [UInt8]) -> GalleryItem? {
    guard let url = url(of: path) else { return nil }
    let name = String(decoding: name(in: path), as: UTF8.self)
    return GalleryItem(id: url.absoluteString, caption: name, location: .url(url))
  }

  /// What follows the last slash.
  static func name(in path: [UInt8]) -> ArraySlice<UInt8> {
    path[(path.lastIndex(of: slash).map { $0 + 1 } ?? 0)...]
  }

  /// A name in a folder; an empty folder is the current one.
  static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    folder.isEmpty || folder.last == slash ? folder + name : folder + [slash] + name
  }

  private static let slash = UInt8(ascii: "/")

  private static func absolute(_ path: [UInt8]) -> [UInt8] {
    guard path.first != slash else { return path }
    return Array(FileManager.default.currentDirectoryPath.utf8) + [slash] + path
  }
}
