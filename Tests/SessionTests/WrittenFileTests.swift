import Foundation
import Testing

/// What the options that write a file have in common.
@Suite(.timeLimit(.minutes(2))) struct WrittenFileTests {
  @Test(arguments: ["--trace", "--record"], ["missing/file", "", "pipe"])
  func `what is no file that can be written is refused before anything starts`(
    option: String, name: String
  ) async throws {
    try await inFolder { folder in
      mkfifo(folder + "/pipe", 0o600)
      let outcome = try await BuiltProgram.run([
        option, folder + "/" + name, "--script", "wait:60000",
      ])
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(option))
    }
  }
}
