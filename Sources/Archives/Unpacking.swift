import CUnpacking

/// The bytes of one file in an archive, by libarchive.
///
/// The library reads archives from their first byte on. So it gets one with this file alone, in memory, whose header
/// says what the directory said.
enum Unpacking {
  /// The Debian package of the library.
  static let package = "libarchive13"
  /// The library's name and version, such as `libarchive 3.6.2`; nil if it is not installed.
  static var library: String? { unpacking_library().map { String(cString: $0) } }
  /// The bytes to unpack between two checks that they are still wanted.
  private static let chunk = 1 << 20

  static func unpack(
    _ packed: [UInt8], of entry: ZipEntry, isCancelled: () -> Bool
  ) throws(ArchiveError) -> [UInt8] {
    guard library != nil else { throw .packageMissing(package) }
    let bytes = header(of: entry) + packed
    var failure: ArchiveError?
    let unpacked = bytes.withUnsafeBytes { bytes in
      [UInt8](unsafeUninitializedCapacity: entry.size) { buffer, used in
        guard let unpacking = unpacking_open(bytes.baseAddress, bytes.count) else {
          failure = .library("out of memory")
          return
        }
        defer { unpacking_close(unpacking) }
        if let problem = unpacking_problem(unpacking) {
          failure = .library(String(cString: problem))
          return
        }
        while true {
          if isCancelled() {
            failure = .cancelled
            return
          }
          // One more than there should be would not be written.
          var spare: UInt8 = 0
          let isFull = used == entry.size
          let got =
            isFull
            ? unpacking_read(unpacking, &spare, 1)
            : unpacking_read(
              unpacking, buffer.baseAddress?.advanced(by: used), min(chunk, entry.size - used))
          if got == 0 { break }
          if let problem = unpacking_problem(unpacking) {
            failure = .library(String(cString: problem))
            return
          }
          if isFull {
            failure = .damaged
            return
          }
          used += got
        }
        if used < entry.size { failure = .damaged }
      }
    }
    if let failure { throw failure }
    return unpacked
  }

  /// A header of the file's own (APPNOTE 6.3.10, 4.3.7), with a name of one letter.
  private static func header(of entry: ZipEntry) -> [UInt8] {
    func little(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("PK\u{3}\u{4}".utf8) + little(20, 2) + little(0, 2) + little(entry.method, 2)
      + little(0, 2) + little(0x21, 2) + little(entry.checksum, 4) + little(entry.packedSize, 4)
      + little(entry.size, 4) + little(1, 2) + little(0, 2) + Array("p".utf8)
  }
}
