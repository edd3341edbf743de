import CacheFiles
import FoundationEssentials
import Glibc

/// The open file of an entry, with its header read.
struct EntryFile: ~Copyable {
  let file: OpenFile
  let header: EntryHeader
  private let headerBytes: Int
  private let lastUse: Int

  /// The largest body; a file of only a header can claim any size.
  private static let maxBodyBytes = 1 << 30

  /// Reads the header; nil for a file that is torn, has another format, or another identity.
  ///
  /// This checks the size, and `body` checks the bytes.
  init?(_ file: consuming OpenFile, identity: String) throws(SystemError) {
    let status = try file.status()
    guard status.isRegular else { return nil }
    var start = [UInt8](repeating: 0, count: min(status.bytes, EntryHeader.maxBytes))
    var elements = start.mutableSpan
    var span = elements.mutableBytes
    guard try file.read(into: &span, at: 0) == start.count,
      // Bytes are compared instead of Strings, which consider some different spellings equal.
      let found = EntryHeader.parse(start), found.header.identity.utf8.elementsEqual(identity.utf8),
      status.bytes - found.count == found.header.bodyBytes,
      found.header.bodyBytes <= Self.maxBodyBytes
    else { return nil }
    header = found.header
    headerBytes = found.count
    lastUse = status.lastUse
    self.file = file
  }

  /// Reads the bytes of the response; nil if they do not match their checksum.
  func body() throws(SystemError) -> Data? {
    var body = Data(count: header.bodyBytes)
    var span = body.mutableBytes
    guard try file.read(into: &span, at: headerBytes) == header.bodyBytes,
      Checksum.of(body.bytes) == header.bodyChecksum
    else { return nil }
    return body
  }

  /// Records a use, unless one was recorded in the last minute.
  ///
  /// A disk write for every view of a picture would cost too much.
  func noteUse(at now: Int) {
    guard lastUse <= now - 60 || lastUse > now else { return }
    file.setLastUse(now)
  }

  /// Overwrites the header; returns false if the new length differs.
  ///
  /// Another process may read half of it, and a power failure may leave half of it: the checksum
  /// then causes a miss.
  func replaceHeader(with metadata: CacheMetadata) throws(SystemError) -> Bool {
    var header = header
    header.metadata = metadata
    guard let bytes = header.encoded(), bytes.count == headerBytes else { return false }
    try file.write(bytes.span.bytes, at: 0)
    return true
  }
}
