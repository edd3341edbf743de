import FoundationEssentials
import GalleryItems
import Glibc

/// File paths as bytes, which need not be UTF-8, and as addresses, which can carry any byte.
package enum FileLocation {
  /// The absolute `file` URL of a path, as text.
  package static func address(of path: [UInt8]) -> String {
    encoded(absolute(path)[...], behind: "file://")
  }

  /// The start of an address, then the bytes of a path; those other than unreserved ones and slashes are
  /// percent-encoded.
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

  /// An item for a file, captioned with its name.
  package static func item(at path: [UInt8]) -> GalleryItem {
    item(named: name(in: path), at: address(of: path))
  }

  /// The item of a file at an address.
  ///
  /// The address has no braces, so a template is the address itself. It is read as a URL only when the item
  /// is loaded, because a gallery shows few of the files of a folder.
  ///
  /// - Parameters:
  ///   - short: the name in its section, where that is another.
  ///   - raws: the names of the raw files that it is shown for.
  package static func item(
    named name: ArraySlice<UInt8>, inFolder short: ArraySlice<UInt8>? = nil, at address: String,
    beside raws: [String] = []
  ) -> GalleryItem {
    GalleryItem(
      id: address, caption: String(decoding: name, as: UTF8.self),
      captionInSection: short.map { String(decoding: $0, as: UTF8.self) },
      location: .template(address), companions: raws,
      isVideo: name.withUnsafeBytes(PictureNames.isVideo))
  }

  /// The bytes behind the last slash.
  package static func name(in path: [UInt8]) -> ArraySlice<UInt8> {
    path[(path.lastIndex(of: slash).map { $0 + 1 } ?? 0)...]
  }

  /// A name in a folder; an empty folder is the current one.
  package static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    folder.isEmpty || folder.last == slash ? folder + name : folder + [slash] + name
  }

  private static let slash = UInt8(ascii: "/")

  /// Read once: the program never changes its folder.
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
