import Glibc
import SourceItems

/// Reads the next bytes of a text, and blocks until there are some.
///
/// - Parameters:
///   - offset: the number of bytes read before.
///   - block: the buffer to fill.
/// - Returns: the number of bytes, 0 at the end, or a negative error number.
package typealias NextBytes = (_ offset: Int, _ block: UnsafeMutableRawBufferPointer) -> Int

/// The text of a list, which one thread reads to its end while others read parts of it again.
package protocol ListText: Sendable {
  /// Calls a function that reads the text to its end, unless the text can't be opened.
  func whileOpen(_ read: (NextBytes) -> Void)

  /// Whether the next bytes are available.
  ///
  /// - Parameter time: the longest time to wait for them; nil for no limit.
  func hasInput(within time: Duration?) -> Bool

  /// Returns bytes that were read before, fewer than requested if they are gone.
  func bytes(from offset: Int, count: Int) -> [UInt8]

  /// The error that ended the text early, if no error number describes it.
  var problem: String? { get }

  /// A file with exactly the text, after its end; nil if it can't be created.
  var file: OpenInput? { get }
}

extension ListText {
  package var problem: String? { nil }
  package var file: OpenInput? { nil }
}

/// A file whose parts are read again with `pread`.
///
/// It isn't mapped: if another program truncated a mapped file, this process would be killed.
package struct FileText: ListText {
  private let input: OpenInput
  /// The offset of the first byte in the file; another program may have read those before.
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
  /// Whether it is a file that begins with a UTF-16 byte order mark.
  package var isUTF16: Bool { isFile && UTF16Decoder.isMark(bytes(from: 0, count: 2)) }
}
