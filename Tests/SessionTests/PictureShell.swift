import Foundation
import Testing

/// A shell in a folder with the pictures p1.ppm to p9.ppm and a text; `filmstrip` is the program.
func inPictureShell(_ body: (TmuxScreen, String) async throws -> Void) async throws {
  try await inFolder { folder in
    for number in 1...9 {
      try Data("P6 1 1 255\n\(number)\(number)\(number)".utf8)
        .write(to: URL(fileURLWithPath: "\(folder)/p\(number).ppm"))
    }
    try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/notes.md"))
    let screen = try TmuxScreen()
    try screen.enter("cd '\(folder)'; filmstrip() { '\(BuiltProgram.path)' \"$@\"; }; clear")
    try await body(screen, folder)
  }
}

extension TmuxScreen {
  /// Leaves the program, and waits for the prompt: what is typed before is lost.
  ///
  /// Waits for the program's own screen first. The shell echoes its command line, whose text is on screen before the
  /// program runs; a `q` of that time would reach the shell.
  func leaveGallery() async throws {
    try await waitForGallery()
    try press("q")
    try await waitUntil("the prompt") { text in
      text.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?
        .trimmingCharacters(in: .whitespaces) == "prompt>"
    }
    try enter("clear")
  }
}
