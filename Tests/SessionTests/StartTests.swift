import Foundation
import Testing

/// What a start does without.
@Suite(.timeLimit(.minutes(2))) struct StartTests {
  @Test func `local pictures need no libcurl`() async throws {
    try await inFolder { folder in
      try Data("no picture".utf8).write(to: URL(fileURLWithPath: "\(folder)/a.png"))
      let program = try PseudoTerminal([folder])
      // Failed: so all that loading takes is there.
      #expect(try await eventually { program.text.contains("not a picture") })
      let mapped = try String(contentsOfFile: "/proc/\(program.child)/maps", encoding: .utf8)
      // A dynamically linked Foundation, as debug builds have, brings its own.
      #expect(!mapped.contains("libcurl") || mapped.contains("libFoundationNetworking"))
    }
  }
}
