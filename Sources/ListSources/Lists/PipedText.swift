import Glibc
import SourceItems
import Synchronization

/// The text of a pipe, or one in UTF-16, which is kept as it comes, in UTF-8.
package final class PipedText: ListText {
  /// `F_SETPIPE_SZ`, which the headers hide, and the most bytes that anyone may ask for.
  private static let pipeSize = (command: Int32(1_031), bytes: Int32(1 << 20))

  private let input: OpenInput
  private let kept: KeptText
  /// The decoder, for the reading thread only; nil where bytes stay as they are, as in names that end with zero bytes.
  private let decoder: Mutex<UTF16Decoder?>

  /// - Parameter mayBeUTF16: whether a byte order mark at its beginning counts.
  package init(_ input: OpenInput, mayBeUTF16: Bool = true, kept: KeptText = KeptText()) {
    self.input = input
    self.kept = kept
    decoder = Mutex(mayBeUTF16 ? UTF16Decoder() : nil)
    // A larger pipe has the writer wait less often; what is no pipe stays as it is.
    _ = fcntl(input.descriptor, Self.pipeSize.command, Self.pipeSize.bytes)
  }

  package var notice: String? { kept.notice }

  package func whileOpen(_ read: (NextBytes) -> Void) { read(readNext) }

  package var file: OpenInput? { kept.file() }

  func readNext(from offset: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
    guard kept.hasRoom(at: offset) else { return 0 }
    let count = decoder.withLock { decoder in
      decoder?.isIdle ?? true ? readOn(into: block) : readOn(into: block, through: &decoder)
    }
    if count > 0 { kept.append(UnsafeRawBufferPointer(rebasing: block[..<count])) }
    return count
  }

  /// Reads until a character is whole.
  private func readOn(
    into block: UnsafeMutableRawBufferPointer, through decoder: inout UTF16Decoder?
  ) -> Int {
    while true {
      // In UTF-8 a text is at most half as long again.
      let count = readOn(into: UnsafeMutableRawBufferPointer(rebasing: block[..<(block.count / 2)]))
      if count < 0 { return count }
      let text = decoder?.utf8(of: Array(block[..<count]), isEnd: count == 0) ?? []
      block.copyBytes(from: text)
      if count == 0 || !text.isEmpty { return text.count }
    }
  }

  private func readOn(into block: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      // A named pipe without a writer seems to have ended, until the first has come.
      _ = hasInput(within: nil)
      let count = read(input.descriptor, block.baseAddress, block.count)
      if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
      return count < 0 ? -Int(errno) : count
    }
  }

  package func hasInput(within time: Duration?) -> Bool {
    var input = pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = time.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1
    while true {
      let count = poll(&input, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    kept.bytes(from: offset, count: count)
  }
}
