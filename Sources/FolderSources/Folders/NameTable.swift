import Glibc

/// An append-only table of file names, in the order in which they were added.
///
/// A copy is a snapshot: it does not contain names that are added later, and shares memory with the original.
///
/// - Complexity: O(1) for every call; memory is the bytes of the names and 8 per name.
struct NameTable: Sendable {
  /// The name of a file, and the number of its folder.
  struct Name: Equatable {
    let folder: Int
    /// The bytes, valid as long as the table exists.
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

  /// Adds a name of at most 255 bytes, the limit of file systems; longer ones are truncated.
  mutating func add(_ name: UnsafeRawBufferPointer, inFolder folder: Int) {
    let slot = count % NameChunk.capacity
    if slot == 0 {
      chunks.append(NameChunk())
    } else if chunks[chunks.count - 1].count > slot {
      // Names were added to a copy of this table, so the chunk must be copied.
      chunks[chunks.count - 1] = NameChunk(chunks[chunks.count - 1], upTo: slot)
    }
    chunks[chunks.count - 1].add(
      UnsafeRawBufferPointer(rebasing: name.prefix(NameChunk.longestName)), inFolder: folder)
    count += 1
  }
}

/// A few thousand names in one allocation, whose unused pages take no memory.
///
/// Sharing between a thread that adds names and others that read is safe: a table only accesses
/// names that existed when it was copied, and these are never changed. Arrays would have to be
/// copied for every snapshot, and would pass each name of a comparison through a closure.
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
