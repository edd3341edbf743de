import CProgramStart
import FoundationEssentials
import Glibc
import TerminalUI

/// A running program, which no shell has started.
struct ProgramProcess: Sendable {
  private let id: pid_t

  /// Starts a program.
  ///
  /// - Parameter output: gets the program's output, and the program is in a session of its own; nil gives it the
  ///   terminal.
  init(_ words: [[UInt8]], output: Int32?) throws(ProgramError) {
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let arguments = words.map { word in
      (word.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { text in
        text.baseAddress.flatMap(strdup)
      }
    }
    let environment = variables.map { strdup($0) }
    defer { (arguments + environment).forEach { free($0) } }
    var id = pid_t()
    let error = program_start(&id, arguments + [nil], environment + [nil], output ?? -1)
    guard error == 0 else {
      let name = String(decoding: words.first ?? [], as: UTF8.self)
      throw ProgramError(sentence: "\(name) was not started: \(String(cString: strerror(error)))")
    }
    self.id = id
  }

  /// Waits for the end.
  ///
  /// - Returns: the failure in words; nil for a success.
  func wait() -> String? { failure(after: status(options: 0)) }

  /// Waits for the end of a program in the terminal; if the person suspends that, this program stops too.
  ///
  /// - Returns: the failure in words; nil for a success.
  func waitInTerminal() -> String? {
    var status = status(options: WUNTRACED)
    while program_is_stopped(status) != 0 {
      SignalQueue.discardKeys()
      SignalQueue.stop(withJob: true)
      // The shell may have continued only this program.
      kill(id, SIGCONT)
      status = self.status(options: WUNTRACED)
    }
    SignalQueue.discardKeys()
    return failure(after: status)
  }

  private func status(options: Int32) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, options) < 0, errno == EINTR {}
    return status
  }

  private func failure(after status: Int32) -> String? {
    let exit = program_exit_status(status)
    if exit >= 0 { return exit == 0 ? nil : "exit status \(exit)" }
    return "ended by signal \(program_signal(status))"
  }
}
