import Archives
import CFileSystems
import FoundationEssentials
import Glibc
import Raster

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

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The archive that the path leads into; nil where it leads into none.
  var archive: FilePath? { ArchivedFile.archive(on: bytes).map { FilePath(bytes: $0) } }

  /// Opens the file for reading; the caller closes the descriptor.
  ///
  /// It does not block: opening a pipe would otherwise wait for a writer.
  func open() throws(ImageError) -> Int32 {
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw failure() }
    return descriptor
  }

  /// The URI as other programs write it, by GLib's rules of what is escaped; nil for a path that has no root.
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

  /// What the system says of the file, without opening it; nil if it refuses.
  func status() -> stat? {
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The number by which the system names the kind of file system that the file is on; nil if it refuses.
  func fileSystem() -> Int? {
    let path = bytes.map { CChar(bitPattern: $0) } + [0]
    var system = statfs()
    return statfs(path, &system) == 0 ? Int(system.f_type) : nil
  }

  /// A number for the path, which is the same in each run (FNV-1a).
  var digest: UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The device that an open file is on, and its size in bytes; anything but a regular file is refused.
  func deviceAndSizeOfRegularFile(
    _ descriptor: Int32
  ) throws(ImageError) -> (device: UInt64, size: Int) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw error(nil, "not a regular file") }
    return (UInt64(status.st_dev), Int(status.st_size))
  }

  /// The error of the system call that has just failed.
  func failure() -> ImageError {
    let code = errno
    return error(code, String(cString: strerror(code)))
  }

  /// The error of a file without a byte.
  var emptiness: ImageError { error(nil, "the file is empty") }

  /// The path of a file from the root on.
  var absolute: [UInt8]? { bytes.first == UInt8(ascii: "/") ? bytes : nil }

  /// An error of the file that the system does not know of.
  func error(_ reason: String) -> ImageError { error(nil, reason) }

  private func error(_ code: Int32?, _ reason: String) -> ImageError {
    .file(path: String(decoding: bytes, as: UTF8.self), code: code, reason: reason)
  }
}
