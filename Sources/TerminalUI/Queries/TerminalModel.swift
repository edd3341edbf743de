import Raster

/// A make of terminals: the signs that it is recognized by, and what it can do.
struct TerminalModel: Sendable {
  /// What people call it.
  let name: String
  let signs: Signs
  var abilities = Abilities()

  /// What a make answers, and what it leaves in the environment.
  struct Signs: Sendable {
    /// How its answer to XTVERSION begins.
    var version: String?
    /// All its versions in use give that answer, so that one without it is something else.
    var alwaysAnswers = true
    /// The first number of its answer to DA2, where no other has it.
    var make: Int?
    /// How the names of its terminfo entries begin.
    var types: [String] = []
    /// Variables that it sets; with a value, where others set it as well.
    var variables: [String] = []

    /// Whether it can be a terminal that did not answer XTVERSION.
    var maybeSilent: Bool { version == nil || !alwaysAnswers }
  }

  /// What the versions of a make can do, as far as they can't be asked.
  struct Abilities: Sendable {
    /// It shows 24-bit colors from this version on, whatever its terminfo entry says; nil for never.
    var trueColor: TerminalVersion?
    /// The colors that it keeps where it shows no 24-bit ones; nil where terminfo knows.
    var colors: ColorDepth?
    /// It shows Unicode placeholders from this version on; nil for never.
    var placeholders: TerminalVersion?
    /// The finest symbols that it draws itself or that its usual fonts have; nil where it depends on
    /// the font.
    var symbols: SymbolSet?
    /// They are there from this version on.
    var symbolsSince: TerminalVersion?
    /// The finest symbols of versions before.
    var otherwise: SymbolSet?
    /// Sixels stay where they were put, under text and in scroll regions too.
    var placesSixels = true
    /// It knows mode 8, or passes over it in silence.
    var ordersText = true
    /// `CSI n b` repeats any character.
    var repeats = false
    /// `CSI K` and `CSI X` fill with the present background.
    var erases = false

    /// Its finest symbols in a version, nil for one that it has not told.
    func symbols(in version: TerminalVersion?) -> SymbolSet? {
      guard let symbolsSince, let version else { return symbols }
      return version < symbolsSince ? otherwise : symbols
    }

    /// The colors of a version; one that it has not told is a recent one.
    func colors(in version: TerminalVersion?) -> ColorDepth? {
      guard let trueColor else { return colors }
      return version.map { trueColor <= $0 } ?? true ? .trueColor : colors
    }

    /// Whether a version shows Unicode placeholders.
    func hasPlaceholders(in version: TerminalVersion?) -> Bool {
      guard let placeholders, let version else { return false }
      return placeholders <= version
    }
  }
}

extension TerminalModel {
  /// The one that says so itself.
  static func saying(_ version: String) -> TerminalModel? {
    table.first { $0.signs.version.map(version.hasPrefix) ?? false }
  }

  /// The one whose answer to DA2 begins so.
  static func making(_ make: Int) -> TerminalModel? {
    table.first { $0.signs.make == make }
  }

  /// What the environment suggests: `TERM` goes with the terminal, other variables are handed down
  /// to terminals that were started from it.
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

  /// Reads the first version in a text, `0.26.5` in `kitty(0.26.5)`; empty, and so before every
  /// other, where there is none.
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
