import ArgumentParser
import FolderSources
import GalleryApp
import GalleryCore
import Raster
import Testing

@testable import filmstrip

/// The arguments that the program refuses, and the sentences that say so.
@Suite struct BrowseArgumentsTests {
  @Test(arguments: [
    ["--size", "80x24"], ["--fast"], ["--script", "dwon"], ["--count", "0"], ["--tile", "x"],
    ["--fps", "0"], ["--layout", "masonry"], ["--presenter", "direct", "--colors", "256"],
    ["--prefetch", "uikit"], ["--prefetch", "static", "--no-prefetch"], ["--graphics", "iterm"],
    ["--graphics", "kitty", "--presenter", "curses"], ["--symbols", "sixteenths"],
    ["--cache-dir", ""], ["--disk-limit", "1T"], ["cache", "shrink"],
    ["cache", "clear", "everything"], ["cache", "warm"],
    ["cache", "warm", "/tmp", "--target", "9"], ["cache", "info", "--disk-limit"],
    ["cache", "clear", "--disk-limit", "1G"], ["--latency", "5", "http://127.0.0.1:1/a.png"],
    ["serve", "--link-bandwidth", "0"], ["serve", "--bandwidth", "1K", "--link-bandwidth", "1K"],
    ["--columns", "3"], ["--rows", "3"], ["--width", "80"], ["--print", "--columns", "0"],
    ["--print", "--rows", "1001"], ["--print", "--width", "-5"], ["--print", "--overlay"],
    ["--print", "--script", "quit"], ["--print", "--follow", "/tmp"], ["--print", "--tile", "9x9"],
    ["--print", "--replay", "x"], ["--print", "--report", "-"], ["--print", "--layout", "grid"],
    ["--loads", "-"], ["--trace", "-"], ["--frames", "-"], ["--trace", "a.jsonl"],
    ["--record", "-", "--script", "quit"], ["--report", ""],
    ["--replay", "x", "--script", "quit"], ["--on-terminal", "--script", "quit"],
    ["--replay", "x", "--on-terminal", "--size", "80x24"],
    ["--replay", "x", "--on-terminal", "--fast"], ["--no-such-option"],
    ["serve", "--port", "99999"],
    ["--select", "--select-one"], ["--chooser-file", "-"], ["--select", "--dump"],
    ["--print0", "--script", "quit", "--report", "-"],
    ["-0", "list.txt"], ["--column", "x=y", "table.csv"], ["--notify", "1"],
    ["profile"], ["profile", "ls"], ["profile", "--link", "fast", "--", "ls"],
    ["profile", "--keys", "dwon", "--", "ls"], ["profile", "--trace", "-", "--", "ls"],
    ["profile", "--fail-if", "frames.count", "--", "ls"],
    ["profile", "--fail-if", "frames > 1", "--", "ls"], ["profile", "--size", "0x9", "--", "ls"],
  ])
  func `wrong usage is refused in a sentence`(arguments: [String]) throws {
    let sentence = try #require(refusal(arguments))
    #expect(sentence.hasPrefix("Error: ") && sentence.count > 20)
  }

  @Test(arguments: [
    ["--memory-limit", "-5"], ["--disk-limit", "-1"], ["--timeout", "-3"], ["--connections", "-1"],
    ["--size", "x", "--script", "quit"], ["--size", "-5", "--script", "quit"], ["--tile", "-3"],
    ["--count", "-1"], ["--first", "-2"], ["--fps", "-60"], ["--latency", "-1"],
    ["--jitter", "-1"], ["--bandwidth", "-5"], ["--fail-rate", "-0.5"], ["--seed", "-1"],
    ["--max-bytes", "-1"], ["--max-pixels", "1.5"], ["--memory-limit", "5T"],
    ["--link-bandwidth", "-1K"], ["--notify", "-1"],
  ])
  func `a value that is wrong is named, with what would be right`(arguments: [String]) throws {
    let sentence = try #require(refusal(arguments))
    let first = try #require(sentence.split(separator: "\n").first)
    #expect(first.contains(arguments[0]) && !sentence.contains("Missing value"), "\(sentence)")
    #expect([" takes ", "Help:"].contains { sentence.contains($0) }, "\(sentence)")
  }

  @Test func `valid arguments are accepted in any order`() throws {
    let browse = try Browse.parse([
      "--layout", "grid", "Pictures", "-r", "--script", "down", "--size", "90x30",
    ])
    let configuration = try browse.configuration
    #expect(configuration.items.sources == ["Pictures"] && configuration.items.folders.isRecursive)
    #expect(configuration.view.layout == .grid)
    guard case .script(_, let screen) = configuration.input else {
      Issue.record("no script: \(configuration.input)")
      return
    }
    #expect(screen.columns == 90)
  }

  @Test func `a recording is played on any screen, in any look, and at any speed`() throws {
    let look = ["--layout", "grid", "--tile", "9x9", "--fit", "cover"]
    let browse = try Browse.parse(["--replay", "x", "--size", "90x30", "--fast"] + look)
    let configuration = try browse.configuration
    guard case .recording("x", .inMemory(CellSize(columns: 90, rows: 30))) = configuration.input
    else {
      Issue.record("no replay: \(configuration.input)")
      return
    }
    #expect(configuration.skipsWaits && configuration.view.layout == .grid)
    #expect(configuration.view.tile != nil && configuration.view.fit == .cover)
    guard
      case .recording("x", .terminal) =
        try Browse.parse(["--replay", "x", "--on-terminal"]).configuration.input
    else {
      Issue.record("no replay on the terminal")
      return
    }
  }

  @Test(arguments: [["--script", "quit"], ["--replay", "x"]])
  func `a script and a recording are played as fast as possible`(input: [String]) throws {
    #expect(try !Browse.parse(input).configuration.skipsWaits)
    #expect(try Browse.parse(input + ["--fast"]).configuration.skipsWaits)
  }
}

/// The parser's sentence about a command line; nil if it takes it.
func refusal(_ arguments: [String]) -> String? {
  do {
    _ = try Filmstrip.parseAsRoot(arguments)
    return nil
  } catch {
    #expect(Filmstrip.exitCode(for: error) == .validationFailure, "\(arguments)")
    return Filmstrip.fullMessage(for: error)
  }
}
