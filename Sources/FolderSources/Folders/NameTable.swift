import Glibc

/// The names of files in folders, by the order in which they came; none is ever changed.
///
/// A copy is a snapshot: names that are added later are not in it, and cost it nothing.
///
/// - Complexity: O(1) for every call; memory is the bytes of the names and 8 for each.
struct NameTable: Sendable {
  /// A file's name and the number of its folder.
  struct Name: Equatable {
    let folder: Int
    /// Valid while the table lives.
    let bytes: UnsafeRawBufferPointer

    static func == (left: Name, right: Name) -> Bool {
      guard left.folder == right.folder, left.bytes.count == right.bytes.count,
        let one = left.bytes.baseAddress, let other = right.bytes.baseAddress
      else { return false }
      return memcmp(one, other, left.bytes.count) == 0
    }
  }

  private var chunks: [NameChunk] = []
  private(set) var count = 0

  subscript(index: Int) -> Name {
    chunks[index / NameChunk.capacity].name(index % NameChunk.capacity)
  }

  /// Adds a name of at most 255 bytes, which is what file systems take; of a longer one the beginning.
  mutating func add(_ name: UnsafeRawBufferPointer, inFolder folder: Int) {
    let slot = count % NameChunk.capacity
    if slot == 0 {
      chunks.append(NameChunk())
    } else if chunks[chunks.count - 1].count > slot {
      // Names were added to a copy of this table.
      chunks[chunks.count - 1] = NameChunk(chunks[chunks.count - 1], upTo: slot)
    }
    chunks[chunks.count - 1].add(
      UnsafeRawBufferPointer(rebasing: name.prefix(NameChunk.longestName)), inFolder: folder)
    count += 1
  }
}

/// A few thousand names in one piece of memory, of which only as much is used as names were added.
///
/// It is safe to share between a thread that adds names and others that read: a table asks only for names that
/// were there when it was copied, and these are never written again. Arrays would have to be copied for every
/// snapshot, and would pass each name of a comparison through a closure.
private final class NameChunk: @unchecked Sendable {
  static let capacity = 4_096
  static let longestName = 255

  private let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: capacity * longestName, alignment: 1)
  private let ends = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
  private let folders = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
  private(set) var count = 0

  init() {}

  /// Copies the first names of another chunk.
  convenience init(_ other: NameChunk, upTo count: Int) {
    self.init()
    for index in 0..<count {
      let name = other.name(index)
      add(name.bytes, inFolder: name.folder)
    }
  }

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
