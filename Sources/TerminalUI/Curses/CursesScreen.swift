import CNcursesw

/// One ncurses screen (its `SCREEN`), which writes into memory.
///
/// What ncurses sends is thus bytes like everybody else's: counted, and sent on without ever
/// waiting. Several screens live side by side; ncurses works on one at a time, so whoever calls it
/// says `select` first. Main thread only, as ncurses is.
final class CursesScreen {
  private let handle: CursesHandle
  private let memory: MemoryFile

  /// Starts a screen that only draws.
  convenience init(drawingFor terminal: String) throws(TerminalError) {
    let memory = try MemoryFile(name: "curses output")
    try self.init(terminal, keys: memory.descriptor, device: memory.descriptor, memory: memory)
  }

  /// Starts a screen that reads keys, and gives a terminal the modes for that: each byte at once,
  /// no echo, no signals from keys.
  convenience init(
    readingKeysOf terminal: String, from keys: Int32, device: Int32
  ) throws(TerminalError) {
    let memory = try MemoryFile(name: "curses output")
    try self.init(terminal, keys: keys, device: device, memory: memory)
    raw()
    noecho()
    handle.redirectOutput(to: memory.descriptor)
  }

  private init(
    _ terminal: String, keys: Int32, device: Int32, memory: MemoryFile
  ) throws(TerminalError) {
    self.memory = memory
    handle = try CursesHandle(terminal: terminal, keys: keys, device: device)
    select()
    nonl()
    typeahead(-1)
  }

  deinit {
    handle.retire()
  }

  /// Makes this the screen that the following ncurses calls mean.
  func select() {
    set_term(handle.screen)
  }

  /// Moves what ncurses wrote since the last call to the end of a buffer.
  func takeOutput(into bytes: inout ByteBuffer) {
    memory.take(into: &bytes)
  }
}
