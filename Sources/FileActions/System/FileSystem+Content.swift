import CFileActions
import CacheFiles
import Glibc

extension FileSystem {
  /// Reads a file from its start.
  ///
  /// - Returns: nil if it has more than `limit` bytes.
  func content(
    of file: borrowing OpenFile, limit: Int
  ) throws(SystemError) -> [UInt8]? {
    let size = Int(try status(of: file).identity.bytes)
    guard size <= limit else { return nil }
    var content = [UInt8](repeating: 0, count: size)
    let count = try read(file, into: &content, at: 0)
    return Array(content.prefix(count))
  }

  /// Reads until the buffer is full or the file ends.
  func read(
    _ file: borrowing OpenFile, into buffer: inout [UInt8], at offset: Int
  ) throws(SystemError) -> Int {
    try check(.read)
    var span = buffer.mutableSpan
    var bytes = span.mutableBytes
    return try file.read(into: &bytes, at: offset)
  }

  /// Writes all bytes.
  func write(
    _ bytes: [UInt8], to file: borrowing OpenFile, at offset: Int = 0
  ) throws(SystemError) {
    try check(.write)
    try file.write(bytes.span.bytes, at: offset)
  }

  func truncate(_ file: borrowing OpenFile, to length: Int) throws(SystemError) {
    try check(.truncate)
    try Self.succeed(ftruncate(file.descriptor, off_t(length)))
  }

  /// Waits until the content of a file and its size are on the disk.
  func synchronize(_ file: borrowing OpenFile) throws(SystemError) {
    try check(.synchronize)
    try file.synchronize()
  }

  /// Waits until the names in a folder are on the disk; some file systems can't say.
  func synchronize(_ folder: OpenFolder) throws(SystemError) {
    try check(.synchronize)
    guard fsync(folder.descriptor) != 0, errno != EINVAL else { return }
    throw .latest
  }

  /// Waits until everything on the volume of a folder is on the disk.
  func synchronizeVolume(of folder: OpenFolder) throws(SystemError) {
    try check(.synchronize)
    try Self.succeed(file_actions_synchronize_volume(folder.descriptor))
  }

  /// Locks a file for this process; fails with `EWOULDBLOCK` if another one has it, or waits for it.
  func lock(_ file: borrowing OpenFile, waits: Bool) throws(SystemError) {
    try check(.lock)
    while flock(file.descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
      if errno != EINTR { throw .latest }
    }
  }
}

// MARK: - Copies

extension FileSystem {
  /// The bytes to copy between two checks for a stop.
  private static let portion = 4 << 20
  /// The longest attribute, and the longest list of them, in Linux.
  private static let longestAttribute = 64 << 10

  /// Makes an empty file share the blocks of another one.
  ///
  /// - Returns: whether the file system could.
  func clone(_ from: borrowing OpenFile, to file: borrowing OpenFile) throws(SystemError) -> Bool {
    try check(.copy)
    return file_actions_clone(file.descriptor, from.descriptor) == 0
  }

  /// Copies the next bytes of a file.
  ///
  /// - Returns: the number of bytes copied; 0 at the end.
  func copyPortion(
    of from: borrowing OpenFile, to file: borrowing OpenFile, at offset: Int
  ) throws(SystemError) -> Int {
    try check(.copy)
    let count = file_actions_copy(
      file.descriptor, from.descriptor, off_t(offset), Self.portion)
    if count > 0 { return count }
    if count < 0, ![EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, EINTR].contains(errno) {
      throw .latest
    }
    // The kernel also copies nothing where it could: some file systems have no size in advance.
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let read = try read(from, into: &bytes, at: offset)
    if read > 0 { try write(Array(bytes.prefix(read)), to: file, at: offset) }
    return read
  }

  /// Gives a copy the extended attributes, owner, mode and times of its original, where it can.
  ///
  /// A memory card has no owners, modes or attributes, so only failures to set times count.
  func copyAttributes(
    of from: borrowing OpenFile, _ status: EntryStatus, to file: borrowing OpenFile
  ) throws(SystemError) {
    try check(.setAttributes)
    copyExtendedAttributes(from.descriptor, file.descriptor)
    // Only the owner of a file may run it with his rights.
    let isOwned = fchown(file.descriptor, status.owner, status.group) == 0
    _ = fchmod(file.descriptor, status.mode & (isOwned ? 0o7777 : 0o777))
    let times = [status.accessed, status.modified]
    try Self.succeed(times.withUnsafeBufferPointer { futimens(file.descriptor, $0.baseAddress) })
  }

  private func copyExtendedAttributes(_ from: Int32, _ to: Int32) {
    var names = [CChar](repeating: 0, count: Self.longestAttribute)
    let length = flistxattr(from, &names, names.count)
    guard length > 0 else { return }
    var value = [UInt8](repeating: 0, count: Self.longestAttribute)
    for name in names[..<length].split(separator: 0) {
      let name = Array(name) + [0]
      let count = fgetxattr(from, name, &value, value.count)
      if count >= 0 { _ = fsetxattr(to, name, value, count, 0) }
    }
  }

  /// Whether two files have the same bytes.
  func haveSameContent(
    _ file: borrowing OpenFile, _ other: borrowing OpenFile
  ) throws(SystemError) -> Bool {
    let size = Int(clamping: try status(of: file).identity.bytes)
    // Clearing a megabyte takes longer than comparing a small file.
    var one = [UInt8](repeating: 0, count: min(1 << 20, size + 1))
    var two = one
    var offset = 0
    while true {
      let count = try read(file, into: &one, at: offset)
      let otherCount = try read(other, into: &two, at: offset)
      guard count == otherCount, one[..<count] == two[..<count] else { return false }
      if count < one.count { return true }
      offset += count
    }
  }
}
