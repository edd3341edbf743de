import PlaceholderServer
import Testing

/// What the program asks servers for when it starts.
@Suite(.timeLimit(.minutes(3))) struct FirstScreenTests {
  @Test(arguments: [6, 20])
  func `a first screen is asked for at once, within the connections that there may be`(
    connections: Int
  ) async throws {
    let server = try PlaceholderServer()
    try server.start()
    // Nothing is ever answered: whatever has to wait for an answer is not asked for.
    let program = try PseudoTerminal(
      [
        "\(server.baseURL)/{width}x{height}?text={index}&hang=1", "--count", "20", "--layout",
        "grid",
        "--connections", "\(connections)", "--timeout", "60", "--no-disk-cache",
      ], columns: 160, rows: 50)
    let areAskedFor = try await eventually { server.statistics.inFlight >= connections }
    #expect(areAskedFor)
    #expect(server.statistics.requests == connections)
    withExtendedLifetime(program) {}
  }
}
