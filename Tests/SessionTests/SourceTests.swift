import Foundation
import Glibc
import Testing

/// What the program makes of the sources that a shell hands it.
@Suite(.timeLimit(.minutes(2))) struct SourceTests {
  @Test func `one picture is opened, and its folder is behind it`() async throws {
    try await inPictureShell { screen, _ in
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
    try await inPictureShell { screen, _ in
      try screen.enter("filmstrip *")
      try await screen.waitFor("1 left out: notes.md is no picture")
      try screen.press("End")
      try await screen.waitUntil("nine pictures") { $0.contains("9/9") && !$0.contains("left out") }
      try await screen.leaveGallery()
      try screen.enter("filmstrip notes.md n*d; echo status $?")
      try await screen.waitUntil("no picture") {
        $0.contains("2 sources, and no picture") && $0.contains("status 66")
      }
    }
  }

  @Test func `a list that is piped in needs no dash, and keys come from the terminal`() async throws
  {
    try await inPictureShell { screen, _ in
      try screen.enter("ls p*.ppm | filmstrip")
      try await screen.waitFor("p1.ppm")
      try screen.press("End")
      try await screen.waitFor("9/9")
      try await screen.leaveGallery()
      for finder in ["find . -name '*.ppm'", "fdfind -e ppm"] {
        try screen.enter("clear; \(finder) | filmstrip")
        try await screen.waitFor("1/9")
        try await screen.leaveGallery()
      }
      try screen.enter("printf 'p1.ppm\\0p2.ppm\\0' | filmstrip -0")
      try await screen.waitFor("1/2")
      try await screen.leaveGallery()
      try screen.enter(": | filmstrip; echo status $?")
      try await screen.waitFor("status 66")
      try screen.enter("clear; filmstrip -0; echo status $?")
      try await screen.waitFor("status 64")
      try screen.enter("clear; filmstrip --latency 1 < /dev/null")
      try await screen.waitFor("food 0")
      try screen.press("q")
    }
  }

  @Test(arguments: [
    "fdupes .", #"findimagedupes -q -i 'VIEW() { printf "%s\n" "$@" ""; }' *.pgm"#,
  ])
  func `the copies that other programs find are groups`(finder: String) async throws {
    try await inPictureShell { screen, folder in
      let pictures: [(String, (Int, Int) -> Int)] = [("across", { x, _ in x }), ("down", { $1 })]
      for (name, shade) in pictures {
        let pixels = (0..<64 * 64).map { UInt8(4 * shade($0 % 64, $0 / 64)) }
        for copy in 1...2 {
          try Data("P5 64 64 255\n".utf8 + pixels)
            .write(to: URL(fileURLWithPath: "\(folder)/\(name) \(copy).pgm"))
        }
      }
      try screen.enter("clear; \(finder) | filmstrip")
      try await screen.waitUntil("two groups") {
        $0.contains("group 1 · 2 pictures") && $0.contains("group 2 · 2 pictures")
          && $0.contains("1/4")
      }
      try screen.press("q")
    }
  }

  @Test func `a long list is searched in the background, to its end`() async throws {
    try await inPictureShell { screen, _ in
      try screen.enter("seq -f 'p%.0f.ppm' 200000 > long.txt; filmstrip long.txt")
      try await screen.waitFor("1/200000")
      for (text, result) in [
        ("p199999", "199999/200000"), ("nowhere", "no caption contains “nowhere”"),
      ] {
        try screen.press("/")
        try await screen.waitFor("/▏")
        try screen.enter(text)
        try await screen.waitFor(result)
      }
      try screen.press("q")
    }
  }

  @Test func `rows appear while the pipe is open`() async throws {
    try await inPictureShell { screen, folder in
      let path = folder + "/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      // For both, so that neither waits for the other here.
      let pipe = open(path, O_RDWR | O_CLOEXEC)
      try #require(pipe >= 0)
      try screen.enter("filmstrip < pipe")
      try await screen.waitFor("waiting for pictures")
      for number in 1...3 {
        let line = "p\(number).ppm\n"
        #expect(write(pipe, line, line.utf8.count) == line.utf8.count)
        try await screen.waitUntil("\(number) pictures") {
          $0.contains("1/\(number)") && $0.contains("still reading")
        }
      }
      close(pipe)
      try await screen.waitUntil("the end") { $0.contains("1/3") && !$0.contains("reading") }
      try await screen.leaveGallery()
    }
  }

  @Test func `lists of any format are shown, and what is none says so`() async throws {
    try await inPictureShell { screen, folder in
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
      try await screen.leaveGallery()
      try screen.enter("filmstrip --list other --column title=headline")
      try await screen.waitUntil("one that names none") {
        $0.contains("Bread") && $0.contains("entry 2 names no picture")
      }
      try await screen.leaveGallery()
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
      try await screen.waitFor("waiting for pictures")
      let pipe = open(folder + "/pipe.txt", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      try #require(pipe >= 0)
      _ = write(pipe, "p1.ppm\n", 7)
      try await screen.waitFor("1/1")
      close(pipe)
      try await screen.leaveGallery()
    }
  }
}
