import Glibc

/// A file descriptor that is closed with its last owner.
package final class OpenInput: Sendable {
  package let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether it is a regular file, which can be read at any offset.
  package var isFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The path at which this process can open the descriptor again.
  package var path: [UInt8] { Array("/proc/self/fd/\(descriptor)".utf8) }

  /// - Returns: the number of bytes, 0 at the end, or a negative error number.
  package func read(from offset: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = pread(descriptor, block.baseAddress, block.count, offset)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }

  /// Returns the bytes at an offset, fewer than requested at the end or after an error.
  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { block, filled in
      let block = UnsafeMutableRawBufferPointer(block)
      while filled < count {
        let more = read(
          from: offset + filled,
          into: UnsafeMutableRawBufferPointer(rebasing: block[filled..<count]))
        guard more > 0 else { break }
        filled += more
      }
    }
  }
}
