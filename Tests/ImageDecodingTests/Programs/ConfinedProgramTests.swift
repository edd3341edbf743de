import Foundation
import Glibc
import TestSupport
import Testing

@testable import ImageDecoding

/// The output of other programs.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ConfinedProgramTests {
  private static func output(of script: String, input: String = "") throws -> String {
    let arguments = ["-c", script].map { Array($0.utf8) }
    var limits = ConfinedProgram.Limits()
    limits.time = .seconds(120)
    let output = try Array(input.utf8).withUnsafeBytes { input in
      try ConfinedProgram.Run(limits).output(
        of: "/bin/sh", arguments, input: input, { false })
    }
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `a program reads its input and is read to its end`() throws {
    #expect(try Self.output(of: "cat; printf d", input: "abc") == "abcd")
  }

  @Test func `the output of a program that a signal ended is not taken`() {
    #expect(throws: ConfinedProgram.Failure.killed(signal: SIGKILL)) {
      try Self.output(of: "printf abc; kill -KILL $$")
    }
  }

  @Test func `a program that fails has written what it could`() throws {
    #expect(try Self.output(of: "printf abc; exit 3") == "abc")
    #expect(throws: ConfinedProgram.Failure.ended(status: 3)) { try Self.output(of: "exit 3") }
  }

  @Test func `standard descriptors that are closed here are not mixed up there`() async {
    await #expect(processExitsWith: .success) {
      for descriptor: Int32 in 0...2 { close(descriptor) }
      let output = try Self.output(of: "cat; printf d", input: "abc")
      exit(output == "abcd" ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
