import Keys
import Raster

/// The table of keys and their commands, from which the help screen is made as well.
package enum KeyBindings {
  /// A line of the table: related keys, and what they do.
  package struct Line: Sendable {
    /// The keys as a person reads them; two blanks separate groups.
    package let keys: String
    package let does: String
    let commands: [(key: Key, command: Command)]
  }

  /// The number of rows that one notch of the wheel moves.
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
  private static let commands = Dictionary(
    uniqueKeysWithValues: lines.flatMap { $0.commands.map { ($0.key, $0.command) } })

  /// The lines of the table; those that begin with blanks apply to the detail view.
  package static let lines: [Line] = [
    Line(
      [arrows(.up, .down, Movement.lines), letters("kj", .move(.lines(-1)), .move(.lines(1)))],
      "one line of tiles"),
    Line(
      [arrows(.left, .right, Movement.items), letters("hl", .move(.items(-1)), .move(.items(1)))],
      "along a line"),
    Line(
      [
        arrows(.pageUp, .pageDown, Movement.pages),
        letters("bf", .move(.pages(-1)), .move(.pages(1))),
      ],
      "a screenful"),
    Line([arrows(.control("u"), .control("d"), Movement.halfPages)], "half a screenful"),
    Line(
      [
        [(.home, .move(.first)), (.end, .move(.last))],
        letters("gG", .move(.first), .move(.last)),
      ], "first, last"),
    Line(
      [letters("v", .toggleLayout), letters("+-", .zoom(1), .zoom(-1))],
      alsoBinding: letters("=", .zoom(1)), "list or grid, larger, smaller"),
    Line([[(.enter, .openDetail)], [(.escape, .back)]], "one picture, back; or double click"),
    Line("  + -  z  wheel", letters("z", .toggleMagnification), "zoom, pixel by pixel"),
    Line("  arrows  Home End", [], "about in it; whole: the next"),
    Line("  PgUp PgDn  b f", [], "the next one"),
    Line([letters("i", .toggleInfo)], "what is known of it"),
    Line([letters("S", .cycleSymbols)], "other symbols, down to ASCII"),
    Line(
      [letters("/nN", .promptSearch, .findNext, .findPrevious), letters(":", .promptJump)],
      "search captions, jump to a number"),
    Line([letters("o", .cycleOverlay)], "frame-time overlay"),
    Line(
      [
        letters("p", .togglePrefetching), letters("w", .cyclePolicy),
        letters("P", .switchPresenter),
      ],
      "prefetching, its policy, the presenter"),
    Line([letters("r", .reloadFailed)], "try again now what failed or waits"),
    Line([letters("R", .reloadSelected)], "load this one anew from its source"),
    Line([[(.control("l"), .repaint)]], "paint everything anew"),
    Line(
      [letters("q", .leave), [(.control("c"), .interrupt)], [(.control("z"), .suspend)]],
      alsoBinding: letters("?", .toggleHelp), "leave, leave, suspend"),
  ]
}

extension KeyBindings {
  fileprivate typealias Binding = (key: Key, command: Command)

  /// The bindings of two keys: one step back and one step forward.
  private static func arrows(
    _ back: Key, _ forward: Key, _ step: (Int) -> Movement
  ) -> [Binding] {
    [(back, .move(step(-1))), (forward, .move(step(1)))]
  }

  /// The bindings of characters to commands, in order.
  private static func letters(_ characters: String, _ commands: Command...) -> [Binding] {
    zip(characters, commands).map { (.character($0), $1) }
  }
}

extension KeyBindings.Line {
  /// - Parameter others: keys that the line does not show.
  fileprivate init(
    _ groups: [[KeyBindings.Binding]], alsoBinding others: [KeyBindings.Binding] = [],
    _ does: String
  ) {
    let keys = groups.map { $0.map(\.key.title).joined(separator: " ") }.joined(separator: "  ")
    self.init(keys, groups.joined() + others, does)
  }

  fileprivate init(_ keys: String, _ commands: [KeyBindings.Binding], _ does: String) {
    self.keys = keys
    self.does = does
    self.commands = commands
  }
}

extension Key {
  /// The key's name as on a keyboard.
  fileprivate var title: String {
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
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .wheel: "wheel"
    case .click: "click"
    case .doubleClick: "double click"
    }
  }
}

/// A command from the person, independent of its key.
package enum Command: Hashable, Sendable {
  case move(Movement)
  case openDetail, back
  /// Opens the item under a cell; in the detail view, goes back.
  case open(column: Int, row: Int)
  /// Toggles between `fit` and a scale of 1.
  case toggleMagnification
  case toggleInfo
  case cycleSymbols
  /// Zooming applies to the tiles or to the picture.
  case toggleLayout, zoom(Int)
  case cycleOverlay, toggleHelp
  case togglePrefetching, cyclePolicy, switchPresenter
  case reloadFailed, reloadSelected
  case promptJump, promptSearch, findNext, findPrevious
  case leave, interrupt, suspend, repaint
}
