import GalleryItems
import Prefetching
import Testing

@testable import GalleryCore

@Suite struct CommandTextTests {
  @Test(arguments: [
    ("2", 1), ("1", 0), ("0", 0), (" 42 ", 41), ("\(Int.max)", .max - 1),
  ])
  func `a number that counts from 1 is a jump`(text: String, place: Int) throws {
    #expect(try CommandText(text).command() == .jump(to: .place(place)))
  }

  @Test(arguments: [
    ("+20", Command.move(.items(20))), ("-7", .move(.items(-7))),
    ("\(Int.min)", .move(.items(-1 << 40))), ("50%", .jump(to: .percentage(50))),
    ("99.5%", .jump(to: .percentage(99.5))),
  ])
  func `a distance moves, and a share jumps`(text: String, command: Command) throws {
    #expect(try CommandText(text).command() == command)
  }

  @Test(arguments: ["2026-03", "2026-03-09", "0001-12-31"])
  func `a date jumps`(text: String) throws {
    let date = try #require(TypedDate(text))
    #expect(try CommandText(text).command() == .jump(to: .date(date)))
  }

  @Test(arguments: [
    "2026-13", "2026-00", "2026-03-32", "26-03", "2026-", "2026-03-09-01", "-2026-03", "101%",
    "-1%", "%", "nan%", "2026-0x3",
  ])
  func `other texts are no dates and shares`(text: String) {
    #expect(throws: CommandTextError.self) { try CommandText(text).command() }
  }

  @Test(arguments: PrefetchPolicyName.allCases)
  func `a policy has the name of its option`(name: PrefetchPolicyName) throws {
    #expect(try CommandText("policy \(name.rawValue)").command() == .switchPrefetching(to: name))
  }

  @Test(arguments: [("direct", PresenterChoice.direct), ("curses", .curses)])
  func `a presenter has the name of its option`(name: String, choice: PresenterChoice) throws {
    #expect(try CommandText(" presenter  \(name) ").command() == .usePresenter(choice))
  }

  @Test func `a log has a name or none, and a mark any text`() throws {
    #expect(try CommandText("log").command() == .log(to: nil))
    #expect(try CommandText("log  my frames.jsonl ").command() == .log(to: "my frames.jsonl"))
    #expect(try CommandText("mark  50 | % off").command() == .mark("50 | % off"))
  }

  @Test(arguments: ["", " ", "   "])
  func `an empty line is no command`(text: String) throws {
    #expect(try CommandText(text).command() == nil)
  }

  @Test(arguments: [
    ("polcy", "no command “polcy”: did you mean policy?"),
    ("presenters curses", "no command “presenters”: did you mean presenter?"),
    ("p", "no command “p”: did you mean policy or presenter?"),
    ("quit", "no command “quit”: type : to list the commands"),
    ("5 6", "no command “5”: type : to list the commands"),
    ("99999999999999999999", "no command “99999999999999999999”: type : to list the commands"),
    ("policy", "policy takes off, static or adaptive"),
    ("policy uikit", "policy takes off, static or adaptive"),
    ("policy static off", "policy takes off, static or adaptive"),
    ("presenter auto", "presenter takes direct or curses"),
    ("frames all", "frames takes nothing"), ("mark", "mark takes TEXT"),
    ("mark ", "mark takes TEXT"),
    ("turn", "turn takes right, left, mirror or reset"),
    ("slideshow 0", "slideshow takes SECONDS"), ("slideshow 3601", "slideshow takes SECONDS"),
    ("overlay", "overlay takes off, line, panel, full, top or bottom"),
  ])
  func `another line gets a sentence that helps`(text: String, sentence: String) {
    #expect(throws: CommandTextError(description: sentence)) { try CommandText(text).command() }
  }

  @Test func `a long name is shortened before the advice`() {
    let error = #expect(throws: CommandTextError.self) {
      try CommandText(String(repeating: "x", count: 200)).command()
    }
    #expect(error?.description.hasSuffix("x…”: type : to list the commands") == true)
    #expect((error?.description.count ?? 0) < 80)
  }

  @Test(arguments: [
    ("", ["policy ", "presenter ", "overlay ", "frames", "log ", "mark ", "slideshow ", "turn "]),
    ("log x", []),
    ("p", ["policy ", "presenter "]),
    ("pr", ["presenter "]),
    ("policy", ["policy "]), ("policy ", ["policy off", "policy static", "policy adaptive"]),
    ("policy s", ["policy static"]), ("policy  s", ["policy static"]), ("policy x", []),
    ("polic ", []), ("4", []), ("4 ", []),
  ])
  func `a line is completed to a name, then to an argument`(text: String, lines: [String]) {
    #expect(CommandText(text).completions == lines)
  }

  @Test func `every completed line is a command or the beginning of one`() throws {
    for name in CommandText("").completions where !["log ", "mark ", "slideshow "].contains(name) {
      let lines = CommandText(name).completions
      #expect(!lines.isEmpty)
      for line in lines { #expect(try CommandText(line).command() != nil) }
    }
  }

  @Test func `hints say what may come next, in full and in short`() {
    #expect(
      CommandText("").hints == [
        [
          "a number", "policy off|static|adaptive", "presenter direct|curses",
          "overlay off|line|panel|full|top|bottom", "frames", "log NAME", "mark TEXT",
          "slideshow SECONDS", "turn right|left|mirror|reset",
        ],
        [
          "a number", "policy", "presenter", "overlay", "frames", "log", "mark", "slideshow",
          "turn",
        ],
        ["policy", "presenter", "overlay", "frames", "log", "mark", "slideshow", "turn"],
      ])
    #expect(CommandText("pr").hints.first == ["presenter direct|curses"])
    #expect(CommandText("policy ").hints == [["off", "static", "adaptive"]])
    #expect(CommandText("42").hints.isEmpty && CommandText("policy x").hints.isEmpty)
  }
}
