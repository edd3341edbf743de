import Glibc

/// An open archive, of which any part can be read; nothing in it moves a position.
final class ArchiveFile {
  private(set) var length = 0
  private let descriptor: Int32

  /// Opens a regular file.
  init(path: [UInt8]) throws(ArchiveError) {
    let chars = path.map { CChar(bitPattern: $0) } + [0]
    // Opening a pipe would wait for a writer.
    // With all values set, what is thrown from here on closes it.
    descriptor = open(chars, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw .lastSystemError }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .system("not a regular file") }
    length = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads a part of the file.
  ///
  /// - Throws: also where the file is shorter.
  func read(_ offset: Int, _ count: Int) throws(ArchiveError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= length, count <= length - offset else {
      throw .damaged
    }
    var failure: ArchiveError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      while used < count {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: used), count - used, offset + used)
        if got > 0 {
          used += got
        } else if got == 0 {
          failure = .damaged
          return
        } else if errno != EINTR {
          failure = .lastSystemError
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension ArchiveError {
  /// Why the last call of the system failed.
  fileprivate static var lastSystemError: ArchiveError {
    .system(String(cString: strerror(errno)).lowercased())
  }
}
