import Glibc

/// An open file or folder, closed at the end of its lifetime.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: Int32

  /// Opens a file by path, or by name in an open folder.
  ///
  /// It does not follow a final symbolic link, and does not block: opening a pipe put there by
  /// another program would wait for a writer.
  package init(
    _ path: String, in folder: Int32 = AT_FDCWD, _ flags: Int32
  ) throws(SystemError) {
    descriptor = openat(
      folder, path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw .latest }
  }

  /// Takes ownership of a descriptor.
  package init(takingOver descriptor: Int32) throws(SystemError) {
    self.descriptor = descriptor
    if descriptor < 0 { throw .latest }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .latest }
    return FileStatus(status)
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes read.
  package func read(into buffer: inout MutableRawSpan, at offset: Int) throws(SystemError) -> Int {
    try buffer.withUnsafeMutableBytes { (buffer) throws(SystemError) in
      var used = 0
      while used < buffer.count {
        let count = pread(
          descriptor, buffer.baseAddress?.advanced(by: used), buffer.count - used, offset + used)
        if count == 0 { break }
        if count > 0 {
          used += count
        } else if errno != EINTR {
          throw .latest
        }
      }
      return used
    }
  }

  /// Writes all bytes.
  package func write(_ bytes: RawSpan, at offset: Int) throws(SystemError) {
    try bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      var used = 0
      while used < bytes.count {
        let count = pwrite(
          descriptor, bytes.baseAddress?.advanced(by: used), bytes.count - used, offset + used)
        if count >= 0 {
          used += count
        } else if errno != EINTR {
          throw .latest
        }
      }
    }
  }

  /// Waits until everything written is on the disk.
  package func synchronize() throws(SystemError) {
    guard fdatasync(descriptor) == 0 else { throw .latest }
  }

  /// Records a use; if the file system refuses, only the order of uses suffers.
  package func setLastUse(_ seconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = withUnsafePointer(to: (time, time)) { pair in
      pair.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(descriptor, $0) }
    }
  }
}

/// The status of a file.
package struct FileStatus: Hashable, Sendable {
  package let isRegular: Bool
  package let bytes: Int
  /// The modification time in seconds since 1970, which the cache sets to the last use.
  package let lastUse: Int

  package init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    bytes = Int(status.st_size)
    lastUse = status.st_mtim.tv_sec
  }
}
