import ArgumentParser
import GalleryCore
import Prefetching
import Raster
import TerminalUI

/// Parses numbers of bytes, pixels or bytes per second, with K, M or G for powers of 1,000.
///
/// So a size means what the program prints it as.
enum Magnitude {
  /// The description of a number's form, for help.
  static let form = "a whole number such as 500K, 64M or 2G (K is 1,000)"

  /// - Throws: the expected form, if the text does not match it.
  static func value(of text: String) throws -> Int {
    let units: [Character: Int] = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0 else {
      throw ValidationError(form)
    }
    let (value, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { throw ValidationError("that is too large") }
    return value
  }

  /// The number with the largest unit that leaves it whole.
  static func text(_ value: Int) -> String {
    for (name, unit) in [("G", 1_000_000_000), ("M", 1_000_000), ("K", 1_000)]
    where value > 0 && value % unit == 0 {
      return "\(value / unit)\(name)"
    }
    return "\(value)"
  }
}

extension CellSize: ExpressibleByArgument {
  package init?(argument: String) {
    self.init(argument)
  }
}

extension PixelSize: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}

/// An option value that is one of a few words.
///
/// The parser lists the words itself. To do so, it makes the runtime search all conformances of the
/// program once or twice for each of these types. The protocol is public because the one that it
/// refines is.
public protocol WordChoice: ExpressibleByArgument, RawRepresentable<String>, CaseIterable {}

extension WordChoice {
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  public static var allValueDescriptions: [String: String] { [:] }
  public var defaultValueDescription: String { rawValue }
}

/// The requested layout; `auto` chooses what suits the sources.
enum LayoutChoice: String, WordChoice {
  case auto, list, grid

  var mode: GalleryLayout.Mode? { GalleryLayout.Mode(rawValue: rawValue) }
}

extension PictureFit: WordChoice {}

extension PrefetchPolicyName: WordChoice {}

extension ScreenWishes.PresenterKind: WordChoice {}

extension ScreenWishes.Graphics: WordChoice {}

/// The requested colors; `auto` detects those of the terminal.
enum ColorChoice: String, WordChoice {
  case auto
  case trueColor = "24bit"
  case indexed256 = "256"
  case ansi16 = "16"
  case ansi8 = "8"
  case mono

  var depth: ColorDepth? { ColorDepth(rawValue: rawValue) }
}

/// The background of the terminal; `auto` queries it.
enum ThemeChoice: String, WordChoice {
  case auto, light, dark

  var paper: Paper? {
    switch self {
    case .auto: nil
    case .light: .light
    case .dark: .dark
    }
  }
}

/// The requested symbols; `auto` chooses the best that the terminal is expected to have.
enum SymbolChoice: String, WordChoice {
  case auto, half, quadrant, sextant, octant, braille, ascii

  var symbols: SymbolSet? { SymbolSet(rawValue: rawValue) }
}
