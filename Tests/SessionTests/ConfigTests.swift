import Foundation
import TestSupport
import Testing

/// A person keeps settings in a configuration file.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ConfigTests {
  private static let file = """
    [browse]
    sort = "size"
    colors = "256"
    follow = true
    fti = "cover"
    [keys]
    x = "quit"
    q = "help"
    """

  /// A folder whose `filmstrip/config.toml` is the person's own.
  private func home(_ text: String? = file) throws -> TemporaryFolder {
    let home = try TemporaryFolder()
    guard let text else { return home }
    try FileManager.default.createDirectory(
      at: home.url.appendingPathComponent("filmstrip"), withIntermediateDirectories: false)
    _ = try home.file("filmstrip/config.toml", Array(text.utf8))
    return home
  }

  private func run(
    _ arguments: [String], in home: TemporaryFolder, _ more: [String: String] = [:]
  ) throws -> BuiltProgram.Outcome {
    try BuiltProgram.run(
      arguments, environment: ["XDG_CONFIG_HOME": home.path].merging(more) { $1 })
  }

  @Test func `flags have precedence over the environment, and that over the file`() throws {
    let home = try home()
    let file = try run(["config"], in: home)
    #expect(file.status == 0 && file.output.contains("\nsort = \"size\"  # file, line 2\n"))
    #expect(file.output.contains("\ncolors = 256  # file, line 3\n"))
    #expect(file.output.contains("\n# fit = \"contain\"  # default\n"))
    #expect(file.output.contains("\nx = \"quit\"  # file, line 7\n"))
    #expect(file.errors.contains("config.toml:5: no option is named “fti”: did you mean fit?"))
    let environment = try run(["config", "show"], in: home, ["NO_COLOR": "1"])
    #expect(environment.output.contains("\ncolors = \"mono\"  # environment: NO_COLOR\n"))
    let flags = try run(
      ["config", "show", "--colors", "16", "--sort=name"], in: home, ["NO_COLOR": "1"])
    #expect(flags.output.contains("\ncolors = 16  # flag\n"))
    #expect(flags.output.contains("\nsort = \"name\"  # flag\n"))
    #expect(flags.output.contains("\n# follow = false  # default\n"))
    let none = try run(["config", "show", "--no-config"], in: home)
    #expect(none.output.contains("\n# sort = \"name\"  # default\n") && none.errors.isEmpty)
  }

  @Test func `the values in force, read as a file, are the same`() throws {
    let home = try home(Self.file.replacing("fti", with: "fit"))
    let shown = try run(["config"], in: home)
    let again = try self.home(shown.output)
    let values = { (text: String) in
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != "#" } }
    }
    let second = try run(["config"], in: again)
    #expect(second.errors.isEmpty && values(second.output) == values(shown.output))
  }

  @Test func `a check names each mistake with its line, and warns of replaced keys`() throws {
    let home = try home()
    let path = home.path + "/filmstrip/config.toml"
    let mistakes = try run(["config", "check"], in: home)
    #expect(mistakes.status == 65 && mistakes.errors.isEmpty)
    #expect(
      mistakes.output == """
        \(path):4: follow has an order of its own: the newest first
        \(path):5: no option is named “fti”: did you mean fit?
        \(path):8: warning: q was quit

        """)
    let syntax = try run(["config", "check"], in: self.home("[browse]\nsort = date"))
    #expect(syntax.status == 65 && syntax.output.contains("config.toml:2: put the text in quotes"))
    #expect(try run(["config", "check"], in: self.home("[keys]\nx = \"quit\"")).status == 0)
    let none = try run(["config", "check"], in: self.home(nil))
    #expect(none.status == 0 && none.output.contains("no configuration file"))
    #expect(try run(["config", "check", "--config", "/no/such"], in: home).status == 66)
    #expect(try run(["config", "chekc"], in: home).status == 64)
    let binary = try home.file("binary", [0xFF, 0x1B, 0x5B])
    let hostile = try run(["config", "check", "--config", binary.path], in: home)
    #expect(hostile.status == 65 && hostile.output.contains("UTF-8"))
  }

  @Test func `an editor gets a template of comments, which is checked afterwards`() throws {
    let home = try home(nil)
    let made = try run(["config", "edit"], in: home, ["EDITOR": "grep -c recursive"])
    #expect(made.status == 0 && made.output == "1\n", "\(made)")
    let spoiled = try run(["config", "edit"], in: home, ["VISUAL": "sed -i 1s/.*/[brwose]/"])
    #expect(spoiled.status == 65 && spoiled.output.contains(":1: no table is named “brwose”"))
    let failed = try run(["config", "edit"], in: home, ["EDITOR": "false"])
    #expect(failed.status == 1 && failed.errors.contains("false has failed"))
  }

  @Test func `a mistake is a notice at the start and a line at the end, and own keys work`() throws
  {
    let home = try home()
    let pictures = try TemporaryFolder.withPictures()
    let environment = BuiltProgram.environment()
      .merging(["XDG_CONFIG_HOME": home.path]) { $1 }
    let terminal = try Terminal([pictures.path], environment: environment)
    try terminal.shows("configuration, line 4: follow has an order")
    try terminal.press(("j", "/9"), ("?", "Keys"), ("x", "/9"))
    try terminal.type("x")
    // The path may break the line anywhere.
    try terminal.until("the sentence") {
      terminal.text.filter { !$0.isWhitespace }
        .contains("config.toml:5:nooptionisnamed“fti”:didyoumeanfit?")
    }
    #expect(try terminal.process.wait() == .status(0))
  }

  @Test func `a script presses the program's keys, and reads a file only if one is named`() throws {
    let home = try home("[browse]\nlayout = \"list\"\n[keys]\nl = \"quit\"")
    let pictures = try TemporaryFolder.withPictures()
    let script = ["--script", "idle l idle", "--dump", pictures.path]
    #expect(try run(script, in: home).output.contains("2/9 p2.ppm"))
    let path = home.path + "/filmstrip/config.toml"
    #expect(try run(script + ["--config", path], in: home).output.contains("1/9 p1.ppm"))
    #expect(try run(script + ["--config", "/no/such"], in: home).status == 66)
  }

  @Test func `commands about the caches look where pictures are kept`() throws {
    let home = try home("[browse]\ncache-dir = \"~/kept\"\ndisk-limit = \"1G\"")
    let kept = home.path + "/kept"
    let info = try run(["cache", "info"], in: home, ["HOME": home.path])
    #expect(info.output.contains(kept) && info.output.contains("1.0 GB"), "\(info)")
    let own = try run(["cache", "info", "--cache-dir", "/own"], in: home, ["HOME": home.path])
    #expect(own.output.contains("folder      /own\n"))
    #expect(try run(["cache", "clear"], in: home, ["HOME": home.path]).status == 0)
    let none = try run(["cache", "info", "--no-config"], in: home, ["HOME": home.path])
    #expect(!none.output.contains(kept))
  }
}
