import Foundation
import Glibc

/// The person's editor for texts.
struct Editor {
  /// The program and its arguments.
  private let words: [String]

  var name: String { words[0] }

  /// Takes the editor of the environment, or the system's.
  init() {
    let environment = ProcessInfo.processInfo.environment
    let chosen = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
      .map { $0.split(separator: " ").map(String.init) }.first { !$0.isEmpty }
    words = chosen ?? ["editor"]
  }

  /// Edits a file on this terminal; false if the editor can't be started, or ends with an error.
  ///
  /// No shell is in between. Foundation's `Process` would start the editor in a process group of its own, which may
  /// not read the terminal.
  func edit(_ path: String) -> Bool {
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let arguments = (words + [path]).map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var child = pid_t()
    guard posix_spawnp(&child, words[0], nil, nil, arguments, environment) == 0 else {
      return false
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}
