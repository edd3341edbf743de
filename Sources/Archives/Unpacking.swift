#if archives
  import CArchive
#endif

/// The bytes of one file in an archive, by libarchive.
///
/// The library reads archives from their first byte on. So it gets one with this file alone, in memory, whose header
/// says what the directory said.
enum Unpacking {
  #if archives
    static let isBuilt = true
    /// The library's name and version, such as `libarchive 3.6.2`.
    static var library: String? { archive_version_string().map { String(cString: $0) } }
    /// The bytes to unpack between two checks that they are still wanted.
    private static let chunk = 1 << 20

    static func unpack(
      _ packed: [UInt8], of entry: ZipEntry, isCancelled: () -> Bool
    ) throws(ArchiveError) -> [UInt8] {
      let bytes = header(of: entry) + packed
      guard let reader = archive_read_new() else { throw .library("out of memory") }
      defer { archive_read_free(reader) }
      archive_read_support_format_zip_streamable(reader)
      var failure: ArchiveError?
      let unpacked = bytes.withUnsafeBytes { bytes in
        [UInt8](unsafeUninitializedCapacity: entry.size) { buffer, used in
          var item: OpaquePointer?
          guard archive_read_open_memory(reader, bytes.baseAddress, bytes.count) == ARCHIVE_OK,
            archive_read_next_header(reader, &item) == ARCHIVE_OK
          else {
            failure = .library(reason(of: reader))
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
              ? archive_read_data(reader, &spare, 1)
              : archive_read_data(
                reader, buffer.baseAddress?.advanced(by: used), min(chunk, entry.size - used))
            if got == 0 { break }
            guard got > 0, !isFull else {
              failure = got < 0 ? .library(reason(of: reader)) : .damaged
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

    private static func reason(of reader: OpaquePointer) -> String {
      archive_error_string(reader).map { String(cString: $0) } ?? "it cannot be unpacked"
    }
  #else
    static let isBuilt = false
    static let library: String? = nil

    static func unpack(
      _ packed: [UInt8], of entry: ZipEntry, isCancelled: () -> Bool
    ) throws(ArchiveError) -> [UInt8] { throw .notBuilt }
  #endif
}
