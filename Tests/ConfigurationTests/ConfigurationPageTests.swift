import Raster
import Testing

@testable import Configuration

/// The page of the values in force.
@Suite struct ConfigurationPageTests {
  private static let options = [
    ConfigurationPage.Option(
      name: "recursive", group: "Folders", isFlag: true, help: "Read the folders inside."),
    ConfigurationPage.Option(
      name: "watch", group: "Folders", isFlag: true, help: "Watch them (default: --watch)."),
    ConfigurationPage.Option(
      name: "sort", group: "Folders", isFlag: false, help: "name or date (default: name)."),
    ConfigurationPage.Option(
      name: "tile", group: "View", isFlag: false, help: "Its size (default: 24x10 in a grid)."),
    ConfigurationPage.Option(
      name: "layout", group: "View", isFlag: false, help: "list (default: auto, a list)."),
  ]

  @Test func `values have their origin, and those of the program are comments`() {
    var page = ConfigurationPage()
    page.options = Self.options
    page.chosen = [
      "recursive": .init(.flag(false), .file(line: 3)), "sort": .init(.text("date"), .flag),
    ]
    page.settings = read("[keys]\nx = \"quit\"\n[colors]\nbar = \"#000001\"")
    page.keys = [(.character("x"), "reload"), (.character("+"), "zoom-in")]
    page.colors = [("accent", Color(rawValue: 1), Color(rawValue: 0xFF_FFFF))]
    #expect(
      page.text == """
        [browse]

        # Folders
        recursive = false  # file, line 3
        # watch = true  # default
        sort = "date"  # flag

        # View
        # tile =  # default
        # layout = "auto"  # default

        [keys]
        x = "quit"  # file, line 2
        # "+" = "zoom-in"

        [folders]

        [colors]
        bar = "#000001"  # file, line 4
        # accent = "#000001"  # #FFFFFF on a light background

        """)
  }

  @Test func `a template is a file without settings`() {
    var page = ConfigurationPage()
    page.options = Self.options
    page.keys = [(.character("+"), "zoom-in")]
    page.hasHelp = true
    let again = read(page.text)
    #expect(again.problems.isEmpty && again.options.isEmpty && again.keys.isEmpty)
    #expect(page.text.contains("\n# name or date (default: name).\n# sort = \"name\"  # default\n"))
  }

  @Test(arguments: 0..<200) func `a page, read again, has the same values`(seed: UInt64) {
    var random = Seeded(state: seed)
    var page = ConfigurationPage()
    for index in 0..<Int.random(in: 0...8, using: &random) {
      let value: OptionValue =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .flag(.random(using: &random))
        case 2: .text(String(Int.random(in: -9...9_999_999, using: &random)))
        default: .text(random.text())
        }
      page.options.append(.init(name: "o\(index)", group: "All", isFlag: false, help: ""))
      page.chosen["o\(index)"] = .init(value, .file(line: index + 1))
    }
    for character in "aZ0\"\\'#é日🎞=[{~/ " where Bool.random(using: &random) {
      let action: KeyAction =
        [.command("quit"), .typed("overlay \"full\""), .nothing].randomElement(using: &random)
        ?? .nothing
      guard !page.settings.keys.contains(where: { $0.name == .character(character) }) else {
        continue
      }
      page.settings.keys.append(.init(.character(character), action, line: 1))
    }
    page.settings.folders = [.init("é", "/" + random.text(), line: 1)]
    page.settings.colors = [
      .init("bar", Color(rawValue: .random(in: 0...0xFF_FFFF, using: &random)), line: 1)
    ]
    let again = read(page.text)
    #expect(again.problems.isEmpty, "\(again.problems) \(page.text)")
    #expect(
      again.options.map(\.value) == page.options.compactMap { page.chosen[$0.name]?.value })
    #expect(again.keys.map(\.name) == page.settings.keys.map(\.name))
    #expect(again.keys.map(\.value) == page.settings.keys.map(\.value))
    #expect(again.folders.map(\.value) == page.settings.folders.map(\.value))
    #expect(again.colors.map(\.value) == page.settings.colors.map(\.value))
  }
}

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// Up to ten characters that a file must escape, and others.
  mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "'", "#", "\n", "\t", "\r", "\u{1}", "\u{7F}", "\u{85}",
      "\u{202E}", "\u{200D}", "é", "日", "🎞", "\u{E000}", "=", "[", "]", "{", "}", "~", "/",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...10, using: &self) {
      text.append(scalars.randomElement(using: &self) ?? "a")
    }
    return String(text)
  }
}
