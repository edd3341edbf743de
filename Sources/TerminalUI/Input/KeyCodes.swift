import CNcursesw
import Raster

/// The keys for ncurses' codes, and key sequences besides those in terminfo.
enum KeyCodes {
  /// The sequences recognized on every terminal, in addition to its terminfo entry.
  ///
  /// They are the cursor keys in both modes, and the numbered keys of the VT220 and rxvt.
  static let sequences: [(text: String, code: Int32)] =
    ["\u{1B}[", "\u{1B}O"].flatMap { prefix in
      [
        ("A", KEY_UP), ("B", KEY_DOWN), ("C", KEY_RIGHT), ("D", KEY_LEFT), ("H", KEY_HOME),
        ("F", KEY_END),
      ].map { (prefix + $0.0, Int32($0.1)) }
    }
    + [
      ("\u{1B}[1~", KEY_HOME), ("\u{1B}[4~", KEY_END), ("\u{1B}[5~", KEY_PPAGE),
      ("\u{1B}[6~", KEY_NPAGE), ("\u{1B}[7~", KEY_HOME), ("\u{1B}[8~", KEY_END),
      ("\u{1B}OM", KEY_ENTER),
    ].map { ($0.0, Int32($0.1)) }

  /// The key for an ncurses function key code; nil for an unused code.
  static func key(for code: Int32) -> Key? {
    switch code {
    case KEY_UP: return .up
    case KEY_DOWN: return .down
    case KEY_LEFT: return .left
    case KEY_RIGHT: return .right
    case KEY_PPAGE: return .pageUp
    case KEY_NPAGE: return .pageDown
    case KEY_HOME, KEY_FIND: return .home
    case KEY_END, KEY_SELECT: return .end
    case KEY_ENTER: return .enter
    case KEY_BACKSPACE: return .backspace
    case KEY_SUSPEND: return .control("z")  // the Linux console's entry gives it a name
    default: return nil
    }
  }

  /// The key for a character.
  static func key(for character: Unicode.Scalar) -> Key? {
    switch character.value {
    case 0x0A, 0x0D: return .enter
    case 0x1B: return .escape
    case 0x08, 0x7F: return .backspace
    case 1...26:
      return Unicode.Scalar(character.value + 0x60).map { .control(Character($0)) }
    case 0x20...:
      return character.properties.generalCategory == .control
        ? nil : .character(Character(character))
    default: return nil
    }
  }
}

extension Key {
  /// The byte that a terminal sends for the key; nil if it sends several.
  var byte: UInt8? {
    switch self {
    case .character(let character): character.asciiValue
    case .control(let letter): letter.asciiValue.map { $0 & 0x1F }
    default: nil
    }
  }
}
