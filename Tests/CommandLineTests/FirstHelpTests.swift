import ArgumentParser
import GalleryCore
import Raster
import Testing

@testable import GalleryApp
@testable import filmstrip

/// The pages of help.
@Suite struct FirstHelpTests {
  private static let lines = FirstHelp.text.split(
    separator: "\n", omittingEmptySubsequences: false)

  @Test func `the first page leaves a line of 80x24 for the prompt`() {
    #expect(Self.lines.count <= 23)
    for line in Self.lines { #expect(DisplayText(String(line)).columns <= 79, "\(line)") }
  }

  @Test func `the first page has six examples and ten options that the program takes`() throws {
    let examples = Self.lines.filter { $0.hasPrefix("  ") && $0.contains("filmstrip") }
    #expect(examples.count == 6)
    let options = Self.lines.filter { $0.hasPrefix("  -") }
    #expect(options.count == 10)
    let browse = try #require(CommandOutline.program()).command(for: [], orElse: "browse").command
    for line in options {
      let words = line.split { " ,;".contains($0) }.filter { $0.hasPrefix("--") }
      for word in words { #expect(browse.options.contains(String(word)), "\(word)") }
    }
  }

  @Test func `the first page names every command and the further pages`() throws {
    let program = try #require(CommandOutline.program())
    for command in program.commands.map(\.commandName) where command != "browse" {
      #expect(FirstHelp.text.contains(command), "\(command)")
    }
    #expect(Set(program.commands.map(\.commandName) + ["help"]) == Set(Filmstrip.names))
    for topic in FirstHelp.Topic.allCases {
      #expect(FirstHelp.text.contains("filmstrip help \(topic.rawValue)"))
    }
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["Pictures", "--help"], ["-r", "-h"]])
  func `help without a command is the first page`(arguments: [String]) {
    #expect(FirstHelp.page(for: arguments) == FirstHelp.text)
  }

  @Test(arguments: [["serve", "--help"], ["help", "serve"], ["--", "--help"], ["a.png"], []])
  func `a command's help and a file's name are left to the parser`(arguments: [String]) {
    #expect(FirstHelp.page(for: arguments) == nil)
  }

  @Test func `help options has every option of viewing pictures, and none of tests`() throws {
    let help = try #require(FirstHelp.page(for: ["help", "options"]))
    for part in [
      "filmstrip [<source> ...]", "filmstrip ~/Pictures", "{index}", "--layout", "--memory-limit",
      "--graphics", "--latency", "--replay", "filmstrip serve", "filmstrip cache",
    ] {
      #expect(help.contains(part), "\(part)")
    }
    #expect(!help.contains("--notify") && !help.contains("filmstrip-lab"))
    let serve = Filmstrip.helpMessage(for: Serve.self)
    #expect(serve.contains("--port") && !serve.contains("--layout"))
  }

  @Test func `help keys has every line of the help screen`() throws {
    let page = try #require(FirstHelp.page(for: ["help", "keys"]))
    for group in KeyBindings.groups {
      #expect(page.contains("\(group.title)\n"))
      for line in group.lines {
        #expect(page.contains("  \(line.keys)  ") && page.contains("  \(line.does)"))
      }
    }
  }

  @Test func `a page that does not exist is refused with the nearest one, or with all`() throws {
    let near = try #require(FirstHelp.mistake(in: ["help", "opitons"]))
    #expect(near.hasSuffix("Did you mean 'filmstrip help options'?"))
    let far = try #require(FirstHelp.mistake(in: ["help", "everything"]))
    #expect(far.contains("serve") && far.contains("keys"))
    for arguments in [
      ["help"], ["help", "keys"], ["help", "cache", "warm"], ["help", "-h"], ["x"],
    ] {
      #expect(FirstHelp.mistake(in: arguments) == nil)
    }
  }
}
