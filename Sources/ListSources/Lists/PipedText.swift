import Glibc
import SourceItems
import Synchronization

/// The text of a pipe, or text in UTF-16, stored in UTF-8 as it arrives.
package final class PipedText: ListText {
  /// `F_SETPIPE_SZ`, which is missing in the imported headers, and the usual maximum size.
  private static let pipeSize = (command: Int32(1_031), bytes: Int32(1 << 20))

  private let input: OpenInput
  private let kept: KeptText
  /// The decoder, for the reading thread only; nil if bytes are not decoded, as in names that end with zero bytes.
  private let decoder: Mutex<UTF16Decoder?>

  /// - Parameter mayBeUTF16: whether to check for a UTF-16 byte order mark.
  package init(_ input: OpenInput, mayBeUTF16: Bool = true, kept: KeptText = KeptText()) {
    self.input = input
    self.kept = kept
    decoder = Mutex(mayBeUTF16 ? UTF16Decoder() : nil)
    // With a larger pipe, the writer waits less often; for other files this fails harmlessly.
    _ = fcntl(input.descriptor, Self.pipeSize.command, Self.pipeSize.bytes)
  }

  package var problem: String? { kept.problem }

  package func whileOpen(_ read: (NextBytes) -> Void) { read(readNext) }

  package var file: OpenInput? { kept.file }

  func readNext(from offset: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
    let count = decoder.withLock { decoder in
      decoder?.isIdle ?? true ? readOn(into: block) : readOn(into: block, through: &decoder)
    }
    guard count > 0 else { return count }
    return kept.append(UnsafeRawBufferPointer(rebasing: block[..<count])) ? count : 0
  }

  /// Reads until at least one character is complete.
  private func readOn(
    into block: UnsafeMutableRawBufferPointer, through decoder: inout UTF16Decoder?
  ) -> Int {
    while true {
      // UTF-8 takes at most one and a half times the bytes of UTF-16.
      let count = readOn(into: UnsafeMutableRawBufferPointer(rebasing: block[..<(block.count / 2)]))
      if count < 0 { return count }
      let text = decoder?.utf8(of: Array(block[..<count]), isEnd: count == 0) ?? []
      block.copyBytes(from: text)
      if count == 0 || !text.isEmpty { return text.count }
    }
  }

  private func readOn(into block: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      // Without this, a named pipe would seem to have ended until its first writer opens it.
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
