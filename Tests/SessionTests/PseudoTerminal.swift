import CSpawning
import Foundation
import Glibc
import Synchronization
import TestSupport

/// The program alone on a pseudo-terminal: for what a shell would hide.
///
/// Its output is read all the time by a thread of its own, so that it is never held up.
final class PseudoTerminal: Sendable {
  let child: pid_t
  /// What `settings` were when the program started.
  let settingsFound: [UInt32]
  private let reader: Reader
  /// Keeps the settings readable after the child has gone.
  private let keeper: Mutex<Int32?>
  /// How the child ended, once it was waited for: its process id may be reused by then.
  private let ended = Mutex<Ending?>(nil)

  /// - Parameter program: another program to run, by its path.
  init(
    _ arguments: [String], of program: String = BuiltProgram.path, columns: UInt16 = 100,
    rows: UInt16 = 33, environment: [String: String] = BuiltProgram.environment()
  ) throws {
    var pid: pid_t = 0
    var slave: Int32 = -1
    var found = termios()
    let descriptor = withCStrings([program] + arguments) { argv in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
        spawn_on_terminal(program, argv, envp, columns, rows, &pid, &slave, &found)
      }
    }
    guard descriptor >= 0 else { throw POSIXError(.ENXIO) }
    child = pid
    keeper = Mutex(slave)
    settingsFound = Self.list(found)
    reader = Reader(descriptor)
    Thread { [reader] in reader.readAll() }.start()
  }

  deinit {
    if ending == nil {
      kill(child, SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    hangUp()
  }

  /// Everything the program has written so far.
  var text: String { String(decoding: reader.bytes, as: UTF8.self) }

  /// Types everything, as fast as the program reads it: a terminal holds a few thousand bytes.
  func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    let deadline = ContinuousClock.now + patience
    while !rest.isEmpty, ContinuousClock.now < deadline {
      let count = rest.withUnsafeBytes { write(reader.descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest.removeFirst(count)
      } else {
        guard errno == EAGAIN || errno == EINTR else { return }
        var waiting = pollfd(fd: reader.descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, 20)
      }
    }
  }

  /// Changes the size of the terminal, as a person does with its window.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(reader.descriptor, UInt(TIOCSWINSZ), &size)
  }

  /// The terminal goes away, as when a window is closed.
  func hangUp() {
    keeper.withLock { keeper in
      if let descriptor = keeper { close(descriptor) }
      keeper = nil
    }
    reader.stop()
  }

  /// Input, output, control and local flags, and the control characters.
  var settings: [UInt32] {
    var settings = termios()
    keeper.withLock { if let descriptor = $0 { _ = tcgetattr(descriptor, &settings) } }
    return Self.list(settings)
  }

  private static func list(_ settings: termios) -> [UInt32] {
    let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + characters
  }

  /// How the child ended; nil while it runs.
  var ending: Ending? {
    ended.withLock { ended in
      if let ended { return ended }
      var status: Int32 = 0
      guard waitpid(child, &status, WNOHANG) == child else { return nil }
      let signal = status & 0x7F
      let ending: Ending = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
      ended = ending
      return ending
    }
  }

  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// The signals that each thread of the child blocks, by the thread's name; bit 0 is signal 1.
  var blockedSignals: [(thread: String, mask: UInt64)] {
    let tasks = "/proc/\(child)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.compactMap { thread in
      // One that has ended meanwhile has no status.
      let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
      let fields = (status ?? "").split(separator: "\n").map { $0.split(separator: "\t") }
      func field(_ name: String) -> String? {
        fields.first { $0.first == Substring(name) }?.last.map(String.init)
      }
      guard let mask = field("SigBlk:").flatMap({ UInt64($0, radix: 16) }) else { return nil }
      return (field("Name:") ?? thread, mask)
    }
  }

  /// Processor time of the child so far, in clock ticks.
  var processorTicks: Int {
    let stat = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12 else { return 0 }
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }
}

/// Reads a pseudo-terminal until it is stopped, and then closes it.
///
/// No other code may close it, because
/// the descriptor could be another terminal's by the time of the next read.
private final class Reader: Sendable {
  let descriptor: Int32
  private let output = Mutex<[UInt8]>([])
  private let isStopped = Atomic(false)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  var bytes: [UInt8] { output.withLock { $0 } }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  func readAll() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isStopped.load(ordering: .relaxed) {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&waiting, 1, 20)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { output.withLock { $0 += buffer[..<count] } }
    }
    close(descriptor)
  }
}
