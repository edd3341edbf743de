import GalleryCore
import Glibc

extension SessionRecording {
  /// Reads a file, up to the longest length of a recording.
  ///
  /// - Parameter option: the path's option, such as `--replay`.
  /// - Throws: `RecordingError` if it can't be read, or is no text or no recording.
  package init(path: String, option: String) throws(RecordingError) {
    do throws(RecordingError) {
      try self.init(parsing: Self.text(ofFile: path))
    } catch {
      throw RecordingError(description: "\(option) \(path): \(error)")
    }
  }

  private static func text(ofFile path: String) throws(RecordingError) -> String {
    // The file is opened without blocking: a pipe without a writer would keep `open` waiting for
    // ever.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw RecordingError(description: String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw RecordingError(description: "not a regular file")
    }
    guard status.st_size <= mostBytes else {
      throw RecordingError(description: "longer than \(mostBytes >> 20) MB: no recording")
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let more = read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { break }
        count += more
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RecordingError(description: "not UTF-8 text: no recording")
    }
    return text
  }
}
