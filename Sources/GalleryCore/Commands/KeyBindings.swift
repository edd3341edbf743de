import Keys
import Raster

/// The table of keys and their commands, which the help screen and the rows of README.md show.
package enum KeyBindings {
  /// A line of the table: related keys, and what they do.
  package struct Line: Sendable {
    /// The keys as a person reads them; two blanks separate groups.
    package let keys: String
    package let does: String
    /// What the keys do, with all that the help screen has no room for.
    package let doesInFull: String
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
      "one line of tiles", inFull: "move the selection by a line; the viewport follows"),
    Line(
      [arrows(.left, .right, Movement.items), letters("hl", .move(.items(-1)), .move(.items(1)))],
      "along a line", inFull: "move the selection along a line"),
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
      alsoBinding: letters("=", .zoom(1)), "list or grid; larger, smaller tiles"),
    Line(
      [[(.enter, .openDetail)], [(.escape, .back)]],
      "one picture, back", inFull: "one picture as large as the terminal, back"),
    Line(
      "  + -  z  wheel", letters("z", .toggleMagnification),
      "zoom, pixel by pixel", inFull: "in one picture: zoom; the whole or its own pixels"),
    Line(
      "  arrows  Home End", [], "about in it; whole: the next",
      inFull: "in one picture: other pictures; zoomed in: pan, go to the corners"),
    Line(
      "  PgUp PgDn  b f", [], "the next one",
      inFull: "in one picture: other pictures, zoomed in or not"),
    Line(
      [letters("i", .toggleInfo)], "information about a picture",
      inFull: "information: size, type, camera, how it was loaded"),
    Line(
      [letters("S", .cycleSymbols)], "other symbols, down to ASCII",
      inFull: "the next way to draw pictures, down to ASCII"),
    Line(
      [letters("/nN", .promptSearch, .findNext, .findPrevious), letters(":", .promptJump)],
      "search captions, jump to a number",
      inFull: """
        search the captions, with a count up to 100,000 pictures; jump to a number; \
        Ctrl-U and Ctrl-W clear the prompt or a word
        """),
    Line(
      [letters("o", .cycleOverlay)], "frame-time overlay",
      inFull: "the frame-time overlay: full, one line, off"),
    Line(
      [
        letters("p", .togglePrefetching), letters("w", .cyclePolicy),
        letters("P", .switchPresenter),
      ],
      "prefetching, its policy, the presenter",
      inFull: "prefetching off and on; the next policy; the other presenter"),
    Line([letters("r", .reloadFailed)], "retry what failed or waits"),
    Line(
      [letters("R", .reloadSelected)], "reload this one from its source",
      inFull: "reload the selected picture from its source"),
    Line([[(.control("l"), .repaint)]], "repaint everything"),
    Line("wheel  click", [], "scroll, select; double click: open"),
    Line([letters("?", .toggleHelp)], "the keys"),
    Line(
      [letters("q", .leave), [(.control("c"), .interrupt)], [(.control("z"), .suspend)]],
      "leave, leave, suspend"),
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
    _ does: String, inFull: String? = nil
  ) {
    let keys = groups.map { $0.map(\.key.title).joined(separator: " ") }.joined(separator: "  ")
    self.init(keys, groups.joined() + others, does, inFull: inFull)
  }

  fileprivate init(
    _ keys: String, _ commands: [KeyBindings.Binding], _ does: String, inFull: String? = nil
  ) {
    self.keys = keys
    self.does = does
    doesInFull = inFull ?? does
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
