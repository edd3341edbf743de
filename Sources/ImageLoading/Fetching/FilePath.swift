import FoundationEssentials
import Glibc

/// The path of a file as the system takes it: bytes, which need not be UTF-8.
struct FilePath {
  private let bytes: [UInt8]

  /// Takes the path out of a `file` URL of this machine.
  init(_ url: URL) throws(ImageError) {
    let host = url.host(percentEncoded: true) ?? ""
    bytes = url.path(percentEncoded: true).utf8.percentDecoded()
    // A zero would end the path early, and open another file than the one that was named.
    guard host.isEmpty || host.lowercased() == "localhost", !bytes.isEmpty, !bytes.contains(0)
    else { throw .badURL(url.shownText) }
  }

  /// Opens the file for reading; the caller closes the descriptor.
  ///
  /// It does not block: opening a pipe would otherwise wait for somebody to write into it.
  func open() throws(ImageError) -> Int32 {
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw failure() }
    return descriptor
  }

  /// The size of an open file, in bytes; anything but a regular file is refused.
  func sizeOfRegularFile(_ descriptor: Int32) throws(ImageError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw error(nil, "not a regular file") }
    return Int(status.st_size)
  }

  /// The error of the system call that has just failed.
  func failure() -> ImageError {
    let code = errno
    return error(code, String(cString: strerror(code)))
  }

  /// The error of a file without a byte.
  var emptiness: ImageError { error(nil, "the file is empty") }

  private func error(_ code: Int32?, _ reason: String) -> ImageError {
    .file(path: String(decoding: bytes, as: UTF8.self), code: code, reason: reason)
  }
}
