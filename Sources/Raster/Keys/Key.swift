/// An input at the terminal: a key press or a mouse event.
package enum Key: Hashable, Sendable {
  case up, down, left, right
  case pageUp, pageDown, home, end
  case enter, escape, backspace
  case character(Character)
  /// A lower-case letter with the control key.
  case control(Character)
  /// Notches of the wheel; positive towards the end.
  case wheel(Int)
  case click(CellPoint)
  /// The second of two quick presses at a place; the first was a click.
  case doubleClick(CellPoint)
  /// Text that was pasted, as it is: it may have control characters and lines.
  case paste(String)
  /// A key that has no meaning anywhere, by its name on a keyboard, such as `F1`.
  case other(String)
}

extension Key {
  /// The name of a key in scripts and recordings, which `Key(name:)` reads.
  ///
  /// It is a word for special keys, and the character itself where that is visible alone.
  package var name: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    case .home: "home"
    case .end: "end"
    case .enter: "enter"
    case .escape: "esc"
    case .backspace: "backspace"
    case .character(" "): "space"
    case .character(let character): character.name
    case .control(let letter): "ctrl-\(letter.name)"
    case .wheel(let notches): "wheel:\(notches)"
    case .click(let point): "click:\(point.column),\(point.row)"
    case .doubleClick(let point): "doubleclick:\(point.column),\(point.row)"
    case .paste(let text): "paste:\(text.utf8.percentEncoded)"
    case .other(let title): "other:\(title.utf8.percentEncoded)"
    }
  }

  /// Makes the key of a name; nil for a text that is not one of `names`.
  package init?(name: Substring) {
    if let key = Self.named[String(name)] {
      self = key
    } else if let character = Character(name: name) {
      self = .character(character)
    } else if let letter = name.dropping("ctrl-").flatMap(Character.init(name:)) {
      self = .control(letter)
    } else if let notches = name.dropping("wheel:").flatMap({ Int32($0) }) {
      self = .wheel(Int(notches))
    } else if let point = name.dropping("click:").flatMap(CellPoint.init(name:)) {
      self = .click(point)
    } else if let point = name.dropping("doubleclick:").flatMap(CellPoint.init(name:)) {
      self = .doubleClick(point)
    } else if let text = name.dropping("paste:").flatMap(String.init(percentEncoded:)) {
      self = .paste(text)
    } else if let title = name.dropping("other:").flatMap(String.init(percentEncoded:)) {
      self = .other(title)
    } else {
      return nil
    }
  }

  /// A list of the names that `init(name:)` reads, for messages.
  package static let names =
    named.keys.sorted().joined(separator: " ")
    + " ctrl-LETTER wheel:NOTCHES click:COLUMN,ROW doubleclick:COLUMN,ROW paste:TEXT, or one character"

  /// The keys whose name is a word.
  private static let named = Dictionary(
    uniqueKeysWithValues: [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .backspace,
      Key.character(" "),
    ].map { ($0.name, $0) })
}

extension CellPoint {
  /// Column and row as `12,7`, each of at most 32 bits.
  fileprivate init?(name: Substring) {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let column = Int32(parts[0]), let row = Int32(parts[1]) else {
      return nil
    }
    self.init(column: Int(column), row: Int(row))
  }
}

extension Character {
  /// The character itself if it is visible and joins no neighbor; otherwise its scalars in
  /// hexadecimal, as in `u+1F468+200D+1F469`.
  fileprivate var name: String {
    let scalars = unicodeScalars
    if scalars.count == 1, scalars.allSatisfy(\.isSeenAlone) { return String(self) }
    return "u+"
      + scalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: "+")
  }

  fileprivate init?(name: Substring) {
    if name.count == 1, let only = name.first {
      self = only
      return
    }
    guard let numbers = name.dropping("u+") else { return nil }
    var scalars = String.UnicodeScalarView()
    for number in numbers.split(separator: "+", omittingEmptySubsequences: false) {
      guard let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
      scalars.append(scalar)
    }
    let text = String(scalars)
    guard text.count == 1, let only = text.first else { return nil }
    self = only
  }
}

extension Unicode.Scalar {
  fileprivate var isSeenAlone: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}

extension String {
  /// Nil for what is no UTF-8.
  fileprivate init?(percentEncoded text: Substring) {
    self.init(validating: text.utf8.percentDecoded(), as: UTF8.self)
  }
}

extension String.UTF8View {
  /// The text with all bytes but letters and digits as `%41`, so that it has no mark of scripts and recordings.
  fileprivate var percentEncoded: String {
    map { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

extension Substring {
  /// The rest behind a prefix; nil without the prefix.
  fileprivate func dropping(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
