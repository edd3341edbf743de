import Glibc

/// The names of files in folders, by the order in which they came; none is ever changed.
///
/// A copy is a snapshot: names that are added later are not in it, and cost it nothing.
///
/// - Complexity: O(1) for every call; memory is the bytes of the names and 8 for each.
struct NameTable: Sendable {
  /// A file's name and the number of its folder.
  struct Name {
    let folder: Int
    /// Valid while the table lives.
    let bytes: UnsafeRawBufferPointer
  }

  private var chunks: [NameChunk] = []
  private(set) var count = 0

  subscript(index: Int) -> Name {
    chunks[index / NameChunk.capacity].name(index % NameChunk.capacity)
  }

  /// Adds a name of at most 255 bytes, which is what file systems take; of a longer one the beginning.
  mutating func add(_ name: UnsafeRawBufferPointer, inFolder folder: Int) {
    if count == chunks.count * NameChunk.capacity { chunks.append(NameChunk()) }
    chunks[chunks.count - 1].add(
      UnsafeRawBufferPointer(rebasing: name.prefix(NameChunk.longestName)), inFolder: folder)
    count += 1
  }
}

/// A few thousand names in one piece of memory, of which only as much is used as names were added.
///
/// It is safe to share: one thread adds names, and a reader asks only for those that were there when it got
/// its table, which are never touched again.
private final class NameChunk: @unchecked Sendable {
  static let capacity = 4_096
  static let longestName = 255

  private let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: capacity * longestName, alignment: 1)
  private let ends = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
  private let folders = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
  private var count = 0

  deinit {
    bytes.deallocate()
    ends.deallocate()
    folders.deallocate()
  }

  func name(_ index: Int) -> NameTable.Name {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return NameTable.Name(
      folder: Int(folders[index]),
      bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<Int(ends[index])]))
  }

  func add(_ name: UnsafeRawBufferPointer, inFolder folder: Int) {
    let start = count == 0 ? 0 : Int(ends[count - 1])
    UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyBytes(from: name)
    ends[count] = UInt32(start + name.count)
    folders[count] = UInt32(folder)
    count += 1
  }
}
