import Glibc

/// Reads what comes next of a text, as long as it takes.
///
/// - Parameters:
///   - offset: the count of all bytes that were read.
///   - block: takes the bytes.
/// - Returns: how many bytes came, 0 at the end, or a negative error number.
typealias NextBytes = (_ offset: Int, _ block: UnsafeMutableRawBufferPointer) -> Int

/// The text of a list, which one thread reads to its end while others ask for parts again.
protocol ListText: Sendable {
  /// Calls a function that reads the text to its end, unless the text cannot be opened.
  func whileOpen(_ read: (NextBytes) -> Void)

  /// Whether the next bytes come at once.
  ///
  /// - Parameter time: how long to wait for that; nil for as long as it takes.
  func hasInput(within time: Duration?) -> Bool

  /// Bytes that were read before, fewer than asked for where they are gone.
  func bytes(from offset: Int, count: Int) -> [UInt8]

  /// What the person should know of how it is kept, if anything.
  var notice: String? { get }

  /// Why there is no more of it, where no error number tells.
  var problem: String? { get }

  /// A file with nothing but the text, once it is read to its end; nil where none can be made.
  var file: OpenInput? { get }
}

extension ListText {
  var notice: String? { nil }
  var problem: String? { nil }
  var file: OpenInput? { nil }
}

/// A file, whose parts are read again by `pread`.
///
/// It is not mapped: a page of a file that another program cuts short would end this one.
struct FileText: ListText {
  private let input: OpenInput
  /// The file's offset of the first byte; another program may have read those before.
  private let start: Int

  init(_ input: OpenInput) {
    self.input = input
    start = max(0, lseek(input.descriptor, 0, SEEK_CUR))
  }

  func whileOpen(_ read: (NextBytes) -> Void) {
    read { input.read(from: start + $0, into: $1) }
  }

  func hasInput(within time: Duration?) -> Bool { true }

  var file: OpenInput? { start == 0 ? input : nil }

  func bytes(from offset: Int, count: Int) -> [UInt8] {
    input.bytes(from: start + offset, count: count)
  }
}

/// A descriptor that is closed with its last owner.
final class OpenInput: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether it is a file, which can be read at any offset.
  var isFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether it is a file that begins with the byte order mark of UTF-16.
  var isUTF16: Bool { isFile && UTF16Decoder.isMark(bytes(from: 0, count: 2)) }

  /// The path at which a descriptor of this process can be opened again.
  var path: [UInt8] { Array("/proc/self/fd/\(descriptor)".utf8) }

  /// - Returns: how many bytes there are, 0 at the end, or a negative error number.
  func read(from offset: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = pread(descriptor, block.baseAddress, block.count, offset)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }

  /// The bytes at an offset, fewer than asked for at the end or after an error.
  func bytes(from offset: Int, count: Int) -> [UInt8] {
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
