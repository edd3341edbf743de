import GalleryApp
import Glibc
import TerminalUI

/// The exit of the program, always by `_exit`.
///
/// Libraries' exit handlers may race with threads that are still loading.
enum Exit {
  /// The values of `sysexits.h` that the interface names.
  enum Status: Int32 {
    case failure = 1
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
  }

  static func fail(_ status: Status, _ error: some Error & CustomStringConvertible) -> Never {
    fail(status, error.description)
  }

  static func fail(_ status: Status, _ sentence: String) -> Never {
    StandardOutput.complain(sentence)
    _exit(status.rawValue)
  }

  static func leave(by ending: Ending) -> Never {
    switch ending {
    case .status(let status): _exit(status)
    case .signal(let signal): TerminalSession.die(of: signal)
    }
  }
}
