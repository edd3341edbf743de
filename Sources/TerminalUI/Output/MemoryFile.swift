import CTerminalGuard
import Glibc

/// A file in memory, for what others insist on writing to a descriptor.
final class MemoryFile {
  let descriptor: Int32

  init(name: String) throws(TerminalError) {
    descriptor = terminal_guard_memory_file(name)
    if descriptor < 0 { throw .systemFailure(call: "memfd_create", errno: errno) }
  }

  deinit { close(descriptor) }

  /// Moves everything that was written since the last call to the end of a buffer.
  ///
  /// The file keeps its memory and is written again from its start.
  func take(into bytes: inout ByteBuffer) {
    let length = Int(lseek(descriptor, 0, SEEK_CUR))
    guard length > 0 else { return }
    bytes.append(room: length) { pread(descriptor, $0.baseAddress, length, 0) }
    lseek(descriptor, 0, SEEK_SET)
  }
}
