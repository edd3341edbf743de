import CNcursesw
import Glibc

/// The sequences that choose the colors of a terminal's palette, from its own terminfo entry.
struct ColorSequences {
  /// The sequences that choose a foreground and a background, by number.
  private let foregrounds: [[UInt8]]
  private let backgrounds: [[UInt8]]
  /// The sequence that resets both colors to the defaults.
  private let defaults: [UInt8]
  let longest: Int

  /// Reads the sequences of the selected screen for a number of colors; nil if it lacks one.
  init?(count: Int) {
    guard let defaults = Self.text(tigetstr("op")) else { return nil }
    let foregrounds = Self.all("setaf", count: count)
    let backgrounds = Self.all("setab", count: count)
    guard foregrounds.count == count, backgrounds.count == count else { return nil }
    self.init(foregrounds: foregrounds, backgrounds: backgrounds, defaults: defaults)
  }

  /// The sequences of xterm and nearly all terminals after it.
  ///
  /// They are the eight of ECMA-48, the eight bright ones of aixterm, and the 256 in the form with
  /// semicolons.
  init(xterm count: Int) {
    self.init(
      foregrounds: Self.xterm(30, bright: 90, extended: 38, count: count),
      backgrounds: Self.xterm(40, bright: 100, extended: 48, count: count),
      defaults: Array("\u{1B}[39;49m".utf8))
  }

  private static func xterm(_ first: Int, bright: Int, extended: Int, count: Int) -> [[UInt8]] {
    (0..<count).map { number in
      switch number {
      case ..<8: Array("\u{1B}[\(first + number)m".utf8)
      case ..<16: Array("\u{1B}[\(bright + number - 8)m".utf8)
      default: Array("\u{1B}[\(extended);5;\(number)m".utf8)
      }
    }
  }

  private init(foregrounds: [[UInt8]], backgrounds: [[UInt8]], defaults: [UInt8]) {
    self.foregrounds = foregrounds
    self.backgrounds = backgrounds
    self.defaults = defaults
    func longest(_ texts: [[UInt8]]) -> Int { texts.map(\.count).max() ?? 0 }
    self.longest = defaults.count + longest(foregrounds) + longest(backgrounds)
  }

  /// Writes the change from one ink, or from an unknown one, to another, and returns its length.
  ///
  /// Both colors are reset together, because few terminals have a sequence for one default.
  func write(_ ink: Ink, after former: Ink?, to position: UnsafeMutablePointer<UInt8>) -> Int {
    var present = former
    var end = position
    func append(_ bytes: [UInt8]) {
      for byte in bytes {
        end.pointee = byte
        end += 1
      }
    }
    let losesForeground = ink.foreground < 0 && present?.foreground != ink.foreground
    let losesBackground = ink.background < 0 && present?.background != ink.background
    if losesForeground || losesBackground {
      append(defaults)
      present = .terminalDefault
    }
    if ink.foreground != present?.foreground { append(foregrounds[Int(ink.foreground)]) }
    if ink.background != present?.background { append(backgrounds[Int(ink.background)]) }
    return end - position
  }

  private static func all(_ name: String, count: Int) -> [[UInt8]] {
    guard let capability = tigetstr(name), Int(bitPattern: capability) != -1 else { return [] }
    return (0..<count).compactMap { text(curses_parameterized(capability, Int32($0))) }
  }

  /// A copy without padding, which modern terminals don't need; nil if absent.
  private static func text(_ text: UnsafePointer<CChar>?) -> [UInt8]? {
    guard let text, Int(bitPattern: text) != -1 else { return nil }
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
    guard let padding = bytes.firstIndex(of: 0x24) else { return bytes }
    return Array(bytes[..<padding])
  }
}
