import FoundationEssentials
import GalleryItems
import Glibc

/// Reads a text with a path or URL a line.
///
/// Relative paths start at the list's folder, or at the current one for standard input.
///
/// Empty lines and lines that start with `#` are left out. So are a byte order mark, and blanks and
/// a carriage return at the end of a line. Where entries end with another byte than a newline, they
/// are taken as they are, because a name may have any of these.
struct ItemList {
  /// The most bytes of a list, which is read as a whole.
  static let longestBytes = 256 << 20

  private static let newline = UInt8(ascii: "\n")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The byte that ends an entry.
  var separator = newline

  func items(ofFile path: String) throws(SourceError) -> [GalleryItem] {
    guard let file = fopen(path, "r") else {
      throw SourceError.unreadable(path, reason: String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    let bytes = Array(path.utf8)
    let folder = bytes.dropLast(FileLocation.name(in: bytes).count)
    return try items(from: file, named: path, folder: Array(folder))
  }

  /// - Parameter file: read to its end, not closed.
  func items(
    from file: UnsafeMutablePointer<FILE>, named name: String, folder: [UInt8] = []
  ) throws(SourceError) -> [GalleryItem] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
      if bytes.count > Self.longestBytes {
        throw SourceError.unreadable(name, reason: "a list of over 256 MB")
      }
    }
    let items = items(in: bytes, folder: folder)
    if items.isEmpty { throw SourceError.empty(name) }
    return items
  }

  func items(in bytes: [UInt8], folder: [UInt8]) -> [GalleryItem] {
    let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    return text.split(separator: separator).compactMap { entry in
      let entry = separator == Self.newline ? Self.trimmed(entry) : entry
      return entry.isEmpty ? nil : Self.item(Array(entry), folder: folder)
    }
  }

  /// The line without what editors and other systems leave at its end; empty for a comment.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if line.first == UInt8(ascii: "#") { return [] }
    let end = line.lastIndex {
      ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0)
    }
    return line[..<(end.map { $0 + 1 } ?? line.startIndex)]
  }

  private static func item(_ entry: [UInt8], folder: [UInt8]) -> GalleryItem? {
    if let address = WebAddress(String(decoding: entry, as: UTF8.self)) { return address.item }
    let isAbsolute = entry.first == UInt8(ascii: "/")
    return FileLocation.item(at: isAbsolute ? entry : FileLocation.join(folder, entry))
  }
}
