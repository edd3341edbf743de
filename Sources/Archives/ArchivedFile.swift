import Glibc

/// The address of a file in an archive, and its bytes.
///
/// An address is the archive's path, the file's name, and where the archive's directory names it:
/// `archive:///home/a/book.cbz/chapter%201/01.jpg#81920`.
package enum ArchivedFile {
  package static let scheme = "archive"
  /// The Debian package of the library that unpacks.
  package static let package = Unpacking.package

  /// The name and version of the library that unpacks; nil if it is not installed.
  ///
  /// The first use loads it.
  package static var library: String? { Unpacking.library }

  /// Reads a file in an archive, blocking the calling thread; any number of threads may read at a time.
  ///
  /// - Parameters:
  ///   - path: the path of the archive and the file's name; the first file on that way is the archive.
  ///   - record: where its record is.
  ///   - maxBytes: the most bytes that it may have.
  package static func read(
    _ path: [UInt8], record: Int, maxBytes: Int, isCancelled: () -> Bool
  ) throws(ArchiveError) -> [UInt8] {
    guard library != nil else { throw .packageMissing(package) }
    guard let archive = archive(on: path) else { throw .system("no such archive") }
    let file = try ArchiveFile(path: archive)
    let entry = try entry(at: record, in: file)
    if entry.isEncrypted { throw .encrypted }
    let most = min(maxBytes, Int(UInt32.max) - 1)
    guard entry.size <= most, entry.packedSize <= most else {
      throw .tooLarge(bytes: max(entry.size, entry.packedSize), limit: maxBytes)
    }
    guard entry.isPlausible else { throw .bomb(bytes: entry.size) }
    let header = try file.read(entry.place, 30)
    let start = header.withUnsafeBytes { bytes in
      bytes.number(0, 4) == 0x0403_4B50
        ? entry.place + 30 + bytes.number(26, 2) + bytes.number(28, 2) : nil
    }
    guard let start else { throw .damaged }
    if isCancelled() { throw .cancelled }
    return try Unpacking.unpack(
      try file.read(start, entry.packedSize), of: entry, isCancelled: isCancelled)
  }

  private static func entry(
    at record: Int, in file: ArchiveFile
  ) throws(ArchiveError) -> ZipEntry {
    guard 0...file.length ~= record else { throw .damaged }
    let start = try file.read(record, min(ZipEntry.recordLength, file.length - record))
    guard let length = start.withUnsafeBytes({ ZipEntry($0) })?.length else { throw .damaged }
    let whole = try file.read(record, length)
    var isWhole = false
    let entry = whole.withUnsafeBytes { bytes in
      var entry = ZipEntry(bytes)
      isWhole = entry?.readLongNumbers(in: bytes) == true
      return entry
    }
    guard let entry, isWhole else { throw .damaged }
    return entry
  }

  /// The first file on a path; what comes behind it is a name in that.
  package static func archive(on path: [UInt8]) -> [UInt8]? {
    for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
      // A zero would end the path early.
      if path[..<end].contains(0) { return nil }
      var status = stat()
      let beginning = path[..<end].map { CChar(bitPattern: $0) } + [0]
      guard stat(beginning, &status) == 0 else { return nil }
      if status.st_mode & S_IFMT != S_IFDIR { return Array(path[..<end]) }
    }
    return nil
  }
}
