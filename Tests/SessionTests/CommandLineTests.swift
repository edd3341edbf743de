import Foundation
import TestSupport
import Testing

/// A person types a command line, right or wrong.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct CommandLineTests {
  @Test func `a mistake is answered with a status and a harmless sentence, help with itself`()
    throws
  {
    let hostile = "a\u{1B}]0;b\u{7}\u{9B}31m\nfilmstrip: forged\u{202E}"
    for (arguments, status, words) in [
      (["--count", "0"], 64, "--count takes"), (["--tile", "x"], 64, "--tile"),
      (["cache", "shrink"], 64, "shrink"), (["cache", "inof"], 64, "filmstrip cache info"),
      (["--sotr", "date"], 64, "'--sort'"), (["help", "kyes"], 64, "filmstrip help keys"),
      (["cahce"], 66, "'filmstrip cache'"),
      (["serve", "--port", "99999"], 64, "--port takes"),
      (["bench", "loads"], 64, "filmstrip-lab"), (["--notify", "9"], 64, "--notify takes"),
      (["--layout", hostile], 64, "--layout"), (["/no/\(hostile)"], 66, "/no/"),
      (["/no/such/folder"], 66, "/no/such/folder"), (["/etc/passwd"], 66, "/etc/passwd"),
      (["cache", "warm", "/no/such/folder"], 66, "/no/such/folder"),
      (["--replay", "/no/such/file"], 66, "--replay /no/such/file"), ([], 69, "terminal"),
      (["--report", "/no/such/file", "--script", "quit"], 73, "--report /no/such/file"),
      (["ftp://ANNABELLE:SECRET@127.0.0.1/a.png"], 64, "127.0.0.1"),
    ] as [([String], Int32, String)] {
      let outcome = try BuiltProgram.run(arguments)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(words) && !outcome.errors.contains("SECRET"), "\(outcome)")
      let isHarmless = outcome.errors.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
      }
      #expect(isHarmless, "\(outcome.errors.debugDescription)")
      #expect(!outcome.errors.contains("\nfilmstrip: forged"))
    }
    for (arguments, words) in [
      (["--help"], ["filmstrip ~/Pictures", "--layout", "filmstrip help options"]),
      (["help", "options"], ["filmstrip ~/Pictures", "--memory-limit", "filmstrip serve"]),
      (["help", "keys"], ["Moving", "PgDn"]), (["help", "serve"], ["--port"]),
      (["serve", "--help"], ["--port"]), (["--version"], ["filmstrip 0."]),
      (["--licenses"], ["Independent JPEG Group", "Apache License", "SwiftNIO"]),
      (["doctor"], ["terminal     none", "formats      JPEG", "caches"]),
      (["doctor", "--json"], ["\"formats\" :"]),
    ] {
      let outcome = try BuiltProgram.run(arguments)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(words.allSatisfy(outcome.output.contains))
      #expect(!outcome.output.contains("--notify"))
    }
    #expect(
      try BuiltProgram.run(["--version"], of: BuiltProgram.lab).output
        == BuiltProgram.run(["--version"]).output.replacing("filmstrip", with: "filmstrip-lab"))
  }
}
