import ArgumentParser
import Testing

@testable import filmstrip_lab

/// The arguments that the laboratory refuses.
@Suite struct LaboratoryArgumentsTests {
  @Test(arguments: [
    ["prefetch", "--link", "pigeon"], ["scroll", "--link", "satellite"],
    ["scroll", "--link", "mount"], ["scroll", "--port", "80"],
    ["scroll", "--front", "https://localhost"], ["prefetch", "--trace", "skimming"],
    ["prefetch", "--prefetch", "preheat"], ["scroll", "--link", "pigeon"],
    ["scroll", "--runs", "0"], ["loads", "schedule", "--entries", "0"], ["loads", "thumbnails"],
    ["bench"], ["compare", "a"], ["compare", "a", "b", "--runs", "5"],
    ["compare", "a", "b", "--", "c"], ["compare", "a", "b", "--script", "idle", "--runs", "4"],
    ["compare", "a", "b", "--script", "down*"], ["compare", "a", "b", "--fail-if", "frames.count"],
  ])
  func `wrong usage is refused in a sentence`(arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try FilmstripLab.parseAsRoot(arguments) }
    guard let error else { return }
    #expect(FilmstripLab.exitCode(for: error) == .validationFailure)
    #expect(FilmstripLab.fullMessage(for: error).hasPrefix("Error: "))
  }

  @Test func `a wrong name is answered with the right ones`() throws {
    let error = #expect(throws: (any Error).self) {
      try FilmstripLab.parseAsRoot(["prefetch", "--link", "pigeon"])
    }
    #expect(FilmstripLab.fullMessage(for: try #require(error)).contains("loopback"))
  }
}
