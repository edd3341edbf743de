import ArgumentParser
import Foundation
import FrameProfiling
import Testing

@testable import filmstrip

/// The arguments of `filmstrip profile`.
@Suite struct ProfileArgumentsTests {
  @Test func `a size or a link that can't be profiled is refused with what can`() throws {
    for size in ["0x9", "3x9", "80x1001", "80", "-1"] {
      let sentence = try #require(refusal(["profile", "--size", size, "--", "ls"]))
      #expect(sentence.contains("such as 80x24: 4 to 2000 and 1 to 1000"), "\(sentence)")
    }
    let sentence = try #require(refusal(["profile", "--link", "fast", "--", "ls"]))
    #expect(sentence.contains("'--link <link>': 'fast' has no unit of a link. Give a rate"))
    #expect((try? Filmstrip.parseAsRoot(["profile", "--size", "4x1", "--", "ls"])) != nil)
  }

  @Test func `keys that resize are refused on the person's terminal, not on one in memory`() throws
  {
    let arguments = ["profile", "--keys", "j resize:50x12", "--", "ls"]
    let sentence = try #require(refusal(arguments))
    #expect(sentence.contains("add --no-terminal or --size"), "\(sentence)")
    for option in [["--no-terminal"], ["--size", "80x24"]] {
      #expect((try? Filmstrip.parseAsRoot(["profile"] + option + arguments.dropFirst())) != nil)
    }
    #expect((try? Filmstrip.parseAsRoot(["profile", "--keys", "j", "--", "ls"])) != nil)
  }

  @Test func `the figures for --fail-if stand in the help and on the page`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/filmstrip/filmstrip.docc/Profiling.md")
    for text in [
      Filmstrip.helpMessage(for: Profile.self), try String(contentsOf: page, encoding: .utf8),
    ] {
      var names = Set(text.matches(of: /\bseconds\b(?=,? *\n?frames)/).map { String($0.0) })
      for match in text.matches(of: /(\w+)\.\{([^}]*)\}(?:\.\{([^}]*)\})?/) {
        for name in Self.words(match.2).map({ "\(match.1).\($0)" }) {
          names.formUnion(match.3.map { Self.words($0).map { "\(name).\($0)" } } ?? [name])
        }
      }
      #expect(names == Set(ProfileReport.names))
    }
  }

  private static func words(_ list: Substring) -> [Substring] {
    list.split { $0 == "," || $0.isWhitespace }
  }
}
