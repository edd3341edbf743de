import ArgumentParser
import GalleryCore
import Raster
import SourceItems

/// The pages of help: the first, which fits a screen of 80x24, and those behind `filmstrip help`.
enum FirstHelp {
  /// The first page: purpose, six examples, ten options, and the ways to more.
  static let text = """
    Look at pictures in the terminal: folders, lists and URLs, of any length.
    Usage: filmstrip [<source> ...] [<options>]

      filmstrip                             a demo, which needs no network
      filmstrip ~/Pictures                  a folder; with -r those inside too
      filmstrip photo.jpg                   a picture; PgDn opens its neighbor
      filmstrip --sort date --reverse DIR   the newest first
      find . -name '*.png' | filmstrip      the files that a program finds
      filmstrip https://host/photos.json    a list on a server

      -r, --recursive     read the folders inside as well
      --sort <order>      name, date, taken, size or random; see also --reverse
      --follow            show the newest picture first, and new ones as they come
      --layout <layout>   list or grid
      --tile <CxR>        preferred tile size in cells, such as 32x13
      --fit <fit>         contain (whole pictures) or cover (filled tiles)
      --graphics <way>    kitty, sixel, iterm2 …, or symbols for block characters
      --colors <colors>   24bit, 256, 16, 8 or mono
      --print             write pictures into the scrollback, and end
      --no-disk-cache     keep no pictures and thumbnails on disk

    Keys: ? lists them, q leaves. Commands: cache, config, doctor, profile, serve.
    More: filmstrip help options, filmstrip help keys, man filmstrip.
    """

  /// The pages that `filmstrip help` has beside those of the commands.
  enum Topic: String, CaseIterable {
    case options, keys

    /// The page, as the program prints it.
    var text: String {
      switch self {
      case .options: Filmstrip.helpMessage(for: Browse.self)
      case .keys: KeyBindings.text
      }
    }
  }

  /// The sentence about a page that does not exist; nil if the arguments ask for another one, or for no help.
  static func mistake(in arguments: [String]) -> String? {
    guard arguments.first == "help", arguments.count > 1 else { return nil }
    let name = arguments[1]
    let pages = Filmstrip.names + Topic.allCases.map(\.rawValue)
    if name.hasPrefix("-") || pages.contains(name) { return nil }
    let nearest = NearestName.nearest(to: name, among: pages)
    let advice = nearest.map { "Did you mean 'filmstrip help \($0)'?" }
    return "there is no help about '\(name)'. "
      + (advice ?? "The pages are \(pages.joined(separator: ", ")).")
  }

  /// The page for arguments that ask for one of these; nil for others.
  static func page(for arguments: [String]) -> String? {
    if arguments.first == "help" {
      let topics = arguments.dropFirst()
      guard let name = topics.first else { return text }
      return topics.count == 1 ? Topic(rawValue: name)?.text : nil
    }
    let asks = arguments.prefix { $0 != "--" }.contains { ["-h", "--help"].contains($0) }
    return asks && !Filmstrip.isNamed(arguments.first) ? text : nil
  }
}

extension KeyBindings {
  /// The table of keys as text, a title before each group.
  fileprivate static var text: String {
    let width = 2 + (groups.flatMap(\.lines).map { DisplayText($0.keys).columns }.max() ?? 0)
    let blocks = groups.map { group in
      let lines = group.lines.map { line in
        let gap = String(repeating: " ", count: width - DisplayText(line.keys).columns)
        return "  \(line.keys)\(gap)\(line.does)"
      }
      return ([group.title] + lines).joined(separator: "\n")
    }
    return blocks.joined(separator: "\n\n")
  }
}
