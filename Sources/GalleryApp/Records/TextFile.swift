import Glibc

/// Reads a file of a person's that holds text.
package enum TextFile {
  /// The reason why a file is no text; its description names no path.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// The text of a file.
  ///
  /// - Parameter mostBytes: the longest that is read.
  /// - Throws: if it cannot be opened, is no regular file, is longer, or is no UTF-8.
  package static func read(_ path: String, atMost mostBytes: Int) throws(Fault) -> String {
    // The file is opened without blocking: a pipe without a writer would keep `open` waiting for
    // ever.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Fault(description: String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Fault(description: "not a regular file")
    }
    guard status.st_size <= mostBytes else {
      throw Fault(description: "longer than \(mostBytes >> 20) MB")
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let more = Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { break }
        count += more
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(description: "not UTF-8 text")
    }
    return text
  }
}
