import TestSupport
import Testing

/// What the gallery shows while loads take their time.
@Suite(.serialized, .timeLimit(.minutes(3))) struct SlowLoadTests {
  private func gallery(_ options: String) async throws -> TmuxScreen {
    let screen = try TmuxScreen()
    try await screen.waitFor("prompt>")
    try screen.enter("\(BuiltProgram.path) --latency 5 \(options)")
    return screen
  }

  @Test func `a slow transfer shows how far it has got`() async throws {
    let screen = try await gallery("--bandwidth 50")
    try await screen.waitUntil("bar") { $0.contains("━") && $0.contains(" %") }
    try await screen.waitFor("24x16 pixels")
    try screen.press("R")
    try await screen.waitFor("reloading · ")
  }

  @Test func `pictures stay, stretched, while those of another size are on their way`() async throws
  {
    let screen = try TmuxScreen()
    try await screen.waitFor("prompt>")
    try screen.enter("\(BuiltProgram.path) --latency 3000")
    try await screen.waitUntil("all pictures") {
      $0.contains("24x16 pixels") && !$0.contains("loading")
    }
    try screen.press("+")
    // Captions say that they are loading, and no picture has become a placeholder.
    try await screen.waitUntil("stretched pictures") { $0.contains("loading") && !$0.contains("╭") }
  }

  @Test func `a load that waits for its next attempt says why`() async throws {
    // The longest wait that the program grants: a busy machine may look late.
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.respond("503 Service Unavailable", headers: ["Retry-After: 60"], body: [])
    }
    let screen = try TmuxScreen()
    try await screen.waitFor("prompt>")
    try screen.enter(
      "no_proxy=127.0.0.1 \(BuiltProgram.path) 'http://127.0.0.1:\(server.port)/{index}' --count 3")
    try await screen.waitUntil("wait") {
      $0.contains("the server answered 503;") && $0.contains("retry 1 in")
    }
  }
}
