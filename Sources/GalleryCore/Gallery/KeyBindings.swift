import Keys
import Raster

/// Which key means which command.
package enum KeyBindings {
  /// Rows that one notch of the wheel moves.
  static let wheelRows = 3

  /// The command of a key; nil where the key means nothing.
  package static func command(for key: Key) -> Command? {
    switch key {
    case .up: .move(.lines(-1))
    case .down: .move(.lines(1))
    case .left: .move(.items(-1))
    case .right: .move(.items(1))
    case .pageUp: .move(.pages(-1))
    case .pageDown: .move(.pages(1))
    case .home: .move(.first)
    case .end: .move(.last)
    case .enter: .openDetail
    case .escape: .back
    case .backspace: nil
    case .wheel(let notches): .move(.scroll(notches * wheelRows))
    case .click(let point): .move(.select(column: point.column, row: point.row))
    case .doubleClick(let point): .open(column: point.column, row: point.row)
    case .control(let letter): controlKeys[letter]
    case .character(let character): characterKeys[character]
    }
  }

  private static let controlKeys: [Character: Command] = [
    "u": .move(.halfPages(-1)), "d": .move(.halfPages(1)), "c": .interrupt, "z": .suspend,
    "l": .repaint,
  ]

  private static let characterKeys: [Character: Command] = [
    "k": .move(.lines(-1)), "j": .move(.lines(1)), "h": .move(.items(-1)), "l": .move(.items(1)),
    "b": .move(.pages(-1)), "f": .move(.pages(1)), "g": .move(.first), "G": .move(.last),
    "v": .toggleLayout, "+": .zoom(1), "=": .zoom(1), "-": .zoom(-1),
    "z": .toggleMagnification, "i": .toggleInfo, "S": .cycleSymbols,
    "o": .cycleOverlay, "?": .toggleHelp, "p": .togglePrefetching, "w": .cyclePolicy,
    "P": .switchPresenter,
    "r": .reloadFailed, "R": .reloadSelected,
    ":": .promptJump, "/": .promptSearch, "n": .findNext, "N": .findPrevious, "q": .leave,
  ]

  /// The lines of the help screen: keys and what they do.
  package static let help: [(keys: String, does: String)] = [
    ("↑ ↓  k j", "one line of tiles"),
    ("← →  h l", "along a line"),
    ("PgUp PgDn  b f", "a screenful"),
    ("Ctrl-U Ctrl-D", "half a screenful"),
    ("Home End  g G", "first, last"),
    ("v  + -", "list or grid, larger, smaller"),
    ("Enter  Esc", "one picture, back; or double click"),
    ("  + -  z  wheel", "zoom, pixel by pixel"),
    ("  arrows  Home End", "about in it; whole: the next"),
    ("  PgUp PgDn  b f", "the next one"),
    ("i", "what is known of it"),
    ("S", "other symbols, down to ASCII"),
    ("/ n N  :", "search captions, jump to a number"),
    ("o", "frame-time overlay"),
    ("p  w  P", "prefetching, its policy, the presenter"),
    ("r", "try again now what failed or waits"),
    ("R", "load this one anew from its source"),
    ("Ctrl-L", "paint everything anew"),
    ("q  Ctrl-C  Ctrl-Z", "leave, leave, suspend"),
  ]
}
