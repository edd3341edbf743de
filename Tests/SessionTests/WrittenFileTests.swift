import Foundation
import Glibc
import Testing

/// What the options that write something have in common.
@Suite(.timeLimit(.minutes(3))) struct WrittenFileTests {
  private static let options = ["--report", "--trace", "--record"]

  /// A session whose report, trace and recording all have something in them.
  private func session(_ option: String, _ path: String) -> [String] {
    ["--script", "idle down idle", "--latency", "1", "--size", "80x25", option, path]
  }

  /// What such a session writes first.
  private func beginning(_ option: String) -> String {
    option == "--record" ? "filmstrip session" : "{"
  }

  private func type(of path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode & S_IFMT
  }

  @Test(arguments: options, ["missing/file", "", "pipe", "file/file", "loop"])
  func `what can't be written is refused before anything starts`(
    option: String, name: String
  ) async throws {
    try await inFolder { folder in
      mkfifo(folder + "/pipe", 0o600)
      symlink("loop", folder + "/loop")
      try Data().write(to: URL(fileURLWithPath: folder + "/file"))
      let path = folder + "/" + name
      let outcome = try await BuiltProgram.run([option, path, "--script", "wait:60000"])
      #expect(outcome.status == 73)
      #expect(outcome.errors.hasPrefix("filmstrip: \(option) \(path): "))
      #expect(!outcome.errors.contains("(errno"))
    }
  }

  @Test func `a folder that is not there and a pipe that nobody reads are named`() async throws {
    try await inFolder { folder in
      mkfifo(folder + "/pipe", 0o600)
      let missing = try await BuiltProgram.run(["--report", folder + "/none/r.json"])
      #expect(missing.errors.contains("there is no folder \(folder)/none"))
      let pipe = try await BuiltProgram.run(["--report", folder + "/pipe"])
      #expect(pipe.errors.contains("nobody reads this pipe"))
    }
  }

  @Test(arguments: options)
  func `a pipe is written to and stays a pipe`(option: String) async throws {
    try await inFolder { folder in
      let path = folder + "/pipe"
      mkfifo(path, 0o600)
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      try #require(reader >= 0)
      defer { close(reader) }
      let outcome = try await BuiltProgram.run(session(option, path))
      #expect(outcome.status == 0, "\(outcome.errors)")
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = max(0, read(reader, &bytes, bytes.count))
      #expect(String(decoding: bytes[..<count], as: UTF8.self).hasPrefix(beginning(option)))
      #expect(try type(of: path) == S_IFIFO)
    }
  }

  @Test(arguments: options)
  func `a terminal is written to and stays a device`(option: String) async throws {
    let terminal = try PseudoTerminal(session(option, "/dev/tty"))
    #expect(try await eventually { terminal.ending == .status(0) })
    #expect(try await eventually { terminal.text.hasPrefix(beginning(option)) })
    #expect(try type(of: "/dev/tty") == S_IFCHR)
  }

  @Test(arguments: options)
  func `a process substitution is written to`(option: String) async throws {
    try await inFolder { folder in
      let arguments = session(option, "").dropLast()
      let child = try Child(
        ["bash", "-c", "\"$@\" >(cat >\"$0.part\"; mv \"$0.part\" \"$0\")", folder + "/out"]
          + [BuiltProgram.path] + arguments,
        environment: BuiltProgram.environment())
      var status: Int32?
      #expect(
        try await eventually {
          status = status ?? child.poll()
          return status != nil && FileManager.default.fileExists(atPath: folder + "/out")
        })
      #expect(status == 0)
      let text = try String(contentsOfFile: folder + "/out", encoding: .utf8)
      #expect(text.hasPrefix(beginning(option)))
    }
  }

  @Test(arguments: options)
  func `a descriptor that was handed over is written on, not anew`(option: String) async throws {
    try await inFolder { folder in
      let child = try Child(
        ["bash", "-c", "exec 3>\"$0\"; echo before >&3; \"$@\"; echo after >&3", folder + "/out"]
          + [BuiltProgram.path] + session(option, "/dev/fd/3"),
        environment: BuiltProgram.environment())
      var status: Int32?
      #expect(
        try await eventually {
          status = status ?? child.poll()
          return status != nil
        })
      let text = try String(contentsOfFile: folder + "/out", encoding: .utf8)
      #expect(text.hasPrefix("before\n" + beginning(option)))
      #expect(text.hasSuffix("\nafter\n"))
    }
  }

  @Test(arguments: options)
  func `a link is followed, also to what is not there yet`(option: String) async throws {
    try await inFolder { folder in
      let (first, second) = (folder + "/first", folder + "/second")
      symlink(second, first)
      symlink("third", second)
      for _ in 1...2 {
        let outcome = try await BuiltProgram.run(session(option, first))
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      for link in [first, second] { #expect(try type(of: link) == S_IFLNK) }
      let text = try String(contentsOfFile: folder + "/third", encoding: .utf8)
      #expect(text.hasPrefix(beginning(option)))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
          == ["first", "second", "third"])
    }
  }

  @Test(arguments: options)
  func `a full disk is said, and so is a reader that leaves`(option: String) async throws {
    let full = try await BuiltProgram.run(session(option, "/dev/full"))
    #expect(full.status == 73)
    #expect(full.errors == "filmstrip: \(option) /dev/full: No space left on device\n")
    #expect(try type(of: "/dev/full") == S_IFCHR)
    try await inFolder { folder in
      let child = try Child(
        [
          "bash", "-c",
          """
          exec 3> >(exec true); reader=$!; while kill -0 $reader 2>&-; do sleep 0.01; done; exec "$@"
          """, "bash", BuiltProgram.path,
        ] + session(option, "/dev/fd/3"),
        errors: folder + "/err", environment: BuiltProgram.environment())
      var status: Int32?
      #expect(
        try await eventually {
          status = status ?? child.poll()
          return status != nil
        })
      #expect(status == 73)
      let errors = try String(contentsOfFile: folder + "/err", encoding: .utf8)
      #expect(errors == "filmstrip: \(option) /dev/fd/3: Broken pipe\n")
    }
  }

  @Test(arguments: options)
  func `the terminal is given back before a full disk is said`(option: String) async throws {
    let terminal = try PseudoTerminal(["--latency", "1", option, "/dev/full"])
    try #require(try await eventually { terminal.text.contains("24x16 pixels") })
    terminal.type("jq")
    #expect(try await eventually { terminal.ending != nil })
    #expect(terminal.ending == .status(73))
    #expect(terminal.settings == terminal.settingsFound)
    #expect(try await eventually { terminal.text.contains("No space left") })
    let restored = try #require(terminal.text.range(of: "\u{1B}[?1049l"))
    #expect(terminal.text[restored.upperBound...].contains("\(option) /dev/full: No space left"))
  }

  @Test func `a trace does not go between the pictures`() async throws {
    let terminal = try PseudoTerminal(["--trace", "/dev/tty"])
    #expect(try await eventually { terminal.ending == .status(73) })
    #expect(try await eventually { terminal.text.contains("the pictures are shown there") })
    #expect(!terminal.text.contains("\u{1B}[?1049h"))
  }
}
