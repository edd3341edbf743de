import Foundation
import Glibc
import Testing

/// What the program makes of the sources that a shell hands it.
@Suite(.timeLimit(.minutes(2))) struct SourceTests {
  /// A shell in a folder with pictures and a text; `filmstrip` is the program.
  private func inShell(_ body: (TmuxScreen, String) async throws -> Void) async throws {
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

  /// Leaves the program, and waits for the prompt: what is typed before is lost.
  private func leave(_ screen: TmuxScreen) async throws {
    try screen.press("q")
    try await screen.waitUntil("the prompt") { text in
      text.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?
        .trimmingCharacters(in: .whitespaces) == "prompt>"
    }
    try screen.enter("clear")
  }

  @Test func `one picture is opened, and its folder is behind it`() async throws {
    try await inShell { screen, _ in
      try screen.enter("filmstrip p3.ppm")
      try await screen.waitUntil("p3 opened") { $0.contains("3/9") && !$0.contains("p2.ppm") }
      try screen.press("Right")
      try await screen.waitUntil("the next one") { $0.contains("4/9") }
      try screen.press("Escape")
      try await screen.waitUntil("the folder") { $0.contains("p1.ppm") && $0.contains("4/9") }
      try screen.press("q")
    }
  }

  @Test func `what is no picture is left out, and named in the status line`() async throws {
    try await inShell { screen, _ in
      try screen.enter("filmstrip *")
      try await screen.waitFor("1 left out: notes.md is no picture")
      try screen.press("End")
      try await screen.waitUntil("nine pictures") { $0.contains("9/9") && !$0.contains("left out") }
      try await leave(screen)
      try screen.enter("filmstrip notes.md n*d; echo status $?")
      try await screen.waitUntil("no picture") {
        $0.contains("2 sources, and no picture") && $0.contains("status 66")
      }
    }
  }

  @Test func `a list that is piped in needs no dash, and keys come from the terminal`() async throws
  {
    try await inShell { screen, _ in
      try screen.enter("ls p*.ppm | filmstrip")
      try await screen.waitFor("p1.ppm")
      try screen.press("End")
      try await screen.waitFor("9/9")
      try await leave(screen)
      try screen.enter("printf 'p1.ppm\\0p2.ppm\\0' | filmstrip -0")
      try await screen.waitFor("1/2")
      try await leave(screen)
      try screen.enter(": | filmstrip; echo status $?")
      try await screen.waitFor("status 66")
      try screen.enter("clear; filmstrip -0; echo status $?")
      try await screen.waitFor("status 64")
      try screen.enter("clear; filmstrip --latency 1 < /dev/null")
      try await screen.waitFor("food 0")
      try screen.press("q")
    }
  }

  @Test func `rows appear while the pipe is open`() async throws {
    try await inShell { screen, folder in
      let path = folder + "/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      // For both, so that neither waits for the other here.
      let pipe = open(path, O_RDWR | O_CLOEXEC)
      try #require(pipe >= 0)
      try screen.enter("filmstrip < pipe")
      try await screen.waitFor("waiting for the list")
      for number in 1...3 {
        let line = "p\(number).ppm\n"
        #expect(write(pipe, line, line.utf8.count) == line.utf8.count)
        try await screen.waitUntil("\(number) pictures") {
          $0.contains("1/\(number)") && $0.contains("reading the list")
        }
      }
      close(pipe)
      try await screen.waitUntil("the end") { $0.contains("1/3") && !$0.contains("reading") }
      try await leave(screen)
    }
  }

  @Test func `lists of any format are shown, and what is none says so`() async throws {
    try await inShell { screen, folder in
      let files = [
        "table.csv": "photo,title\np1.ppm,Soup\np2.ppm,Rice\n",
        "other": "{\"path\":\"p3.ppm\",\"headline\":\"Bread\"}\n{}\n",
        "wrong.csv": "a,b\n1,2\n",
      ]
      for (name, text) in files {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try screen.enter("filmstrip table.csv")
      try await screen.waitUntil("captions") { $0.contains("Soup") && $0.contains("Rice") }
      try await leave(screen)
      try screen.enter("filmstrip --list other --column title=headline")
      try await screen.waitUntil("one that names none") {
        $0.contains("Bread") && $0.contains("entry 2 names no picture")
      }
      try await leave(screen)
      try screen.enter("filmstrip wrong.csv; echo status $?")
      try await screen.waitUntil("no column") {
        $0.contains("names no column with pictures (a, b)") && $0.contains("status 66")
      }
      try screen.enter("clear; filmstrip --column x=y table.csv; echo status $?")
      try await screen.waitUntil("no such field") {
        $0.contains("--column takes NAME=COLUMN") && $0.contains("status 64")
      }
      try #require(mkfifo(folder + "/pipe.txt", 0o600) == 0)
      try screen.enter("clear; filmstrip pipe.txt")
      try await screen.waitFor("waiting for the list")
      let pipe = open(folder + "/pipe.txt", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      try #require(pipe >= 0)
      _ = write(pipe, "p1.ppm\n", 7)
      try await screen.waitFor("1/1")
      close(pipe)
      try await leave(screen)
    }
  }
}
