import Raster
import Testing

@testable import Configuration

/// What a file says, and what is skipped of it.
@Suite struct ConfigurationTests {
  @Test func `settings have their lines, in the order of the file`() {
    let configuration = read(
      """
      # mine
      [browse]
      sort = "date"
      recursive = true
      fps = 30
      column = ["url=image",
        "title=name"]
      keys.q = 1
      [keys]
      e = "gimp {}"
      Ctrl-X = "quit"
      F5 = ":overlay full"
      "+" = false
      [folders]
      p = "~/Picked"
      [colors]
      accent = "#f2b84b"
      """)
    #expect(
      configuration.options == [
        .init("sort", .text("date"), line: 3), .init("recursive", .flag(true), line: 4),
        .init("fps", .text("30"), line: 5),
      ])
    #expect(configuration.problems.map(\.line) == [6, 8])
    #expect(
      configuration.keys.map(\.name) == [
        .character("e"), .control("x"), .other("F5"), .character("+"),
      ])
    #expect(configuration.keys.map(\.line) == [10, 11, 12, 13])
    #expect(configuration.keys[1].value == .command("quit"))
    #expect(configuration.keys[2].value == .typed("overlay full"))
    #expect(configuration.keys[3].value == .nothing)
    #expect(configuration.folders == [.init("p", "/home/ann/Picked", line: 15)])
    #expect(configuration.colors == [.init("accent", Color(rawValue: 0xF2_B84B), line: 17)])
  }

  @Test(arguments: [
    ("[brwose]\nfit = \"cover\"", 1, "did you mean [browse]?"),
    ("\nfit = \"cover\"", 2, "write [browse] above"),
    ("browse = 3", 1, "browse is a table"),
    ("[browse]\nno-watch = true", 2, "write watch = false"),
    ("[browse]\nfit = {}", 2, "fit takes a text"),
    ("[browse]\nfit = 2026-01-01", 2, "fit takes a text"),
    ("[browse]\n\"fit=cover --script\" = true", 2, "no option is named"),
    ("[browse]\n-r = true", 2, "no option is named"),
    ("[keys]\nx = \"qiut\"", 2, "did you mean quit?"),
    ("[keys]\nx = \"firefox\"", 2, "a program has a path or arguments"),
    ("[keys]\nPgup2 = \"quit\"", 2, "did you mean PgUp?"),
    ("[keys]\nxx = \"quit\"", 2, "one character"),
    ("[keys]\nCtrl-C = \"quit\"", 2, "always quits"),
    ("[keys]\n\"wheel:3\" = \"quit\"", 2, "no key is named"),
    ("[keys]\nx = true", 2, "false for none"),
    ("[keys]\nx = \":ovrelay\"", 2, "did you mean overlay"),
    ("[keys]\nx = { run = \"vim {}\", terminal = 1 }", 2, "terminal = true"),
    ("[keys]\nx = \"gimp '{}'\"", 2, "in quotes"),
    ("[folders]\npq = \"/a\"", 2, "no letter"),
    ("[folders]\np = \"a\"", 2, "takes a folder"),
    ("[colors]\nacent = \"#000000\"", 2, "did you mean accent?"),
    ("[colors]\naccent = \"red\"", 2, "as \"#F2B84B\""),
    ("[colors]\naccent = \"#12345é\"", 2, "as \"#F2B84B\""),
  ])
  func `a problem has its line and its cure, and other settings count`(
    text: String, line: Int, cure: String
  ) throws {
    let configuration = read(text + "\n[colors.more]\n")
    let problem = try #require(configuration.problems.first)
    #expect(problem.line == line && problem.sentence.contains(cure), "\(problem)")
    let more = read("[browse]\nfps = 60\n" + text.replacing("[browse]", with: ""))
    #expect(more.options.contains(.init("fps", .text("60"), line: 2)))
  }

  @Test func `a syntax error has its line, and the file is ignored`() throws {
    let configuration = read("[browse]\nfit = \"cover\"\nsort =\nfps = 30")
    #expect(configuration.options.isEmpty && configuration.problems.count == 1)
    let problem = try #require(configuration.problems.first)
    #expect(problem.line == 3 && problem.sentence.hasSuffix("(the file is ignored)"), "\(problem)")
    #expect(read("[browse]\na = 1\na = 2").problems.first?.line == 3)
  }

  @Test func `a file over the limit is ignored`() {
    let large = Configuration([UInt8](repeating: 10, count: 64_001), .sample)
    #expect(large.problems.map(\.sentence) == ["the file has more than 64 KB, and is ignored"])
    #expect(Configuration([UInt8](repeating: 10, count: 64_000), .sample).problems.isEmpty)
  }

  @Test func `values become arguments that can't be read as other options`() {
    #expect(OptionValue.flag(true).arguments(for: "watch", home: nil) == ["--watch"])
    #expect(OptionValue.flag(false).arguments(for: "watch", home: nil) == ["--no-watch"])
    #expect(OptionValue.text("--script").arguments(for: "fit", home: nil) == ["--fit=--script"])
    #expect(
      OptionValue.text("~/c").arguments(for: "cache-dir", home: "/home/ann")
        == ["--cache-dir=/home/ann/c"])
  }

  @Test func `each key has a name that is read as that key`() throws {
    let keys: [Key] = [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace,
      .character(" "), .character("é"), .character("\""), .control("x"), .control("i"),
      .other("F12"), .other("Shift-Tab"),
    ]
    for key in keys {
      #expect(try Key(configured: key.configurationName) == key)
      #expect(try Key(configured: key.configurationName.uppercased()) == key || key.name.count == 1)
    }
  }
}

extension Configuration.Vocabulary {
  static let sample = Self(
    commands: ["quit", "reload", "zoom-in"], colors: ["accent", "bar"], home: "/home/ann"
  ) { $0.hasPrefix("overlay") ? nil : "no command “\($0)”: did you mean overlay?" }
}

func read(_ text: String) -> Configuration { Configuration(Array(text.utf8), .sample) }
