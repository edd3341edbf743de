import Raster
import SourceItems

/// The note of a file in a trash: a `.trashinfo` file of the Trash specification 1.0.
struct TrashInfo: Equatable {
  /// The original path: absolute in a home trash, relative to the top folder on other volumes.
  let path: [UInt8]
  /// The local time of the action, as `2026-11-28T02:03:04`.
  let date: String

  /// The extension of notes.
  static let ending = Array(".trashinfo".utf8)
  /// The most bytes of a name in a trash, whose note must have a name too.
  static let longestName = NumberedName.longest - ending.count
  /// The most bytes of a note that is read.
  static let longestText = 64 << 10

  private static let heading = "[Trash Info]"

  var text: [UInt8] {
    Array("\(Self.heading)\n\(FileLocation.encoded(path[...], behind: "Path="))\n".utf8)
      + Array("DeletionDate=\(date)\n".utf8)
  }

  init(path: [UInt8], date: String) {
    self.path = path
    self.date = date
  }

  /// Reads a note; nil if it isn't one.
  ///
  /// The first of two equal keys counts, as the specification says.
  init?(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, Self.trimmed(first).elementsEqual(Self.heading.utf8) else {
      return nil
    }
    func value(_ key: String) -> ArraySlice<UInt8>? {
      lines.first { $0.starts(with: key.utf8) }.map { Self.trimmed($0.dropFirst(key.utf8.count)) }
    }
    guard let encoded = value("Path=") else { return nil }
    let path = encoded.percentDecoded()
    guard !path.isEmpty, !path.contains(0),
      !path.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) })
    else { return nil }
    self.init(
      path: path, date: value("DeletionDate=").map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// Returns the original file.
  ///
  /// - Parameter topFolder: that of the volume; nil in a home trash.
  func origin(topFolder: [UInt8]?) -> EntryPath? {
    let isAbsolute = path.first == UInt8(ascii: "/")
    guard let topFolder else { return isAbsolute ? EntryPath(path) : nil }
    return EntryPath(isAbsolute ? path : FileLocation.join(topFolder, path))
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
