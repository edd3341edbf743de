import FoundationEssentials
import Glibc

/// A file read into memory in parts, at their offsets; the rest is zeros that take no memory.
///
/// A mapping of the file itself would crash the process if the file shrank.
final class SparseFile {
  /// The maximum length: address space is cheap, but not free.
  private static let maxLength = 1 << 32
  /// The number of blocks to read between two checks for cancellation.
  private static let chunkBlocks = 64

  /// The memory, at a fixed address for the lifetime of this object.
  let memory: UnsafeMutableRawBufferPointer
  private let descriptor: Int32
  private let maxBytes: Int
  /// The bytes to read at least; multiples of a page.
  private let blockBytes: Int
  private var isRead: [Bool]
  private(set) var bytesRead = 0
  /// Whether a read was refused because of the limit.
  private(set) var isOverLimit = false

  /// - Parameters:
  ///   - descriptor: a regular file, which the caller closes.
  ///   - length: the length of the file.
  ///   - maxBytes: the most bytes to read.
  ///   - blockBytes: the bytes to read at least, 16 KB by default; fewer for many short parts.
  /// - Returns: nil if the file is empty or too long, or if the mapping fails.
  init?(_ descriptor: Int32, length: Int, maxBytes: Int, blockBytes: Int = 16 << 10) {
    guard 1...Self.maxLength ~= length,
      let start = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      start != MAP_FAILED
    else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: length)
    isRead = Array(repeating: false, count: (length + blockBytes - 1) / blockBytes)
    self.blockBytes = blockBytes
    self.descriptor = descriptor
    self.maxBytes = maxBytes
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  /// Reads the missing blocks of a range of the file.
  ///
  /// Bytes that the file has lost since it was opened stay zero.
  func read(_ range: Range<Int>, isCancelled: () -> Bool = { false }) {
    let blocks =
      range.lowerBound / blockBytes..<(range.upperBound + blockBytes - 1)
      / blockBytes
    var block = blocks.lowerBound
    while block < min(blocks.upperBound, isRead.count), !isCancelled() {
      if isRead[block] {
        block += 1
        continue
      }
      let end = isRead[block..<min(blocks.upperBound, block + Self.chunkBlocks)].firstIndex(
        of: true)
      read(block, to: end ?? min(blocks.upperBound, block + Self.chunkBlocks))
      if isOverLimit { return }
    }
  }

  private func read(_ first: Int, to end: Int) {
    let (start, stop) = (first * blockBytes, min(end * blockBytes, memory.count))
    guard bytesRead + stop - start <= maxBytes else {
      isOverLimit = true
      return
    }
    var place = start
    while place < stop {
      let count = pread(descriptor, memory.baseAddress?.advanced(by: place), stop - place, place)
      if count > 0 {
        place += count
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    bytesRead += place - start
    for block in first..<end { isRead[block] = true }
  }

  /// The memory as data, which keeps this object alive.
  var bytes: Data {
    guard let start = memory.baseAddress else { return Data() }
    // The closure retains this object while the data is in use.
    return Data(
      bytesNoCopy: start, count: memory.count, deallocator: .custom { [self] _, _ in keep() })
  }

  private func keep() {}
}
