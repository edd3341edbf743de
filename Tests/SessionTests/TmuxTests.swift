import Foundation
import Testing

/// The real program in a real terminal: keys in, screen polled.
@Suite(.serialized, .timeLimit(.minutes(3))) struct TmuxTests {
  private func gallery(
    _ options: String = "", columns: Int = 100, rows: Int = 33, trueColor: Bool = true
  ) async throws -> TmuxScreen {
    let screen = try TmuxScreen(columns: columns, rows: rows, trueColor: trueColor)
    try await screen.waitFor("prompt>")
    try screen.enter("\(BuiltProgram.path) --latency 5 \(options)")
    try await screen.waitFor("? keys")
    return screen
  }

  @Test(arguments: ["direct", "curses"])
  func `the demo scrolls, pages and jumps`(presenter: String) async throws {
    let screen = try await gallery("--presenter \(presenter)")
    try await screen.waitFor("1/100 food 0")
    try await screen.waitFor("24x16 pixels")
    try screen.press("Down", "Down")
    try await screen.waitFor("3/100 food 2")
    try screen.press("NPage")
    try await screen.waitFor("6/100 food 5")
    try screen.press("End")
    try await screen.waitFor("100/100 food 99")
    try screen.press("Home")
    try await screen.waitFor("1/100 food 0")
    try screen.press("q")
    try await screen.waitUntil("prompt again") { !$0.contains("food") && $0.contains("prompt>") }
  }

  @Test func `both presenters show the same text, switched live`() async throws {
    let screen = try await gallery("--presenter direct")
    try await screen.waitUntil("all pictures") { !$0.contains("loading") }
    let direct = try screen.text()
    try screen.enter(":presenter curses")
    try await screen.waitFor("presenter: curses")
    // Half blocks may be chosen with either half in front: only letters are compared.
    // The last line says which one it is.
    func letters(_ text: String) -> String {
      text.split(separator: "\n").dropLast().joined(separator: "\n").filter {
        $0.isLetter || $0.isNumber || $0 == "\n"
      }
    }
    #expect(try letters(screen.text()) == letters(direct))
    try screen.enter(":presenter direct")
    try await screen.waitFor("presenter: direct")
    #expect(try letters(screen.text()) == letters(direct))
  }

  @Test func `without 24-bit color the curses presenter is chosen`() async throws {
    let screen = try await gallery("--overlay", trueColor: false)
    try await screen.waitFor("curses  budget")
  }

  @Test func `a resize keeps the first visible item in place`() async throws {
    let screen = try await gallery("--count 10000000")
    try screen.press("NPage", "NPage")
    try await screen.waitFor("7/10000000 food 6")
    let first = try #require(
      try screen.text().split(separator: "\n").first { $0.contains("food ") })
    let caption = try #require(first.split(separator: " ").last).description
    for (columns, rows) in [(70, 20), (140, 50), (20, 5), (100, 33)] {
      try screen.resize(columns: columns, rows: rows)
      try await screen.waitUntil("the same first item at \(columns)x\(rows)") { text in
        guard let line = text.split(separator: "\n").first(where: { $0.contains("food ") }) else {
          return false
        }
        return line.contains("food \(caption)") && text.split(separator: "\n").count <= rows
      }
    }
    try screen.resize(columns: 19, rows: 4)
    try await screen.waitFor("needs 20x5")
  }

  @Test func `the overlay shows frames, presenter and tracker events`() async throws {
    // Loads that take longer than a page is looked at, so that some are given up.
    let screen = try await gallery("--latency 500 --count 10000000")
    try screen.press("o")
    try await screen.waitFor("fps")
    // Only the last events are shown, so that none stays: pages are turned until each was seen.
    var missing: Set = [
      "p99", "direct", "budget 16.67", "prefetch ", "cancel ", "load ", "loads in flight",
    ]
    try await screen.waitUntil("figures and tracker events") { text in
      missing = missing.filter { !text.contains($0) }
      if !missing.isEmpty { try? screen.press("NPage") }
      return missing.isEmpty
    }
    try screen.press("o", "o")
    try await screen.waitUntil("no overlay") { !$0.contains("p99") }
  }

  @Test func `the grid, the detail view, the help and the prompt`() async throws {
    let screen = try await gallery()
    try screen.press("v")
    try await screen.waitUntil("the grid") { !$0.contains("1 of 100") }
    try screen.press("Enter")
    try await screen.waitUntil("one picture") { !$0.contains("food 1 ") }
    try screen.press("Escape")
    try await screen.waitFor("food 4")
    try screen.press("?")
    try await screen.waitFor("Mouse")
    try screen.press("/", "s", "u", "s", "p")
    try await screen.waitUntil("one key") { $0.contains("Ctrl-Z") && !$0.contains("PgUp") }
    try screen.press("Escape")
    try await screen.waitFor("PgUp")
    try screen.press("Escape")
    // Read together with what follows it, Escape would be another key.
    try await screen.waitUntil("no help") { !$0.contains("PgUp") }
    try screen.press(":", "5", "0", "Enter")
    try await screen.waitFor("50/100 food 49")
    try screen.press("/", "7", "7", "Enter")
    try await screen.waitFor("only one with “77”")
    #expect(try screen.text().contains("food 77"))
    try screen.press("k")
    try await screen.waitFor("75/100 food 74")
  }

  @Test func `prefetching is switched off and on`() async throws {
    let screen = try await gallery()
    try screen.press("p")
    try await screen.waitFor("prefetching: off")
    try screen.press("p")
    try await screen.waitFor("prefetching: adaptive")
    try screen.enter(":policy static")
    try await screen.waitFor("prefetching: static")
  }

  @Test func `failures are shown with their reason, and reloaded on demand`() async throws {
    let screen = try await gallery("--fail-rate 1")
    try await screen.waitFor("failed: ")
    #expect(try screen.text().contains("500"))
    try screen.press("r")
    try await screen.waitFor("failed: ")
  }

  @Test func `in the background it says so, and ends`() async throws {
    let screen = try TmuxScreen()
    try await screen.waitFor("prompt>")
    try screen.enter("\(BuiltProgram.path) & wait $!; echo status $?")
    try await screen.waitUntil("a sentence") {
      $0.contains("cannot draw in the background") && $0.contains("status 69")
    }
  }

  @Test(arguments: ["direct", "curses"])
  func `suspend and resume`(presenter: String) async throws {
    let screen = try await gallery("--presenter \(presenter)")
    try await screen.waitFor("food 0")
    try screen.press("C-z")
    try await screen.waitUntil("the shell") { !$0.contains("food 0") && $0.contains("prompt>") }
    try screen.enter("fg")
    try await screen.waitFor("1/100 food 0")
    try screen.press("Down")
    try await screen.waitFor("2/100 food 1")
  }
}
