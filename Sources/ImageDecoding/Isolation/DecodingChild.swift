import CImageChild
import Glibc

/// The mode of a program in which it decodes one untrusted picture for another process.
public enum DecodingChild {
  /// The first argument of such a run, which is no name of a file or command; the others are for the child.
  static let argument = "--decode-picture"

  /// Whether this process was started to decode a picture.
  static var isThisProcess: Bool {
    guard CommandLine.argc > 1, let first = CommandLine.unsafeArgv[1] else { return false }
    return strcmp(first, argument) == 0
  }

  /// Decodes a picture and ends the process, if the process was started for that; otherwise does nothing.
  ///
  /// Call it first in `main` of a program that ``DecodingIsolation/child(program:)`` names. It reads standard input and
  /// writes to standard output.
  public static func runIfAsked() {
    guard isThisProcess else { return }
    _exit(image_child_run(CommandLine.argc - 2, CommandLine.unsafeArgv + 2))
  }
}
