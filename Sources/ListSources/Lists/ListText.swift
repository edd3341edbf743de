import Glibc
import SourceItems

/// Reads what comes next of a text, as long as it takes.
///
/// - Parameters:
///   - offset: the count of all bytes that were read.
///   - block: takes the bytes.
/// - Returns: how many bytes came, 0 at the end, or a negative error number.
package typealias NextBytes = (_ offset: Int, _ block: UnsafeMutableRawBufferPointer) -> Int

/// The text of a list, which one thread reads to its end while others ask for parts again.
package protocol ListText: Sendable {
  /// Calls a function that reads the text to its end, unless the text cannot be opened.
  func whileOpen(_ read: (NextBytes) -> Void)

  /// Whether the next bytes come at once.
  ///
  /// - Parameter time: how long to wait for that; nil for as long as it takes.
  func hasInput(within time: Duration?) -> Bool

  /// Bytes that were read before, fewer than asked for where they are gone.
  func bytes(from offset: Int, count: Int) -> [UInt8]

  /// A line for the person on how it is kept, if there is one.
  var notice: String? { get }

  /// Why there is no more of it, where no error number tells.
  var problem: String? { get }

  /// A file with nothing but the text, once it is read to its end; nil where none can be made.
  var file: OpenInput? { get }
}

extension ListText {
  package var notice: String? { nil }
  package var problem: String? { nil }
  package var file: OpenInput? { nil }
}

/// A file, whose parts are read again by `pread`.
///
/// It is not mapped: a page of a file that another program cuts short would end this one.
package struct FileText: ListText {
  private let input: OpenInput
  /// The file's offset of the first byte; another program may have read those before.
  private let start: Int

  package init(_ input: OpenInput) {
    self.input = input
    start = max(0, lseek(input.descriptor, 0, SEEK_CUR))
  }

  package func whileOpen(_ read: (NextBytes) -> Void) {
    read { input.read(from: start + $0, into: $1) }
  }

  package func hasInput(within time: Duration?) -> Bool { true }

  package var file: OpenInput? { start == 0 ? input : nil }

  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    input.bytes(from: start + offset, count: count)
  }
}

extension OpenInput {
  /// Whether it is a file that begins with the byte order mark of UTF-16.
  package var isUTF16: Bool { isFile && UTF16Decoder.isMark(bytes(from: 0, count: 2)) }
}
