import FoundationEssentials
import GalleryItems
import Glibc

/// Reads a text with a path or URL a line; empty lines and lines that start with `#` are left out.
///
/// Relative paths start at the list's folder, or at the current one for standard input.
enum ItemList {
  /// The most bytes of a list, which is read as a whole.
  static let longestBytes = 256 << 20

  static func items(ofFile path: String) throws(SourceError) -> [GalleryItem] {
    guard let file = fopen(path, "r") else {
      throw SourceError.unreadable(path, reason: String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    let bytes = Array(path.utf8)
    let folder = bytes.dropLast(FileLocation.name(in: bytes).count)
    return try items(from: file, named: path, folder: Array(folder))
  }

  /// - Parameter file: read to its end, not closed.
  static func items(
    from file: UnsafeMutablePointer<FILE>, named name: String, folder: [UInt8] = []
  ) throws(SourceError) -> [GalleryItem] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
      if bytes.count > longestBytes {
        throw SourceError.unreadable(name, reason: "a list of over 256 MB")
      }
    }
    let items = items(in: bytes, folder: folder)
    if items.isEmpty { throw SourceError.empty(name) }
    return items
  }

  static func items(in bytes: [UInt8], folder: [UInt8]) -> [GalleryItem] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
      return item(Array(line), folder: folder)
    }
  }

  private static func item(_ line: [UInt8], folder: [UInt8]) -> GalleryItem? {
    if let address = WebAddress(String(decoding: line, as: UTF8.self)) { return address.item }
    let isAbsolute = line.first == UInt8(ascii: "/")
    return FileLocation.item(at: isAbsolute ? line : FileLocation.join(folder, line))
  }
}
