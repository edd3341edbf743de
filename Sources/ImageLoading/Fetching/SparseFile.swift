import FoundationEssentials
import Glibc

/// A file in memory of which only some parts are read, at their places; the rest is zeros that take no memory.
///
/// A mapping of the file itself would end the process if the file shrank meanwhile.
final class SparseFile {
  private static let blockBytes = 16 << 10
  /// The longest file: addresses are cheap, but not free.
  private static let maxLength = 1 << 32
  /// The bytes to read between two checks that they are still wanted.
  private static let chunkBlocks = 64

  /// The memory, which stays where it is as long as this.
  let memory: UnsafeMutableRawBufferPointer
  private let descriptor: Int32
  private let maxBytes: Int
  private var isRead: [Bool]
  private(set) var bytesRead = 0
  /// Whether more was asked for than the limit.
  private(set) var isOverLimit = false

  /// - Parameters:
  ///   - descriptor: of a regular file, which the caller closes.
  ///   - length: the length of the file.
  ///   - maxBytes: the most that is read.
  /// - Returns: nil for a file without bytes or with too many, or without addresses.
  init?(_ descriptor: Int32, length: Int, maxBytes: Int) {
    guard 1...Self.maxLength ~= length,
      let start = mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      start != MAP_FAILED
    else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: length)
    isRead = Array(repeating: false, count: (length + Self.blockBytes - 1) / Self.blockBytes)
    self.descriptor = descriptor
    self.maxBytes = maxBytes
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  /// Reads what is not there yet of a part of the file.
  ///
  /// What the file has lost since it was opened stays zero.
  func read(_ range: Range<Int>, isCancelled: () -> Bool = { false }) {
    let blocks =
      range.lowerBound / Self.blockBytes..<(range.upperBound + Self.blockBytes - 1)
      / Self.blockBytes
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
    let (start, stop) = (first * Self.blockBytes, min(end * Self.blockBytes, memory.count))
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

  /// The memory as bytes, which keep it.
  var bytes: Data {
    guard let start = memory.baseAddress else { return Data() }
    // The closure holds this object for as long as the bytes are used.
    return Data(
      bytesNoCopy: start, count: memory.count, deallocator: .custom { [self] _, _ in keep() })
  }

  private func keep() {}
}
