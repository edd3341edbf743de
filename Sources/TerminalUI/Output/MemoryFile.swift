import CTerminalGuard
import Glibc
import TerminalGraphics

/// A file in memory, for libraries that write to a descriptor.
final class MemoryFile {
  let descriptor: Int32

  init(name: String) throws(TerminalError) {
    descriptor = terminal_guard_memory_file(name)
    if descriptor < 0 { throw .systemFailure(call: "memfd_create", errno: errno) }
  }

  deinit { close(descriptor) }

  /// Moves everything written since the last call to the end of a buffer.
  ///
  /// The file keeps its memory, and is overwritten from its start.
  func moveBytes(into bytes: inout ByteBuffer) {
    let length = Int(lseek(descriptor, 0, SEEK_CUR))
    guard length > 0 else { return }
    bytes.append(room: length) { pread(descriptor, $0.baseAddress, length, 0) }
    lseek(descriptor, 0, SEEK_SET)
  }
}

/// Messages of libraries and the runtime on standard error while pictures are on the screen.
///
/// They are kept in memory, and shown when the terminal is restored.
final class HeldMessages {
  let memory: MemoryFile
  /// A duplicate of the original standard error.
  let standardError: Int32

  /// Begins to hold messages; nil if standard error is not a terminal.
  init?() {
    guard isatty(STDERR_FILENO) == 1, let memory = try? MemoryFile(name: "messages") else {
      return nil
    }
    standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    self.memory = memory
    if standardError < 0 { return nil }
    dup2(memory.descriptor, STDERR_FILENO)
  }

  /// Shows the messages.
  deinit {
    dup2(standardError, STDERR_FILENO)
    terminal_guard_copy_messages(memory.descriptor, standardError)
    close(standardError)
  }
}
