import Glibc

/// What keeps the program from starting; its description says what to do.
enum StartError: Error, CustomStringConvertible {
  /// A system call failed.
  case system(String, Int32)

  var description: String {
    switch self {
    case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
    }
  }
}
