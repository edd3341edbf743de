import Glibc

/// What keeps the program from starting; its description says what to do.
enum StartError: Error, CustomStringConvertible {
  /// A system call failed.
  case system(String, Int32)
  /// A path where a file is wanted leads to something else.
  case notAFile(String)

  var description: String {
    switch self {
    case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
    case .notAFile(let path): "\(path): not a regular file"
    }
  }
}
