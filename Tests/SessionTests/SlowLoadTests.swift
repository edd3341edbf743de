import Testing

/// What the gallery shows while loads take their time.
@Suite(.timeLimit(.minutes(2))) struct SlowLoadTests {
  private func lastFrame(_ arguments: String...) async throws -> String {
    let outcome = try await BuiltProgram.run(arguments + ["--dump", "--size", "80x25"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func `a slow transfer shows how far it has got`() async throws {
    let frame = try await lastFrame(
      "--script", "wait:2000", "--latency", "1", "--bandwidth", "100")
    #expect(frame.contains(" %"))
    #expect(frame.contains("━"))
  }

  @Test func `a load that waits for its next attempt says why`() async throws {
    let frame = try await lastFrame("--script", "wait:400", "--latency", "1", "--fail-rate", "1")
    #expect(frame.contains("the server answered"))
    #expect(frame.contains("again in"))
  }
}
