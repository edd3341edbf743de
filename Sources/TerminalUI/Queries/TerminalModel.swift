import Raster

/// A make of terminals: the signs that identify it, and its abilities.
struct TerminalModel: Sendable {
  /// The name that people use.
  let name: String
  let signs: Signs
  var abilities = Abilities()

  /// The answers of a make, and its variables in the environment.
  struct Signs: Sendable {
    /// The beginning of its answer to XTVERSION.
    var version: String?
    /// Whether all versions in use give that answer, so a terminal without it is another one.
    var alwaysAnswers = true
    /// The first number of its answer to DA2, if unique.
    var make: Int?
    /// The prefixes of its terminfo entries.
    var types: [String] = []
    /// The variables that it sets; with a value if others set them as well.
    var variables: [String] = []

    /// Whether a terminal that did not answer XTVERSION can be of this make.
    var maybeSilent: Bool { version == nil || !alwaysAnswers }
  }

  /// The finest symbols of a version and of later ones.
  struct SymbolStep: Sendable {
    let since: TerminalVersion
    let finest: SymbolSet
  }

  /// The abilities of a make's versions that can't be queried.
  struct Abilities: Sendable {
    /// The first version with 24-bit colors, whatever its terminfo entry says; nil for none.
    var trueColor: TerminalVersion?
    /// The colors of versions without 24-bit ones; nil if terminfo decides.
    var colors: ColorDepth?
    /// The first version with Unicode placeholders; nil for none.
    var placeholders: TerminalVersion?
    /// The first version tested to place kitty's graphics correctly over cells; nil for none.
    var directPlacements: TerminalVersion?
    /// The finest symbols that versions were tested to draw themselves, in ascending order; empty
    /// if untested, or if they depend on the font.
    var symbols: [SymbolStep] = []
    /// Whether sixels stay in place, under text and in scroll regions.
    var placesSixels = true
    /// The first version tested to show sixels of several rows correctly; nil for none.
    ///
    /// The test includes scrolled and covered rows.
    var wholeSixels: TerminalVersion?
    /// The first version that takes pictures for its clipboard; nil for none, or if its versions answer mode 5522.
    var pictureClipboard: TerminalVersion?
    /// Whether it logs unknown sequences as errors, such as mode 8 and sixel queries.
    var complains = false
    /// Whether pasted text comes in the brackets of mode 2004.
    var bracketsPastes = true
    /// Whether `CSI n b` repeats every kind of character.
    var repeats = false
    /// Whether `CSI K` and `CSI X` fill with the current background.
    var erases = false

    /// The finest symbols of a version; an unknown version has those of the first one tested.
    func symbols(in version: TerminalVersion?) -> SymbolSet? {
      guard let version else { return symbols.first?.finest }
      return symbols.last { $0.since <= version }?.finest
    }

    /// The colors of a version; an unknown version counts as recent.
    func colors(in version: TerminalVersion?) -> ColorDepth? {
      guard let trueColor else { return colors }
      return version.map { trueColor <= $0 } ?? true ? .trueColor : colors
    }

    /// The most colors that it can show; nil if a version has 24-bit ones.
    ///
    /// Tmux may be configured for more colors than the terminal behind it has.
    var limit: ColorDepth? { trueColor == nil ? colors ?? .indexed256 : nil }

    /// Whether a version shows Unicode placeholders.
    func hasPlaceholders(in version: TerminalVersion?) -> Bool {
      Self.is(version, from: placeholders)
    }

    /// Whether a version places kitty's graphics correctly over cells.
    func hasDirectPlacements(in version: TerminalVersion?) -> Bool {
      Self.is(version, from: directPlacements)
    }

    /// Whether a version shows sixels of several rows correctly.
    func takesWholeSixels(in version: TerminalVersion?) -> Bool {
      Self.is(version, from: wholeSixels)
    }

    /// Whether a version takes pictures for its clipboard without an answer about mode 5522.
    func takesPictures(in version: TerminalVersion?) -> Bool {
      Self.is(version, from: pictureClipboard)
    }

    private static func `is`(_ version: TerminalVersion?, from first: TerminalVersion?) -> Bool {
      guard let first, let version else { return false }
      return first <= version
    }
  }
}

extension TerminalModel {
  /// The make that reports this text for XTVERSION.
  static func saying(_ version: String) -> TerminalModel? {
    table.first { $0.signs.version.map(version.hasPrefix) ?? false }
  }

  /// The make whose answer to DA2 begins with this number.
  static func making(_ make: Int) -> TerminalModel? {
    table.first { $0.signs.make == make }
  }

  /// The make suggested by the environment.
  ///
  /// `TERM` identifies the terminal; other variables are inherited by terminals started from it.
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

  /// Reads the first version in a text, such as `0.26.5` in `kitty(0.26.5)`.
  ///
  /// If there is none, the version is empty, which sorts before all others.
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
