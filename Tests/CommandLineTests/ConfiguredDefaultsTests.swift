import ArgumentParser
import Configuration
import GalleryCore
import SourceItems
import Testing

@testable import GalleryApp
@testable import filmstrip

/// A command line over the options of a configuration file.
@Suite struct ConfiguredDefaultsTests {
  private func merged(
    _ options: String, _ arguments: [String] = []
  ) throws -> ConfiguredDefaults.Merged<Browse> {
    let file = ConfigurationFile("[browse]\n" + options, at: "config.toml")
    #expect(file.contents.problems.isEmpty)
    return try ConfiguredDefaults(file).merged(with: arguments) { try Browse.parse($0) }
  }

  @Test func `the file has defaults, and the command line has precedence`() throws {
    let options = "sort = \"date\"\nreverse = true\nrecursive = true\nwatch = false\nfps = 30"
    let file = try merged(options, ["Pictures"])
    #expect(file.command.folders.sort == .date && file.command.folders.watch == false)
    #expect(file.command.folders.recursive == true && file.command.view.fps == 30)
    #expect(file.kept.map(\.line) == [2, 3, 4, 5, 6] && file.problems.isEmpty)
    let own = try merged(
      options, ["--sort", "size", "--no-reverse", "--watch", "--no-recursive", "--fps", "60", "x"])
    #expect(own.command.folders.sort == .size && own.command.folders.reverse == false)
    #expect(own.command.folders.watch == true && own.command.folders.recursive == false)
    #expect(own.command.view.fps == 60 && own.command.sources == ["x"])
  }

  @Test(arguments: [
    ("follow = true", ["--sort", "size"]), ("sort = \"size\"", ["--follow"]),
    ("watch = false", ["--follow"]), ("prefetch = \"static\"", ["--no-prefetch"]),
    ("prefetch = false", ["--prefetch", "static"]),
    ("presenter = \"curses\"", ["--graphics", "kitty"]),
    ("colors = \"256\"", ["--presenter", "direct"]),
  ])
  func `an option of the file that contradicts the command line yields to it`(
    option: String, arguments: [String]
  ) throws {
    let merged = try merged("fps = 30\n\(option)\nfit = \"cover\"", arguments)
    #expect(merged.kept.map(\.name) == ["fps", "fit"] && merged.problems.isEmpty)
    #expect(merged.command.view.fps == 30)
  }

  @Test(arguments: [
    ("fit = \"contan\"", "'contain'"), ("fps = 0", "fps takes 1 to 240"),
    ("fps = \"fast\"", "fps"), ("fps = true", "fps takes a value"),
    ("fit = false", "fit takes a value"), ("recursive = \"yes\"", "true or false"),
    ("tile = \"x\"", "tile"), ("memory-limit = \"5T\"", "memory-limit"),
    ("script = \"down\"", "give --script"), ("header = \"a: b\"", "give --header"),
    ("count = 5", "give --count"), ("latency = 5", "give --latency"),
    ("config = \"x\"", "give --config"), ("licenses = true", "give --licenses"),
    ("notify = 3", "no option"), ("help = true", "give --help"),
    ("version = true", "give --version"),
    ("srot = \"date\"", "did you mean sort?"), ("bananas = 1", "filmstrip config show"),
  ])
  func `a wrong option is skipped with its line and the cure`(option: String, cure: String) throws {
    let merged = try merged("timeout = 30\n\(option)\ntheme = \"dark\"")
    let problem = try #require(merged.problems.first)
    #expect(problem.line == 3 && problem.sentence.contains(cure), "\(problem)")
    #expect(merged.problems.count == 1 && !problem.sentence.contains("'--"), "\(problem)")
    #expect(
      merged.kept.map(\.name) == ["timeout", "theme"] && merged.command.screen.theme == .dark)
  }

  @Test func `of two options of the file that exclude each other, the second is a problem`() throws
  {
    let merged = try merged("sort = \"size\"\nfollow = true")
    #expect(merged.kept.map(\.name) == ["sort"] && merged.problems.map(\.line) == [3])
  }

  @Test func `a mistake on the command line is the person's, whatever the file says`() {
    #expect(throws: (any Error).self) { try merged("fps = 30", ["--fps", "0"]) }
    #expect(throws: (any Error).self) { try merged("fps = 0", ["--no-such-option"]) }
  }

  @Test func `no value of the file is another option or a source`() throws {
    let merged = try merged("cache-dir = \"--script=quit\"\nsort = \"date\"")
    #expect(merged.command.headless.script == nil && merged.command.sources.isEmpty)
    #expect(merged.command.loading.cacheDir == "--script=quit")
  }

  @Test func `a file may have the options that suit any run`() {
    #expect(
      OptionNames().options.map(\.name) == [
        "recursive", "sort", "reverse", "watch", "follow", "video", "layout", "tile", "fit",
        "prefetch", "fps", "overlay", "presenter", "colors", "graphics", "symbols", "theme",
        "memory-limit", "max-bytes", "max-pixels", "timeout", "connections", "disk-limit",
        "disk-cache", "cache-dir",
      ])
  }

  @Test func `the template has no setting, and each of its values is right`() throws {
    var page = ConfigurationPage.ofProgram()
    page.hasHelp = true
    let template = ConfigurationFile(page.text, at: "config.toml")
    #expect(template.contents.problems.isEmpty && template.contents.options.isEmpty)
    let lines = page.text.split(separator: "\n").map { line in
      let isValue = line.hasPrefix("# ") && line.contains(" = ") && !line.contains(" =  ")
      return isValue ? line.dropFirst(2) : line
    }
    let values = ConfigurationFile(lines.joined(separator: "\n"), at: "config.toml")
    #expect(values.contents.problems.isEmpty, "\(values.contents.problems)")
    #expect(values.contents.options.count > 20 && values.contents.keys.count > 40)
    #expect(values.contents.colors.count == ThemeColor.allCases.count && values.warnings.isEmpty)
    let merged = try ConfiguredDefaults(values).merged(with: []) { try Browse.parse($0) }
    #expect(merged.problems.isEmpty, "\(merged.problems)")
  }

  @Test func `options on the command line are found in all their forms`() {
    let given = ConfigurationPage.ofProgram().given(in: [
      "-r", "--sort=date", "--fit", "cover", "--no-watch", "--overlay", "--config", "x",
    ])
    #expect(given.map(\.0) == ["recursive", "sort", "fit", "watch", "overlay"])
    #expect(
      given.map(\.1) == [
        .flag(true), .text("date"), .text("cover"), .flag(false), .flag(true),
      ])
  }

  @Test func `a key of ours with another command is a warning`() {
    let file = ConfigurationFile(
      "[keys]\nq = \"help\"\nx = \"quit\"\nr = \"retry\"", at: "config.toml")
    #expect(file.warnings == ["config.toml:2: warning: q was quit"])
  }

  @Test func `a key runs a program, unless its placeholder is quoted`() {
    let file = ConfigurationFile("[keys]\ne = \"gimp {}\"\ng = \"gimp '{}'\"", at: "c")
    #expect(file.contents.keys.count == 1 && file.contents.problems.map(\.line) == [3])
  }

  @Test func `folders have letters for m and M`() {
    var view = SessionConfiguration.View()
    let file = ConfigurationFile("[folders]\np = \"/p\"\nq = \"/q\"", at: "c")
    #expect(file.apply(to: &view).isEmpty && view.keys.folders == ["p": "/p", "q": "/q"])
  }
}
