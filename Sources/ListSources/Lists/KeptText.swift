import Glibc
import SourceItems
import Synchronization

/// Text that can't be read again, and is therefore stored.
///
/// It is kept in memory up to a limit, and beyond that in an unlinked temporary file.
package final class KeptText: Sendable {
  private struct State {
    /// The file with the text before the chunks.
    var file: OpenInput?
    /// The number of bytes in the file.
    var spilled = 0
    /// The chunks in memory; all but the last are full.
    var chunks: [[UInt8]] = []
    /// Whether no file could be created or extended.
    var hasNoFile = false
    /// Whether some text was not stored because of the limit.
    var isCut = false
  }

  private let memoryLimit: Int
  private let chunkBytes: Int
  private let folders: [String]
  private let limits: Limits
  private let state = Mutex(State())

  /// - Parameters:
  ///   - memoryLimit: the number of bytes in memory before a file is created.
  ///   - chunkBytes: the number of bytes to write to the file at a time.
  ///   - folders: the folders to try for the file, in order.
  ///   - limits: the limits of memory and disk space, because the input may be endless.
  package init(
    memoryLimit: Int = 64 << 20, chunkBytes: Int = 1 << 20,
    folders: [String] = KeptText.temporaryFolders, limits: Limits = Limits()
  ) {
    self.limits = limits
    self.memoryLimit = memoryLimit
    self.chunkBytes = chunkBytes
    self.folders = folders
  }

  /// The maximum number of bytes to store in a file or, without a file, in memory.
  package struct Limits {
    let inFile: Int
    let inMemory: Int

    package init(inFile: Int = 4 << 30, inMemory: Int = 1 << 30) {
      self.inFile = inFile
      self.inMemory = inMemory
    }
  }

  /// The folders for temporary files; those on disk come before those in memory.
  package static var temporaryFolders: [String] {
    (getenv("TMPDIR").map { [String(cString: $0)] } ?? []) + ["/var/tmp", "/tmp"]
  }

  /// The maximum number of bytes to store.
  private var mostBytes: Int {
    state.withLock { $0.hasNoFile ? $0.spilled + limits.inMemory : limits.inFile }
  }

  package var notice: String? {
    let (isCut, hasNoFile) = state.withLock { ($0.isCut, $0.hasNoFile) }
    if isCut { return "it is cut off at the \(mostBytes >> 20) MB that are kept" }
    guard hasNoFile else { return nil }
    return "it is kept in memory, because no temporary file can be written (TMPDIR sets the folder)"
  }

  /// Whether there is room at this offset; if not, records that the text is cut off.
  package func hasRoom(at offset: Int) -> Bool {
    if offset < mostBytes { return true }
    state.withLock { $0.isCut = true }
    return false
  }

  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = part(from: offset + bytes.count, count: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Returns consecutive bytes, from the file or from one chunk.
  private func part(from offset: Int, count: Int) -> [UInt8] {
    let (file, bytes) = state.withLock { state -> ((OpenInput, Int)?, [UInt8]) in
      let behind = offset - state.spilled
      if behind < 0, let file = state.file { return ((file, -behind), []) }
      let (number, start) = behind.quotientAndRemainder(dividingBy: chunkBytes)
      guard state.chunks.indices.contains(number) else { return (nil, []) }
      return (nil, Array(state.chunks[number].dropFirst(start).prefix(count)))
    }
    return file.map { $0.bytes(from: offset, count: min(count, $1)) } ?? bytes
  }

  package func append(_ block: UnsafeRawBufferPointer) {
    var rest = block[...]
    let isTooMuch = state.withLock { state in
      while !rest.isEmpty {
        if state.chunks.last.map({ $0.count == chunkBytes }) ?? true {
          state.chunks.append([])
          state.chunks[state.chunks.count - 1].reserveCapacity(chunkBytes)
        }
        let last = state.chunks.count - 1
        let part = rest.prefix(chunkBytes - state.chunks[last].count)
        state.chunks[last].append(contentsOf: UnsafeRawBufferPointer(rebasing: part))
        rest = rest[part.endIndex...]
      }
      let limit = state.file == nil ? memoryLimit : chunkBytes
      return !state.hasNoFile && state.chunks.count > 1 && state.chunks.count * chunkBytes > limit
    }
    if isTooMuch { spill() }
  }

  /// Returns an unlinked file with the whole text, after its end; nil if it can't be written.
  package func file() -> OpenInput? {
    spill()
    let (file, start, last) = state.withLock { ($0.file, $0.spilled, $0.chunks.last ?? []) }
    guard let file, Self.write(last, to: file, at: start) else { return nil }
    return file
  }

  /// Moves all full chunks to the file; the lock is not held while writing.
  private func spill() {
    let (known, start, full) = state.withLock { ($0.file, $0.spilled, $0.chunks.dropLast()) }
    guard let file = known ?? Self.makeFile(in: folders),
      full.indices.allSatisfy({ Self.write(full[$0], to: file, at: start + $0 * chunkBytes) })
    else { return state.withLock { $0.hasNoFile = true } }
    state.withLock { state in
      state.file = file
      state.spilled += full.count * chunkBytes
      state.chunks.removeFirst(full.count)
    }
  }

  private static func makeFile(in folders: [String]) -> OpenInput? {
    for folder in folders {
      // mkstemp replaces the X's. The name is removed before a byte is written.
      var name = Array("\(folder)/filmstrip-XXXXXX".utf8CString)
      let descriptor = mkstemp(&name)
      if descriptor >= 0 {
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return OpenInput(descriptor)
      }
    }
    return nil
  }

  private static func write(_ bytes: [UInt8], to file: OpenInput, at offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          file.descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written,
          offset + written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
