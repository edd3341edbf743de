import FoundationEssentials
import Glibc
import ImageDecoding

/// A regular file that is open, and is read up to a size, never waiting for anything but the disk.
///
/// It is opened once for all that is read of it: over a network mount each opening takes one round trip
/// or two. A pipe, a terminal or a device is refused before reading, since that could block forever or
/// never end. The file is read and not mapped: a mapping of a file that shrinks meanwhile ends the process.
final class PictureFile {
  /// The bytes to read between two checks that they are still wanted.
  private static let chunkBytes = 1 << 20
  /// The endings of files in which no raw file is looked for: over a network mount that takes a round trip.
  private static let plainEndings: Set = ["jpg", "jpeg", "png", "webp", "gif"]

  private let path: FilePath
  private let descriptor: Int32
  private let maxBytes: Int
  /// The device that the file is on.
  private let device: UInt64
  /// The size of the whole file, in bytes.
  let size: Int
  /// What has been read from the beginning on.
  private var beginning = Data()
  /// Whether the file has no more bytes than ``beginning``.
  private var isReadWhole = false
  private let openingTime: Duration
  private var readingTime = Duration.zero

  /// Opens the file of a `file` URL, blocking the calling thread.
  ///
  /// - Parameter maxBytes: the most that is read.
  init(_ url: URL, maxBytes: Int) throws(ImageError) {
    guard url.isFileURL else { throw .badURL(url.shownText) }
    path = try FilePath(url)
    let start = ContinuousClock.now
    descriptor = try path.open()
    // Far beyond any file, and far from where adding to it overflows.
    self.maxBytes = min(maxBytes, 1 << 50)
    do { (device, size) = try path.deviceAndSizeOfRegularFile(descriptor) } catch {
      close(descriptor)
      throw error
    }
    openingTime = .now - start
  }

  deinit { close(descriptor) }

  /// How long the file kept its reader waiting until now.
  var wait: FileWait { FileWait(opening: openingTime, reading: readingTime) }

  /// Whether another machine holds the file.
  func isDistant(on fileSystems: FileSystems) -> Bool {
    fileSystems.isDistant(path, onDevice: device)
  }

  /// Reads the beginning, once, blocking the calling thread.
  ///
  /// - Parameter count: how much of it; a shorter file is read to its end.
  /// - Returns: the bytes; no byte of a file over the limit.
  func readBeginning(_ count: Int) throws(ImageError) -> Data {
    guard beginning.isEmpty, size <= maxBytes else { return beginning }
    let start = ContinuousClock.now
    defer { readingTime += .now - start }
    var bytes = Data(count: count)
    let used = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, count) }
    guard used >= 0 else { throw path.failure() }
    bytes.count = used
    beginning = bytes
    isReadWhole = used == size && used < count
    return bytes
  }

  /// Reads to the end, blocking the calling thread.
  ///
  /// - Returns: all bytes, from the beginning on.
  /// - Throws: also for an empty file.
  func readWhole(isCancelled: () -> Bool) throws(ImageError) -> Data {
    guard size <= maxBytes else { throw .tooLarge(bytes: size, limit: maxBytes) }
    if isReadWhole, !beginning.isEmpty { return beginning }
    let start = ContinuousClock.now
    defer { readingTime += .now - start }

    // One byte more than the file has, so that its end is seen without growing first.
    var bytes = Data(count: max(size, beginning.count) + 1)
    bytes.replaceSubrange(..<beginning.count, with: beginning)
    var used = beginning.count
    while true {
      if isCancelled() { throw .cancelled }
      if used == bytes.count { bytes.count = min(2 * used, maxBytes + 1) }
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(
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
    if used == 0 { throw path.emptiness }
    bytes.count = used
    return bytes
  }

  /// Reads what a decoder needs of a camera's raw file, at its places.
  ///
  /// It is nil for another file. The file may be longer than the limit, which counts what is read.
  func readRaw(
    for request: ImageRequest, copy scale: ThumbnailScale?, by decoder: ImageDecoder,
    isCancelled: () -> Bool
  ) throws(ImageError) -> (bytes: Data, bytesRead: Int)? {
    if Self.plainEndings.contains(request.url.pathExtension.lowercased()) { return nil }
    let start = ContinuousClock.now
    defer { readingTime += .now - start }
    var signature = [UInt8](repeating: 0, count: ImageDecoder.signatureLength)
    guard pread(descriptor, &signature, signature.count, 0) == signature.count,
      signature.withUnsafeBytes(ImageDecoder.mayBeRaw)
    else { return nil }
    guard let file = SparseFile(descriptor, length: size, maxBytes: maxBytes) else { return nil }
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

/// How long a file kept its reader waiting, told as a server's answer is.
struct FileWait: Hashable, Sendable {
  let firstByte: Duration
  let transfer: Duration

  /// A read waits for its first byte as long as the opening took: both are one round trip to a file's machine.
  init(opening: Duration, reading: Duration) {
    firstByte = opening + min(opening, reading)
    transfer = max(.zero, reading - opening)
  }
}
