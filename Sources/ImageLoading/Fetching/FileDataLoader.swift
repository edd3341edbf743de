import Archives
import FoundationEssentials
import Glibc
import ImageDecoding

/// Reads files: regular ones only, up to a size, and never waiting for anything but the disk.
///
/// It refuses a pipe, a terminal or a device before reading, since that could block forever or
/// never end. It reads the file and does not map it: a mapping of a file that shrinks meanwhile
/// ends the process.
struct FileDataLoader {
  /// The bytes to read between two checks that they are still wanted.
  private static let chunkBytes = 1 << 20

  private let maxBytes: Int

  init(maxBytes: Int) {
    // Far beyond any file, and far from where adding to it overflows.
    self.maxBytes = min(maxBytes, 1 << 50)
  }

  /// Reads the beginning of a file, blocking the calling thread.
  ///
  /// - Parameter count: how much of it; a shorter file is read to its end.
  /// - Returns: the bytes, empty for a file over the limit, and the size of the whole file in bytes.
  func read(
    first count: Int, of url: URL
  ) throws(ImageError) -> (bytes: Data, fileBytes: Int) {
    guard url.isFileURL else { throw .badURL(url.shownText) }
    let path = try FilePath(url)
    let descriptor = try path.open()
    defer { close(descriptor) }
    let fileBytes = try path.sizeOfRegularFile(descriptor)
    guard fileBytes <= maxBytes else { return (Data(), fileBytes) }
    var bytes = Data(count: count)
    let used = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, count) }
    guard used >= 0 else { throw path.failure() }
    bytes.count = used
    return (bytes, fileBytes)
  }

  /// Reads a file to its end, blocking the calling thread.
  func read(_ url: URL, isCancelled: () -> Bool) throws(ImageError) -> Data {
    let path = try FilePath(url)
    let descriptor = try path.open()
    defer { close(descriptor) }
    let size = try path.sizeOfRegularFile(descriptor)
    guard size <= maxBytes else { throw .tooLarge(bytes: size, limit: maxBytes) }

    // One byte more than the file has, so that its end is seen without growing first.
    var bytes = Data(count: size + 1)
    var used = 0
    while true {
      if isCancelled() { throw .cancelled }
      if used == bytes.count { bytes.count = min(2 * used, maxBytes + 1) }
      let count = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(
          descriptor, buffer.baseAddress?.advanced(by: used),
          min(buffer.count - used, Self.chunkBytes))
      }
      if count == 0 { break }
      if count > 0 {
        used += count
      } else if errno != EINTR {
        throw path.failure()
      }
      guard used <= maxBytes else { throw .tooLarge(bytes: used, limit: maxBytes) }
    }
    bytes.count = used
    return bytes
  }
}

extension FileDataLoader {
  /// The endings of files that are not looked into: on a network mount each opening is a round trip.
  private static let plainEndings: Set = ["jpg", "jpeg", "png", "webp", "gif"]

  /// Reads what a decoder needs of a camera's raw file, at its places.
  ///
  /// It is nil for another file, and for one that is called as pictures are that have no need of it.
  ///
  /// The file may be longer than the limit, which counts what is read.
  func readRaw(
    _ url: URL, for request: ImageRequest, copy scale: ThumbnailScale?, by decoder: ImageDecoder,
    isCancelled: () -> Bool
  ) throws(ImageError) -> (bytes: Data, bytesRead: Int)? {
    if Self.plainEndings.contains(url.pathExtension.lowercased()) { return nil }
    let path = try FilePath(url)
    let descriptor = try path.open()
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: ImageDecoder.signatureLength)
    guard pread(descriptor, &start, start.count, 0) == start.count,
      start.withUnsafeBytes(ImageDecoder.mayBeRaw)
    else { return nil }
    let length = try path.sizeOfRegularFile(descriptor)
    guard let file = SparseFile(descriptor, length: length, maxBytes: maxBytes) else { return nil }
    let room = UnsafeRawBufferPointer(file.memory)
    let part = decoder.rawPart(of: room, for: request.target, copy: scale) { file.read($0) }
    if let part { file.read(part, isCancelled: isCancelled) }
    if isCancelled() { throw .cancelled }
    if file.isOverLimit {
      throw .tooLarge(bytes: file.bytesRead + (part?.count ?? 0), limit: maxBytes)
    }
    if part == nil { return nil }
    return (file.bytes, file.bytesRead)
  }
}

extension LocalBytes {
  private static func archived(
    _ url: URL, _ maxBytes: Int, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    guard let record = url.fragment.flatMap({ Int($0) }) else { throw .badURL(url.shownText) }
    do throws(ArchiveError) {
      let path = Array(url.path(percentEncoded: true).utf8).percentDecoded()
      return Data(
        try ArchivedFile.read(path, record: record, maxBytes: maxBytes, isCancelled: isCancelled))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .tooLarge(let bytes, let limit): throw .tooLarge(bytes: bytes, limit: limit)
      default: throw .archive(reason: error.description)
      }
    }
  }
}

/// The bytes of URLs that need no network.
enum LocalBytes {
  /// Reads a `file` or `data` URL, blocking the calling thread.
  ///
  /// - Throws: also for an empty file.
  static func read(
    _ url: URL, maxBytes: Int, _ isCancelled: () -> Bool
  ) throws(ImageError) -> Data {
    if url.isFileURL {
      let bytes = try FileDataLoader(maxBytes: maxBytes).read(url, isCancelled: isCancelled)
      if bytes.isEmpty { throw try FilePath(url).emptiness }
      return bytes
    }
    if url.scheme == ArchivedFile.scheme { return try archived(url, maxBytes, isCancelled) }
    return try DataURL(url).bytes(maxBytes: maxBytes)
  }
}
