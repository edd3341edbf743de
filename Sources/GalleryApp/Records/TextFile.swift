import Glibc

/// Reads a text file of the person.
package enum TextFile {
  /// The reason why a file is not text; its description contains no path.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// The text of a file.
  ///
  /// - Parameter mostBytes: the largest size.
  /// - Throws: if the file can't be opened, is not regular, is larger, or is not UTF-8.
  package static func read(_ path: String, atMost mostBytes: Int) throws(Fault) -> String {
    // The file is opened without blocking, because `open` would wait for a writer of a pipe.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Fault(description: String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Fault(description: "not a regular file")
    }
    guard status.st_size <= mostBytes else {
      throw Fault(description: "longer than \(mostBytes / 1_000_000) MB")
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
