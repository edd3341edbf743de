import CacheFiles
import FoundationEssentials
import Glibc

/// The file of an entry, open and its header read.
struct EntryFile: ~Copyable {
  let file: OpenFile
  let header: EntryHeader
  private let headerBytes: Int
  private let lastUse: Int

  /// A file can claim any size, having no more than its header on the disk.
  private static let maxBodyBytes = 1 << 30

  /// Reads the header; nil for a file that is torn, of another format, or another identity's.
  ///
  /// This checks whether the size is right; `body` checks whether the bytes are.
  init?(_ file: consuming OpenFile, identity: String) throws(SystemError) {
    let status = try file.status()
    guard status.isRegular else { return nil }
    var start = [UInt8](repeating: 0, count: min(status.bytes, EntryHeader.maxBytes))
    var elements = start.mutableSpan
    var span = elements.mutableBytes
    guard try file.read(into: &span, at: 0) == start.count,
      // This compares bytes and not Strings, to which two spellings of one letter are equal.
      let found = EntryHeader.parse(start), found.header.identity.utf8.elementsEqual(identity.utf8),
      status.bytes - found.count == found.header.bodyBytes,
      found.header.bodyBytes <= Self.maxBodyBytes
    else { return nil }
    header = found.header
    headerBytes = found.count
    lastUse = status.lastUse
    self.file = file
  }

  /// Reads the bytes of the response; nil if they are not what was written.
  func body() throws(SystemError) -> Data? {
    var body = Data(count: header.bodyBytes)
    var span = body.mutableBytes
    guard try file.read(into: &span, at: headerBytes) == header.bodyBytes,
      Checksum.of(body.bytes) == header.bodyChecksum
    else { return nil }
    return body
  }

  /// Notes a use, unless one was noted in the last minute.
  ///
  /// A write to the disk for every look at a picture would be no saving.
  func noteUse(at now: Int) {
    guard lastUse <= now - 60 || lastUse > now else { return }
    file.setLastUse(now)
  }

  /// Writes another header over this one; false if its length differs.
  ///
  /// A process that reads meanwhile may see half of it, and a power cut may leave half of it: the
  /// checksum makes that a miss.
  func replaceHeader(with metadata: CacheMetadata) throws(SystemError) -> Bool {
    var header = header
    header.metadata = metadata
    guard let bytes = header.encoded(), bytes.count == headerBytes else { return false }
    try file.write(bytes.span.bytes, at: 0)
    return true
  }
}
