import CSpawning
import Foundation
import Glibc
import LinkSupport
import Raster
import TerminalRelay
import TestSupport
import Testing
import VTermSupport

/// A program on a pseudo-terminal that libvterm draws, and that answers its questions.
///
/// Descriptor 3 of the program takes notices. A test waits by `until`, which reads both and looks at its condition
/// whenever something came. The waiting thread does all of it, so a test has a thread of its own.
final class Terminal {
  let process: ChildProcess
  /// The settings when the program started.
  let settingsFound: [UInt32]
  /// All bytes that the program has written.
  private(set) var written: [UInt8] = []
  /// The lines of the program's notices.
  private(set) var notices: [String] = []
  private let screen: VTermScreen
  /// Less than 0 once the terminal has hung up, as is the other side, which keeps the settings readable.
  private var master: Int32
  private var slave: Int32
  /// Less than 0 once no process can write notices.
  private var noticesEnd: Int32
  private let answers: (([UInt8]) -> String)?
  /// The folder of the script, which lasts as long as it.
  private var folder: TemporaryFolder?
  private var filter = CommandFilter()
  private var partialNotice: [UInt8] = []

  /// - Parameters:
  ///   - program: another program to run, by its path.
  ///   - answers: the answers to what the terminal has just received; nil for libvterm's.
  init(
    _ arguments: [String], of program: String = BuiltProgram.path, columns: Int = 100,
    rows: Int = 33, environment: [String: String] = BuiltProgram.environment(),
    answers: (([UInt8]) -> String)? = nil
  ) throws {
    self.answers = answers
    screen = VTermScreen(size: CellSize(columns: columns, rows: rows))
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { close(ends[1]) }
    noticesEnd = ends[0]
    let isOurs = program == BuiltProgram.path
    var (child, slave): (pid_t, Int32) = (0, -1)
    var found = termios()
    master = ([program] + arguments + (isOurs ? ["--notify", "3"] : [])).withCStrings { argv in
      environment.map { "\($0.key)=\($0.value)" }.withCStrings { envp in
        spawn_on_terminal(
          program, argv, envp, UInt16(columns), UInt16(rows), ends[1], &child, &slave, &found)
      }
    }
    self.slave = slave
    settingsFound = Self.list(found)
    process = try ChildProcess(child)
  }

  /// Runs a script of a shell, in which `filmstrip` is the program, in a folder.
  convenience init(script: String, in folder: TemporaryFolder) throws {
    let program = "filmstrip() { '\(BuiltProgram.path)' --notify 3 \"$@\"; }"
    try self.init(
      ["-c", "cd '\(folder.path)' || exit; \(program)\n\(script)"], of: "/bin/sh")
    self.folder = folder
  }

  deinit {
    hangUp()
    if noticesEnd >= 0 { close(noticesEnd) }
  }

  /// The terminal goes away, as when a window is closed.
  func hangUp() {
    for descriptor in [master, slave] where descriptor >= 0 { close(descriptor) }
    (master, slave) = (-1, -1)
  }
}

// MARK: - What a person does

extension Terminal {
  /// Types everything, as fast as the program reads it: a terminal holds a few thousand bytes.
  func type(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(max(0, count))
      if count < 0 { try #require(errno == EAGAIN && receive(within: patience)) }
    }
  }

  /// Types keys one after the other, each once the screen has changed.
  func press(_ keys: Pressed...) throws {
    for (key, text) in keys {
      try type(key)
      try shows(text)
    }
  }

  typealias Pressed = (key: String, shows: String)

  /// Changes the size, as a person does with a window.
  func resize(columns: Int, rows: Int) {
    screen.resize(to: CellSize(columns: columns, rows: rows))
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }
}

// MARK: - What a person sees

extension Terminal {
  /// The cells on the screen.
  var surface: Surface { screen.surface }

  /// The text on the screen.
  var text: String { screen.surface.textLines.joined(separator: "\n") }

  /// Everything that the program has written.
  var output: String { String(decoding: written, as: UTF8.self) }

  /// Input, output, control and local flags, and the control characters.
  var settings: [UInt32] {
    var settings = termios()
    tcgetattr(slave, &settings)
    return Self.list(settings)
  }

  private static func list(_ settings: termios) -> [UInt32] {
    let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + characters
  }

  /// Waits until a text is on the screen.
  func shows(_ text: String, at location: SourceLocation = #_sourceLocation) throws {
    try until("“\(text)” is on the screen", at: location) { self.text.contains(text) }
  }

  /// Waits until a line has nothing but the prompt of a shell: what is typed before is lost.
  func prompts(at location: SourceLocation = #_sourceLocation) throws {
    try until("the shell prompts", at: location) {
      text.split(separator: "\n").contains { $0.trimmingCharacters(in: .whitespaces) == "prompt>" }
    }
  }

  /// Waits until all pictures on the screen are sharp, and what was typed has been shown.
  func settles(at location: SourceLocation = #_sourceLocation) throws {
    let count = notices.count
    try until("the screen settles", at: location) { notices.dropFirst(count).contains("settled") }
  }

  /// Waits until the program has ended.
  func end(at location: SourceLocation = #_sourceLocation) throws -> ChildProcess.Ending {
    try until("the program ends", at: location) { process.ending != nil }
    return try #require(process.ending)
  }

  /// Waits until a condition holds, and looks at it whenever something was written.
  func until(
    _ what: Comment, at location: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + patience
    while try !condition() {
      guard receive(within: deadline - .now) else {
        // The program may have ended since the condition was looked at.
        if try condition() { return }
        Issue.record(
          "never: \(what.rawValue)\n\(text)\n\(notices.suffix(5))", sourceLocation: location)
        throw NeverCame()
      }
    }
  }

  struct NeverCame: Error {}

  /// Reads what has been written, or waits for it.
  ///
  /// - Returns: false if nothing came, or can come: the program has ended.
  private func receive(within time: Duration) -> Bool {
    let hasEnded = process.ending != nil
    var waiting = [master, noticesEnd, hasEnded ? -1 : process.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let limit = hasEnded ? 0 : max(0, Int32(time / .milliseconds(1)))
    guard poll(&waiting, nfds_t(waiting.count), limit) > 0 else { return false }
    let (bytes, lines) = (Self.read(master), Self.read(noticesEnd))
    if lines.isEmpty, waiting[1].revents & Int16(POLLHUP) != 0 {
      close(noticesEnd)
      noticesEnd = -1
    }
    written += bytes
    screen.feed(filter.removing(from: bytes))
    partialNotice += lines
    while let end = partialNotice.firstIndex(of: UInt8(ascii: "\n")) {
      notices.append(String(decoding: partialNotice[..<end], as: UTF8.self))
      partialNotice.removeSubrange(...end)
    }
    let replies = answers.map { Array($0(bytes).utf8) } ?? screen.replies
    screen.replies = []
    _ = replies.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    return !hasEnded || !bytes.isEmpty || !lines.isEmpty
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }
}
