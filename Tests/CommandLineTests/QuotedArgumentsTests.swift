import ArgumentParser
import Testing

@testable import GalleryApp
@testable import filmstrip
@testable import filmstrip_lab

/// Sentences about a command line quote its arguments, which may be anybody's.
@Suite struct QuotedArgumentsTests {
  private static let hostile = "a\u{1B}]0;b\u{7}\u{9B}31m\nfilmstrip: forged\u{202E}"

  /// The sentence of a refused command line, as it reaches the terminal.
  private func sentence<Command: ParsableCommand>(
    of command: Command.Type, _ arguments: [String]
  ) throws -> String {
    let error = #expect(throws: (any Error).self) { try Command.parseAsRoot(arguments) }
    return CommandLineMessage(
      Command.fullMessage(for: try #require(error)), quoting: arguments
    ).description
  }

  private func expectHarmless(_ sentence: String) {
    #expect(!sentence.split(separator: "\n").contains { $0.hasPrefix("filmstrip: forged") })
    let isHarmless = sentence.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
    }
    #expect(isHarmless, "\(sentence.debugDescription)")
  }

  @Test(arguments: [
    ["--layout", hostile], ["--layout=\(hostile)"], ["--\(hostile)"], ["--\(hostile)=x"],
    ["-\u{1B}"], ["serve", hostile], ["--script", hostile], ["--size", hostile],
    ["cache", hostile],
  ])
  func `names and values can't reach the terminal`(arguments: [String]) throws {
    expectHarmless(try sentence(of: Filmstrip.self, arguments))
  }

  @Test(arguments: [["scroll", "--link", hostile], ["loads", hostile], [hostile]])
  func `nor can they in the laboratory`(arguments: [String]) throws {
    expectHarmless(try sentence(of: FilmstripLab.self, arguments))
  }

  @Test(arguments: [
    ["--layout", "http://ANNABELLE:SECRET@127.0.0.1/"],
    ["--no-http://ANNABELLE:SECRET@127.0.0.1/"],
    ["serve", "http://ANNABELLE:SE CRET@127.0.0.1/", "x"],
    ["--script", "http://ANNABELLE:SECRET@127.0.0.1/"],
  ])
  func `a sentence has no secret in it`(arguments: [String]) throws {
    let sentence = try sentence(of: Filmstrip.self, arguments)
    #expect(sentence.contains("127.0.0.1"))
    for secret in ["SECRET", "CRET", "ANNABELLE"] {
      #expect(!sentence.contains(secret), "\(sentence)")
    }
  }
}
