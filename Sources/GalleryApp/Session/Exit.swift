import Glibc
import TerminalUI

/// The exit of the program, always by `_exit`.
///
/// Libraries' exit handlers may race with threads that are still loading.
package enum Exit {
  /// The exit statuses of `sysexits.h` that the program uses.
  package enum Status: Int32 {
    case failure = 1
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
  }

  package static func fail(_ status: Status, _ error: some Error & CustomStringConvertible) -> Never
  {
    fail(status, error.description)
  }

  package static func fail(_ status: Status, _ sentence: String) -> Never {
    StandardOutput.complain(sentence)
    _exit(status.rawValue)
  }

  /// Prints the argument parser's message and leaves: help on standard output, errors on standard error.
  ///
  /// - Parameter arguments: the command line, which the message may quote.
  package static func leave(
    by status: Int32, saying message: String, quoting arguments: [String]
  ) -> Never {
    if status == EXIT_SUCCESS {
      try? StandardOutput.write(message + "\n")
    } else if !message.isEmpty {
      let shown = CommandLineMessage(message, quoting: arguments)
      try? Descriptor.standardError.write("\(shown)\n".utf8)
    }
    _exit(status)
  }

  package static func leave(by ending: Ending) -> Never {
    switch ending {
    case .status(let status): _exit(status)
    case .signal(let signal): TerminalSession.die(of: signal)
    }
  }
}
