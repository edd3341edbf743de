import CTerminalGuard
import Glibc

/// What libraries and the runtime say on standard error while pictures are on the screen: kept in
/// memory, and shown when the terminal is back.
final class HeldMessages {
  let memory: MemoryFile
  /// Standard error as it was.
  let standardError: Int32

  /// Holds messages from now on; nil when they do not go to a terminal anyway.
  init?() {
    guard isatty(STDERR_FILENO) == 1, let memory = try? MemoryFile(name: "messages") else {
      return nil
    }
    standardError = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    self.memory = memory
    if standardError < 0 { return nil }
    dup2(memory.descriptor, STDERR_FILENO)
  }

  /// Shows what was held.
  deinit {
    dup2(standardError, STDERR_FILENO)
    terminal_guard_copy_messages(memory.descriptor, standardError)
    close(standardError)
  }
}
