import Archives
import CFileSystems
import FoundationEssentials
import Glibc
import ImageRequests
import Raster

/// A file path as the system takes it: bytes that need not be UTF-8.
package struct FilePath {
  private let bytes: [UInt8]

  /// Extracts the path from a `file` URL of this machine.
  init(_ url: URL) throws(ImageError) {
    let host = url.host(percentEncoded: true) ?? ""
    bytes = url.path(percentEncoded: true).utf8.percentDecoded()
    // A zero byte would end the path early, and open a different file.
    guard host.isEmpty || host.lowercased() == "localhost", !bytes.isEmpty, !bytes.contains(0)
    else { throw .badURL(url.shownText) }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The archive that the path leads into, if any.
  var archive: FilePath? { ArchivedFile.archive(on: bytes).map { FilePath(bytes: $0) } }

  /// Opens the file for reading; the caller closes the descriptor.
  ///
  /// It doesn't block: opening a pipe would otherwise wait for a writer.
  func open() throws(ImageError) -> Int32 {
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw failure() }
    return descriptor
  }

  /// The URI as other programs write it, escaped by GLib's rules; nil for a relative path.
  var uri: String? {
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let plain = Set("!$&'()*+,-./:=@_~".utf8)
    var text = "file://"
    for byte in bytes {
      let isPlain =
        plain.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  /// Returns the status of the file without opening it; nil if that fails.
  func status() -> stat? {
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Returns the type of the file system that the file is on (`f_type`); nil if that fails.
  package func fileSystem() -> Int? {
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    var system = statfs()
    return statfs(path, &system) == 0 ? Int(system.f_type) : nil
  }

  /// A hash of the path that is the same in each run (FNV-1a).
  var digest: UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Returns the device and the size of an open file; throws unless it is a regular file.
  func deviceAndSizeOfRegularFile(
    _ descriptor: Int32
  ) throws(ImageError) -> (device: UInt64, size: Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw error(nil, "not a regular file") }
    return (UInt64(status.st_dev), Int(status.st_size))
  }

  /// Returns the error of the system call that has just failed.
  func failure() -> ImageError {
    let code = errno
    return error(code, String(cString: strerror(code)))
  }

  /// The error for an empty file.
  var emptiness: ImageError { error(nil, "the file is empty") }

  /// The path if it is absolute, else nil.
  var absolute: [UInt8]? { bytes.first == UInt8(ascii: "/") ? bytes : nil }

  /// Returns an error without a system error code.
  func error(_ reason: String) -> ImageError { error(nil, reason) }

  private func error(_ code: Int32?, _ reason: String) -> ImageError {
    .file(path: String(decoding: bytes, as: UTF8.self), code: code, reason: reason)
  }
}
