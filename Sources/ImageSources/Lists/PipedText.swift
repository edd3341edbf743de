import Glibc

/// The text of a pipe, which is kept as it comes.
final class PipedText: ListText {
  /// `F_SETPIPE_SZ`, which the headers hide, and the most bytes that anyone may ask for.
  private static let pipeSize = (command: Int32(1_031), bytes: Int32(1 << 20))

  private let input: OpenInput
  private let kept: KeptText

  init(_ input: OpenInput, kept: KeptText = KeptText()) {
    self.input = input
    self.kept = kept
    // A larger pipe has the writer wait less often; what is no pipe stays as it is.
    _ = fcntl(input.descriptor, Self.pipeSize.command, Self.pipeSize.bytes)
  }

  var notice: String? { kept.notice }

  func whileOpen(_ read: (NextBytes) -> Void) { read(readNext) }

  func readNext(from offset: Int, into block: UnsafeMutableRawBufferPointer) -> Int {
    guard kept.hasRoom(at: offset) else { return 0 }
    while true {
      // A named pipe without a writer seems to have ended, until the first has come.
      _ = hasInput(within: nil)
      let count = read(input.descriptor, block.baseAddress, block.count)
      if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
      if count < 0 { return -Int(errno) }
      kept.append(UnsafeRawBufferPointer(rebasing: block[..<count]))
      return count
    }
  }

  func hasInput(within time: Duration?) -> Bool {
    var input = pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = time.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1
    while true {
      let count = poll(&input, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  func bytes(from offset: Int, count: Int) -> [UInt8] { kept.bytes(from: offset, count: count) }
}
