import Glibc

/// A system call that the program can't start without has failed.
struct StartError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  var description: String { "\(call): \(String(cString: strerror(code)))" }
}
