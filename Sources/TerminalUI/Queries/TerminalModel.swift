import Raster

/// A make of terminals: the signs that it is recognized by, and its abilities.
struct TerminalModel: Sendable {
  /// The name that people use.
  let name: String
  let signs: Signs
  var abilities = Abilities()

  /// The answers of a make, and its traces in the environment.
  struct Signs: Sendable {
    /// The beginning of its answer to XTVERSION.
    var version: String?
    /// True when all its versions in use give that answer, so a terminal without it is another one.
    var alwaysAnswers = true
    /// The first number of its answer to DA2, where no other make has it.
    var make: Int?
    /// The beginnings of the names of its terminfo entries.
    var types: [String] = []
    /// Variables that it sets; with a value, where others set it as well.
    var variables: [String] = []

    /// Whether it can be a terminal that did not answer XTVERSION.
    var maybeSilent: Bool { version == nil || !alwaysAnswers }
  }

  /// The finest symbols of a version and of later ones.
  struct SymbolStep: Sendable {
    let since: TerminalVersion
    let finest: SymbolSet
  }

  /// The abilities of a make's versions, as far as a terminal can't be asked.
  struct Abilities: Sendable {
    /// The first version that shows 24-bit colors, whatever its terminfo entry says; nil for none.
    var trueColor: TerminalVersion?
    /// The colors that it shows without 24-bit ones; nil where terminfo decides.
    var colors: ColorDepth?
    /// The first version that shows Unicode placeholders; nil for none.
    var placeholders: TerminalVersion?
    /// The first version that was seen to place kitty's graphics over cells right; nil for none.
    var directPlacements: TerminalVersion?
    /// The finest symbols that its versions were seen to draw themselves, in ascending order; none
    /// where they were not seen, or depend on the font.
    var symbols: [SymbolStep] = []
    /// Sixels stay in place, under text and in scroll regions too.
    var placesSixels = true
    /// The first version that was seen to show sixels of several rows right; nil for none.
    ///
    /// That is so also where some of the rows are scrolled or covered.
    var wholeSixels: TerminalVersion?
    /// It logs what it does not know as an error, such as mode 8 and questions about sixels.
    var complains = false
    /// A pasted text comes in the brackets of mode 2004.
    var bracketsPastes = true
    /// `CSI n b` repeats any character.
    var repeats = false
    /// `CSI K` and `CSI X` fill with the current background.
    var erases = false

    /// Its finest symbols in a version; an unknown one has those of the first that was seen.
    func symbols(in version: TerminalVersion?) -> SymbolSet? {
      guard let version else { return symbols.first?.finest }
      return symbols.last { $0.since <= version }?.finest
    }

    /// The colors of a version; an unknown one counts as recent.
    func colors(in version: TerminalVersion?) -> ColorDepth? {
      guard let trueColor else { return colors }
      return version.map { trueColor <= $0 } ?? true ? .trueColor : colors
    }

    /// The colors that it can show at most; nil where a version has 24-bit ones.
    ///
    /// Tmux may be told of more than the terminal behind it has.
    var limit: ColorDepth? { trueColor == nil ? colors ?? .indexed256 : nil }

    /// Whether a version shows Unicode placeholders.
    func hasPlaceholders(in version: TerminalVersion?) -> Bool {
      Self.is(version, from: placeholders)
    }

    /// Whether a version places kitty's graphics over cells right.
    func hasDirectPlacements(in version: TerminalVersion?) -> Bool {
      Self.is(version, from: directPlacements)
    }

    /// Whether a version shows sixels of several rows right.
    func takesWholeSixels(in version: TerminalVersion?) -> Bool {
      Self.is(version, from: wholeSixels)
    }

    private static func `is`(_ version: TerminalVersion?, from first: TerminalVersion?) -> Bool {
      guard let first, let version else { return false }
      return first <= version
    }
  }
}

extension TerminalModel {
  /// The make that reports this version of XTVERSION.
  static func saying(_ version: String) -> TerminalModel? {
    table.first { $0.signs.version.map(version.hasPrefix) ?? false }
  }

  /// The make whose answer to DA2 begins with this number.
  static func making(_ make: Int) -> TerminalModel? {
    table.first { $0.signs.make == make }
  }

  /// The make that the environment suggests.
  ///
  /// `TERM` goes with the terminal; other variables are handed down to terminals that were started
  /// from it.
  static func suggested(by environment: (String) -> String?) -> TerminalModel? {
    let type = environment("TERM") ?? ""
    return table.first { $0.signs.types.contains(where: type.hasPrefix) }
      ?? table.first { $0.signs.variables.contains { isSet($0, in: environment) } }
  }

  private static func isSet(_ variable: String, in environment: (String) -> String?) -> Bool {
    let parts = variable.split(separator: "=")
    guard let value = environment(String(parts[0])), !value.isEmpty else { return false }
    return parts.count == 1 || parts[1] == value
  }
}

/// A version as a list of numbers: `0.28` is before `0.28.1`.
struct TerminalVersion: Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  let numbers: [Int]

  init(numbers: [Int]) { self.numbers = numbers }

  init(stringLiteral text: String) { self.init(firstOf: text) }

  /// Reads the first version in a text, `0.26.5` in `kitty(0.26.5)`.
  ///
  /// Without one it is empty, and so before every other.
  init(firstOf text: some StringProtocol) {
    let start = text.utf8.drop { !Self.isDigit($0) }
    let version = start.prefix { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
    numbers = version.split(separator: UInt8(ascii: ".")).prefix(4).compactMap {
      $0.count <= 9 ? Int(String(decoding: $0, as: UTF8.self)) : nil
    }
  }

  var description: String { numbers.map(String.init).joined(separator: ".") }

  static func < (one: Self, other: Self) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30..<0x3A).contains(byte) }
}
