import Foundation
import Glibc
import TestSupport
import Testing

/// Signals while sources are read by threads of their own.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SignalTests {
  /// Kinds of sources, each with threads of its own.
  enum Source: Sendable {
    case folder, picture, list, serverFolder
  }

  private static let picture = Data("P6 1 1 255\nabc".utf8)

  /// Calls `body` with the arguments for a source of three pictures.
  private func with(
    _ source: Source, _ body: ([String]) async throws -> Void
  ) async throws {
    try await inFolder { folder in
      let names = (1...3).map { "p\($0).ppm" }
      for name in names { try Self.picture.write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      let list = folder + "/names.txt"
      try Data(names.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: list))
      let server = try RawServer { connection in
        let isFolder = connection.readRequest().hasPrefix("GET / ")
        let links = names.map { "<a href='\($0)'>\($0)</a>" }.joined(separator: "\n")
        connection.respond(
          headers: ["Content-Type: \(isFolder ? "text/html" : "image/x-portable-pixmap")"],
          body: isFolder ? Data(links.utf8) : Self.picture)
      }
      let arguments =
        switch source {
        case .folder: [folder]
        case .picture: [folder + "/p1.ppm"]
        case .list: [list]
        case .serverFolder: ["http://127.0.0.1:\(server.port)/"]
        }
      try await body(arguments)
    }
  }

  /// Waits until a caption is on the screen.
  private func showsPictures(_ terminal: PseudoTerminal) async throws {
    let isThere = try await eventually {
      terminal.text.contains("p1.ppm") || terminal.ending != nil
    }
    try #require(isThere && terminal.ending == nil, "\(terminal.text.debugDescription)")
  }

  private func end(of terminal: PseudoTerminal) async throws -> PseudoTerminal.Ending? {
    _ = try await eventually { terminal.ending != nil }
    return terminal.ending
  }

  /// The signals of `SignalQueue`.
  private static let blocked = [
    SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE,
  ]

  @Test(arguments: [
    (Source.folder, SIGTERM), (.folder, SIGHUP), (.folder, SIGINT), (.picture, SIGTERM),
    (.list, SIGTERM), (.serverFolder, SIGTERM),
  ])
  func `no thread takes a signal, which ends the program with the terminal restored`(
    source: Source, signal: Int32
  ) async throws {
    try await with(source) { arguments in
      let terminal = try PseudoTerminal(arguments)
      try await showsPictures(terminal)
      try #require(terminal.settings != terminal.settingsFound)
      try #require(try await eventually { terminal.blockedSignals.count > 1 })
      let threads = terminal.blockedSignals
      for blocked in Self.blocked {
        let open = threads.filter { $0.mask >> UInt64(blocked - 1) & 1 == 0 }.map(\.thread)
        #expect(open == [], "signal \(blocked)")
      }
      kill(terminal.child, signal)
      #expect(try await end(of: terminal) == .signal(signal))
      #expect(terminal.settings == terminal.settingsFound)
      for sequence in ["\u{1B}[?1049l", "\u{1B}[?25h"] {
        #expect(try await eventually { terminal.text.contains(sequence) })
      }
    }
  }

  @Test(arguments: [false, true])
  func `a new size is taken, at the start and later`(isLater: Bool) async throws {
    try await with(.folder) { arguments in
      let report = NSTemporaryDirectory() + "filmstrip-\(UUID().uuidString).json"
      defer { unlink(report) }
      let terminal = try PseudoTerminal(arguments + ["--report", report])
      if isLater { try await showsPictures(terminal) }
      terminal.resize(columns: 70, rows: 45)
      if !isLater { try await showsPictures(terminal) }
      // Signals are read before keys.
      terminal.type("q")
      #expect(try await end(of: terminal) == .status(0))
      let text = try String(contentsOfFile: report, encoding: .utf8)
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let size = try #require((object as? [String: Any])?["terminal"] as? [String: Any])
      #expect(size["columns"] as? Int == 70 && size["rows"] as? Int == 45, "\(size)")
    }
  }

  @Test func `a program that is started blocks what this one blocked at its start`() async throws {
    try await inFolder { folder in
      let tool = folder + "/ffmpegthumbnailer"
      let script = """
        #!/bin/sh
        ln -s "$(sed -n 's/SigBlk:\t//p' /proc/self/status)" '\(folder)/blocked'
        """
      try Data(script.utf8).write(to: URL(fileURLWithPath: tool))
      chmod(tool, 0o755)
      try Data("no video".utf8).write(to: URL(fileURLWithPath: folder + "/a.mp4"))
      var environment = BuiltProgram.environment()
      environment["PATH"] = "\(folder):/usr/bin:/bin"
      let terminal = try PseudoTerminal(
        ["--block-signal=USR1", BuiltProgram.path, "--no-disk-cache", folder], of: "/usr/bin/env",
        environment: environment)
      var mask: String?
      _ = try await eventually {
        mask = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/blocked")
        return mask != nil || terminal.ending != nil
      }
      let blocked = try #require(mask.flatMap { UInt64($0, radix: 16) })
      #expect(blocked == 1 << (SIGUSR1 - 1))
      terminal.type("q")
      #expect(try await end(of: terminal) == .status(0))
    }
  }
}
