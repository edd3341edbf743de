import FoundationEssentials
import Glibc
import ImageDecoding
import ImageRequests
import Raster

/// An open regular file, read up to a size limit without waiting for anything but the disk.
///
/// It is opened once for all reads, because over a network mount each opening takes a round trip or
/// two. Pipes, terminals and devices are refused before reading, which could block forever or never
/// end. The file is read and not mapped: if a mapped file shrinks, the process is killed.
package final class PictureFile {
  /// The size of a file's beginning; the data that cameras write before the picture is nearly always shorter.
  package static let beginningBytes = 64 << 10
  /// The number of bytes to read between two checks for cancellation.
  private static let chunkBytes = 1 << 20
  /// The extensions of files that are not checked for raw data: over a network mount, that takes a round trip.
  private static let plainEndings: Set = ["jpg", "jpeg", "png", "webp", "gif"]
  /// The most bytes of a file that are read for its texts.
  private static let textBytes = 8 << 20

  private let path: FilePath
  private let descriptor: Int32
  private let maxBytes: Int
  /// The device that contains the file.
  private let device: UInt64
  /// The size of the file, in bytes.
  package let size: Int
  /// The bytes read from the beginning of the file.
  private var beginning = Data()
  /// Whether ``beginning`` is the whole file.
  private var isReadWhole = false
  /// The time that opening the file took.
  package let openingTime: Duration
  /// The time that the reads took so far.
  package private(set) var readingTime = Duration.zero

  /// Opens the file of a `file` URL, blocking the calling thread.
  ///
  /// - Parameter maxBytes: the most bytes to read.
  package init(_ url: URL, maxBytes: Int) throws(ImageError) {
    guard url.isFileURL else { throw .badURL(url.shownText) }
    path = try FilePath(url)
    let start = ContinuousClock.now
    descriptor = try path.open()
    // Far above any file size, and far below any overflow.
    self.maxBytes = min(maxBytes, 1 << 50)
    do { (device, size) = try path.deviceAndSizeOfRegularFile(descriptor) } catch {
      close(descriptor)
      throw error
    }
    openingTime = .now - start
  }

  deinit { close(descriptor) }

  /// Whether the file is on another machine.
  package func isDistant(on fileSystems: FileSystems) -> Bool {
    fileSystems.isDistant(path, onDevice: device)
  }

  /// Reads the beginning, once, blocking the calling thread.
  ///
  /// - Parameter count: the number of bytes; a shorter file is read to its end.
  /// - Returns: the bytes; empty if the file is over the limit.
  package func readBeginning(_ count: Int) throws(ImageError) -> Data {
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
  /// - Returns: all bytes of the file.
  /// - Throws: an error also if the file is empty.
  package func readWhole(isCancelled: () -> Bool) throws(ImageError) -> Data {
    guard size <= maxBytes else { throw .tooLarge(bytes: size, limit: maxBytes) }
    if isReadWhole, !beginning.isEmpty { return beginning }
    let start = ContinuousClock.now
    defer { readingTime += .now - start }

    // One byte more than the file size, so that the end is seen without growing the buffer.
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

  /// Reads the parts of a camera's raw file that a decoder needs, at their offsets.
  ///
  /// It returns nil for other files. The file may be longer than the limit, which applies to the bytes read.
  package func readRaw(
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

  /// Reads the texts and the displayed size from the parts of the file that have them, blocking the calling thread.
  ///
  /// - Returns: nil if the file is empty or too long.
  package func readTexts() -> PictureInfo? {
    let start = ContinuousClock.now
    defer { readingTime += .now - start }
    guard
      let file = SparseFile(
        descriptor, length: size, maxBytes: min(maxBytes, Self.textBytes), blockBytes: 4 << 10)
    else { return nil }
    return PictureInfo(textsIn: UnsafeRawBufferPointer(file.memory)) { file.read($0) }
  }
}
