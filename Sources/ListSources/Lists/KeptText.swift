import Glibc
import SourceItems
import Synchronization

/// Text that can't be read again, and is therefore stored in an unlinked temporary file.
///
/// One thread appends, and any thread reads.
package final class KeptText: Sendable {
  private struct State {
    var file: Kept?
    /// The number of bytes stored.
    var count = 0
    /// Whether some text was not stored.
    var isCut = false
  }

  /// A file, and the maximum number of bytes to store in it.
  private struct Kept {
    let file: OpenInput
    let mostBytes: Int
  }

  private let folders: [String]
  private let mostBytes: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folders: the folders to try for the file, in order.
  ///   - mostBytes: the maximum number of bytes to store, because the input may be endless.
  package init(folders: [String] = KeptText.temporaryFolders, mostBytes: Int = 4_000_000_000) {
    self.folders = folders
    self.mostBytes = mostBytes
  }

  /// The folders for temporary files; those on disk come before those in memory.
  package static var temporaryFolders: [String] {
    (getenv("TMPDIR").map { [String(cString: $0)] } ?? []) + ["/var/tmp", "/tmp", "/dev/shm"]
  }

  /// A folder in memory takes a gigabyte at most, because the memory is everyone's.
  private func mostBytes(in folder: String) -> Int {
    folder.hasPrefix("/dev/shm") ? min(mostBytes, 1_000_000_000) : mostBytes
  }

  /// The reason why some text is not stored; nil if all of it is.
  package var problem: String? {
    let (count, isCut) = state.withLock { ($0.count, $0.isCut) }
    if !isCut { return nil }
    if count == 0 { return "no folder takes its text (TMPDIR names a folder)" }
    let size = count < 1_000_000 ? "\(count / 1_000) KB" : "\(count / 1_000_000) MB"
    return "only its first \(size) could be kept (TMPDIR names a folder)"
  }

  /// The file with the whole text; nil if there is no text, or if no folder takes it.
  package var file: OpenInput? { state.withLock { $0.isCut ? nil : $0.file?.file } }

  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    let (file, stored) = state.withLock { ($0.file?.file, $0.count) }
    return file?.bytes(from: offset, count: max(0, min(count, stored - offset))) ?? []
  }

  /// Appends text; returns false if it can't be stored, and then no later text is stored either.
  ///
  /// The lock is not held while writing.
  package func append(_ block: UnsafeRawBufferPointer) -> Bool {
    let (known, count, isCut) = state.withLock { ($0.file, $0.count, $0.isCut) }
    guard !isCut, let file = file(with: block, after: count, of: known)
    else {
      state.withLock { $0.isCut = true }
      return false
    }
    state.withLock { state in
      state.file = file
      state.count += block.count
    }
    return true
  }

  /// Returns the file with one more block; if its disk is full, a copy in another folder.
  private func file(
    with block: UnsafeRawBufferPointer, after count: Int, of known: Kept?
  ) -> Kept? {
    if let known, block.count <= known.mostBytes - count,
      Self.write(block, to: known.file, at: count)
    {
      return known
    }
    for folder in folders where block.count <= mostBytes(in: folder) - count {
      guard let next = Self.makeFile(in: folder), Self.copy(count, of: known?.file, to: next),
        Self.write(block, to: next, at: count)
      else { continue }
      return Kept(file: next, mostBytes: mostBytes(in: folder))
    }
    return nil
  }

  private static func makeFile(in folder: String) -> OpenInput? {
    // mkstemp replaces the X's. The name is removed before a byte is written.
    var name = Array("\(folder)/filmstrip-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return OpenInput(descriptor)
  }

  private static func copy(_ count: Int, of file: OpenInput?, to next: OpenInput) -> Bool {
    stride(from: 0, to: count, by: 1 << 20).allSatisfy { offset in
      let bytes = file?.bytes(from: offset, count: min(1 << 20, count - offset)) ?? []
      return bytes.withUnsafeBytes { !$0.isEmpty && write($0, to: next, at: offset) }
    }
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to file: OpenInput, at offset: Int
  ) -> Bool {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = pwrite(file.descriptor, rest.baseAddress, rest.count, offset + written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
