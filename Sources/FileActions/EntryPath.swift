import SourceItems

/// An entry of a folder: the folder's absolute path, and a name of any bytes but zero and slash.
package struct EntryPath: Hashable, Sendable {
  package let folder: [UInt8]
  package let name: [UInt8]

  package init(folder: [UInt8], name: [UInt8]) {
    self.folder = folder
    self.name = name
  }

  /// Splits a path; nil if it has no name, as that of the root folder, or a zero byte.
  ///
  /// - Parameter path: a path; a relative one is in the current folder.
  package init?(_ path: [UInt8]) {
    let path = FileLocation.absolute(path)
    let name = FileLocation.name(in: path)
    guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8),
      !path.contains(0)
    else { return nil }
    let folder = path[..<name.startIndex]
    self.init(folder: Array(folder.count > 1 ? folder.dropLast() : folder), name: Array(name))
  }

  package var path: [UInt8] { FileLocation.join(folder, name) }
}

/// The size, time and inode by which a file is recognized.
struct FileIdentity: Hashable, Sendable {
  let bytes: Int64
  /// The time of the last change of content, in nanoseconds since 1970.
  let modified: Int64
  let inode: UInt64

  /// Whether two files have the same size and time.
  ///
  /// Inodes do not count: FAT and network mounts give them anew.
  func matches(_ other: FileIdentity) -> Bool {
    bytes == other.bytes && modified == other.modified
  }
}
