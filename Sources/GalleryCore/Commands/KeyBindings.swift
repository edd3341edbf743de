import Raster

/// The table of keys and their commands, which the help screen and the rows of Using.md show.
package enum KeyBindings {
  /// A line of the table: related keys, and what they do.
  package struct Line: Hashable, Sendable {
    /// The keys as a person reads them; two blanks separate alternatives.
    package let keys: String
    package let does: String
    /// The keys that the line lists.
    let alternatives: [[Binding]]
    /// All keys of the line, also those that it does not list.
    let bindings: [Binding]
  }

  /// Related lines.
  package struct Group: Hashable, Sendable {
    package let title: String
    package let lines: [Line]
  }

  struct Binding: Hashable, Sendable {
    let key: Key
    let command: Command
  }

  /// The rows that one notch of the wheel scrolls.
  static let wheelRows = 3

  /// The command of a key; nil for a key without one.
  package static func command(for key: Key) -> Command? {
    switch key {
    case .wheel(let notches): .move(.scroll(notches * wheelRows))
    case .click(let point): .move(.select(column: point.column, row: point.row))
    case .doubleClick(let point): .open(column: point.column, row: point.row)
    default: commands[key]
    }
  }

  /// The command of every key in the table.
  static let commands = Dictionary(
    uniqueKeysWithValues: groups.flatMap(\.lines).flatMap(\.bindings).map { ($0.key, $0.command) })

  package static let groups = [
    Group(
      title: "Moving",
      lines: [
        Line(
          [steps(.up, .down, Movement.lines), letters("kj", .move(.lines(-1)), .move(.lines(1)))],
          "move up or down by one line"),
        Line(
          [
            steps(.left, .right, Movement.items),
            letters("hl", .move(.items(-1)), .move(.items(1))),
          ],
          "move to the previous or the next picture"),
        Line(
          [
            steps(.pageUp, .pageDown, Movement.pages),
            letters("bf", .move(.pages(-1)), .move(.pages(1))),
          ],
          "move by a screenful"),
        Line(
          [steps(.control("u"), .control("d"), Movement.halfPages)], "move by half a screenful"),
        Line(
          [
            [Binding(.home, .move(.first)), Binding(.end, .move(.last))],
            letters("gG", .move(.first), .move(.last)),
          ],
          "go to the first or the last picture"),
        Line(
          [letters("{}", .move(.sections(-1)), .move(.sections(1)))],
          "go to the previous or the next section"),
      ]),
    Group(
      title: "Looking",
      lines: [
        Line([[Binding(.enter, .openDetail)]], "open the selected picture"),
        Line([[Binding(.escape, .back)]], "go back to all pictures"),
        Line([letters("v", .toggleLayout)], "switch between list and grid"),
        Line(
          [letters("+-", .zoom(1), .zoom(-1))], alsoBinding: letters("=", .zoom(1)),
          "make the pictures larger or smaller"),
        Line([letters("Z", .toggleFit)], "show whole pictures, or fill the tiles"),
        Line([letters("s", .takeNextOrder)], "sort folders by name, dates, size or at random"),
        Line([letters("I", .reverseOrder)], "reverse the order"),
        Line([letters("F", .toggleFollowing)], "follow a folder: what is new comes first"),
        Line([letters("S", .cycleSymbols)], "switch how pictures are drawn, down to ASCII"),
        Line([letters("i", .toggleInfo)], "show size, camera, captions, prompts and address"),
        Line([[Binding(.other("F5"), .slideshow(every: nil))]], "start or end a slideshow"),
      ]),
    Group(
      title: "Marking",
      lines: [
        Line([letters(" ", .marks(.toggle))], "mark or unmark a picture, and go to the next one"),
        Line([letters("V", .marks(.range))], "begin a range; the second time, mark it"),
        Line([letters("a", .marks(.all))], "mark all pictures"),
        Line([letters("*", .marks(.invert))], "mark all others instead"),
        Line([letters("A", .marks(.clear))], "remove all marks"),
      ]),
    Group(
      title: "Files, the marked ones or the selected one",
      lines: [
        Line([letters("d", .files(.trash))], "move to the trash"),
        Line([letters("mM", .promptMove, .promptCopy)], "move or copy to a folder"),
        Line([letters("D", .files(.download))], "download, or copy, to your downloads"),
        Line([letters("u", .undo)], "undo that, and V, a, * or A"),
        Line([letters("y", .copyNames)], "copy paths or URLs to the clipboard"),
        Line([letters("Y", .copyPicture)], "copy the selected picture itself (in kitty)"),
        Line([letters("O", .run(.opener))], "open the selected one in the desktop's program"),
        Line([letters("!", .promptRun)], "run a program; {} is the picture"),
      ]),
    Group(
      title: "In one picture",
      lines: [
        Line("+ -", "zoom in or out"),
        Line([letters("z", .toggleMagnification)], "show actual pixels, or the whole picture"),
        Line(
          [letters("[]|", .turn(.left), .turn(.right), .turn(.mirror))],
          "turn left or right, or mirror; not the file"),
        Line("arrows", "pan when zoomed in; otherwise change pictures"),
        Line("Ctrl-U Ctrl-D", "pan by half a screen when zoomed in"),
        Line("Home End", "go to a corner when zoomed in"),
        Line("PgUp PgDn  b f", "open the previous or the next picture"),
        Line("↑ ↓ PgUp PgDn", "scroll information longer than the screen"),
      ]),
    Group(
      title: "Mouse",
      lines: [
        Line("wheel", "scroll; in one picture, zoom"),
        Line("click", "select; when zoomed in, center that point"),
        Line("double click", "open a picture, or go back"),
      ]),
    Group(
      title: "Finding",
      lines: [
        Line([letters("/", .promptSearch)], "search the captions"),
        Line(
          [letters("nN", .findNext, .findPrevious)], "go to the next or the previous match"),
        Line([letters("&", .promptFilter)], "show only captions with a text"),
        Line(
          [letters("t", .promptTrait)], "show only marked, portrait or other pictures"),
        Line(
          [letters(":", .promptCommand)], "go to 250, +20, 50%, 2026-03; type a command"),
        Line("↑ ↓", "while typing, take an earlier line"),
        Line("Ctrl-U Ctrl-W", "while typing, clear the line or a word"),
      ]),
    Group(
      title: "Commands",
      lines: [Line("Tab", "complete a command, or take the next one")]
        + TypedCommand.allCases.map { Line(":\($0.rawValue)", $0.does) }),
    Group(
      title: "Loading",
      lines: [
        Line([letters("r", .reloadFailed)], "retry pictures that failed or are waiting"),
        Line([letters("R", .reloadSelected)], "reload the selected picture from its source"),
        Line([letters("p", .switchPrefetching(to: nil))], "turn prefetching off or on"),
      ]),
    Group(
      title: "The program",
      lines: [
        Line([letters("?", .toggleHelp)], "show these keys"),
        Line(
          [letters("o", .changeOverlay(.nextLevel))],
          "show frame times: a line, a panel, or in full"),
        Line([[Binding(.control("l"), .repaint)]], "repaint the screen"),
        Line([[Binding(.control("z"), .suspend)]], "suspend the program"),
        Line([letters("q", .leave), [Binding(.control("c"), .interrupt)]], "quit"),
        Line([letters("Q", .leaveWithoutMarks)], "quit, and print no marked pictures"),
      ]),
  ]
}

extension KeyBindings {
  /// Binds two keys to one step back and one step forward.
  private static func steps(_ back: Key, _ forward: Key, _ step: (Int) -> Movement) -> [Binding] {
    [Binding(back, .move(step(-1))), Binding(forward, .move(step(1)))]
  }

  /// Binds characters to commands, in order.
  private static func letters(_ characters: String, _ commands: Command...) -> [Binding] {
    zip(characters, commands).map { Binding(.character($0), $1) }
  }
}

extension KeyBindings.Binding {
  init(_ key: Key, _ command: Command) {
    self.init(key: key, command: command)
  }
}

extension KeyBindings.Line {
  /// - Parameter others: keys that the line does not list.
  init(
    _ alternatives: [[KeyBindings.Binding]], alsoBinding others: [KeyBindings.Binding] = [],
    _ does: String
  ) {
    keys = alternatives.map { $0.map(\.key.title).joined(separator: " ") }.joined(separator: "  ")
    self.does = does
    self.alternatives = alternatives
    bindings = alternatives.joined() + others
  }

  /// Creates a line of keys bound in other lines, of the mouse, or of other labels.
  init(_ keys: String, _ does: String) {
    self.init(keys: keys, does: does, alternatives: [], bindings: [])
  }
}

extension Key {
  /// The key's name as on a keyboard.
  package var title: String {
    switch self {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .enter: "Enter"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .character(" "): "Space"
    case .control("i"): "Tab"
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .wheel: "wheel"
    case .click: "click"
    case .doubleClick: "double click"
    case .paste: "pasted text"
    case .other(let title): title
    }
  }
}
