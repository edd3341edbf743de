import Raster

/// A reply or a report of a terminal.
///
/// Numbers and text are bounded, and text is printable ASCII; the contents are untrusted.
package enum TerminalReply: Hashable, Sendable {
  /// DA1: the level of the terminal, then its features; 4 is sixel.
  case attributes([Int])
  /// DA2: the number of the make, its version, and one more number.
  case secondaryAttributes([Int])
  /// XTVERSION: name and version, at most 64 characters.
  case version(String)
  /// The kitty graphics protocol: `OK` or an error about a picture; at most 128 characters.
  case graphics(id: UInt32, message: String)
  /// DSR 5: the terminal has processed everything before the query, whatever status it reports.
  case operatingStatus
  /// DSR 6: the position of the cursor, from 1; parsed as a reply only while requested.
  case cursor(row: Int, column: Int)
  /// DECRPM: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset.
  case mode(Int, setting: Int)
  /// XTSMGRAPHICS: the number of color registers, from 1 to 65536.
  case colorRegisters(Int)
  /// The text area in pixels.
  case textArea(PixelSize)
  /// A cell in pixels.
  case cellSize(PixelSize)
  /// The default background.
  case background(Color)
  /// The default foreground.
  case foreground(Color)
  /// A color of the palette, by its number.
  case paletteColor(Int, Color)
  /// Whether the window has gained the keyboard focus, or lost it.
  case focus(Bool)
  /// The answer to a picture for the clipboard; id and status have at most 32 characters.
  case clipboard(ClipboardAnswer)
}

extension TerminalReply {
  /// Parses a string sequence.
  ///
  /// - Parameter bytes: `ESC` and `]`, `P` or `_` up to and including BEL or `ESC \`.
  /// - Returns: nil for an unknown reply.
  init?(string bytes: ArraySlice<UInt8>) {
    let body = bytes.dropFirst(2).dropLast(bytes.last == 0x07 ? 1 : 2)
    switch bytes.dropFirst().first.map(Unicode.Scalar.init) {
    case "P" where body.starts(with: ">|".utf8):
      self = .version(Self.text(body.dropFirst(2), atMost: 64))
    case "_" where body.first == UInt8(ascii: "G"): self.init(graphics: body.dropFirst())
    case "]" where body.starts(with: "5522;".utf8): self.init(clipboard: body.dropFirst(5))
    case "]": self.init(color: body)
    default: return nil
    }
  }

  /// Parses `type=write:status=DONE:id=7`: keys and values up to a semicolon.
  private init?(clipboard body: ArraySlice<UInt8>) {
    var fields: [String: String] = [:]
    for field in body.prefix(while: { $0 != UInt8(ascii: ";") }).split(separator: UInt8(ascii: ":"))
    {
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      fields[Self.text(parts[0], atMost: 32)] = Self.text(parts[1], atMost: 32)
    }
    guard fields["type"] == "write", let status = fields["status"] else { return nil }
    self = .clipboard(ClipboardAnswer(id: fields["id"] ?? "", status: status))
  }

  /// Parses one color: `11;rgb:0/0/0`, `10;rgb:f/f/f` or `4;3;rgb:f/f/0`.
  private init?(color body: ArraySlice<UInt8>) {
    let fields = body.split(
      separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    guard let color = fields.last.flatMap(Self.color) else { return nil }
    let numbers = fields.dropLast().map { String(decoding: $0.prefix(4), as: UTF8.self) }
    switch (numbers.first, numbers.count) {
    case ("10", 1): self = .foreground(color)
    case ("11", 1): self = .background(color)
    case ("4", 2):
      // A sign is not allowed, unlike in an integer.
      guard let number = UInt8(numbers[1]), numbers[1] == "\(number)" else { return nil }
      self = .paletteColor(Int(number), color)
    default: return nil
    }
  }

  /// Parses `i=31;OK`: keys and values up to a semicolon, then a message.
  private init?(graphics body: ArraySlice<UInt8>) {
    let parts = body.split(
      separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    for field in parts[0].split(separator: UInt8(ascii: ",")) where field.starts(with: "i=".utf8) {
      guard let id = UInt32(String(decoding: field.dropFirst(2), as: UTF8.self)) else {
        return nil
      }
      self = .graphics(id: id, message: Self.text(parts[1], atMost: 128))
      return
    }
    return nil
  }

  /// The printable ASCII characters of some bytes.
  private static func text(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> String {
    String(
      decoding: bytes.lazy.filter { (0x20..<0x7F).contains($0) }.prefix(limit), as: UTF8.self)
  }

  /// Parses `rgb:` or `rgba:` and components of one to four hexadecimal digits (XParseColor).
  private static func color(_ bytes: ArraySlice<UInt8>) -> Color? {
    let text = String(decoding: bytes.prefix(32), as: UTF8.self)
    guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else {
      return nil
    }
    let parts = text[text.index(after: colon)...].split(
      separator: "/", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count) else { return nil }
    let levels = parts.compactMap(level)
    guard levels.count == parts.count else { return nil }
    return Color(red: levels[0], green: levels[1], blue: levels[2])
  }

  private static func level(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), let value = UInt(digits, radix: 16) else {
      return nil
    }
    let most = UInt(1) << (4 * UInt(digits.utf8.count)) - 1
    return UInt8(clamping: (value * 255 + most / 2) / most)
  }
}

extension TerminalReply {
  /// Interprets a control sequence.
  ///
  /// - Returns: nil for an unknown reply.
  init?(_ sequence: ControlSequence) {
    let numbers = sequence.parameters
    switch (sequence.marker, sequence.intermediates, sequence.final) {
    case ("?", "", "c") where !numbers.isEmpty: self = .attributes(numbers)
    case (">", "", "c") where !numbers.isEmpty: self = .secondaryAttributes(numbers)
    case ("?", "$", "y") where numbers.count == 2:
      self = .mode(numbers[0], setting: numbers[1])
    case ("?", "", "S")
    where numbers.count == 3 && numbers[..<2] == [1, 0]
      && (1...65536).contains(numbers[2]):
      self = .colorRegisters(numbers[2])
    case (nil, "", "n") where numbers == [0] || numbers == [3]: self = .operatingStatus
    case (nil, "", "R") where numbers.count == 2:
      self = .cursor(row: numbers[0], column: numbers[1])
    case (nil, "", "t") where numbers.count == 3: self.init(report: numbers)
    case (nil, "", "I") where numbers.isEmpty: self = .focus(true)
    case (nil, "", "O") where numbers.isEmpty: self = .focus(false)
    default: return nil
    }
  }

  /// Parses a report of xterm's window operations: its kind, a height, a width.
  private init?(report numbers: [Int]) {
    let size = PixelSize(width: numbers[2], height: numbers[1])
    let sides = min(size.width, size.height)...max(size.width, size.height)
    switch numbers[0] {
    case 4 where (1...65535).contains(sides.lowerBound) && sides.upperBound <= 65535:
      self = .textArea(size)
    case 6 where (1...1000).contains(sides.lowerBound) && sides.upperBound <= 1000:
      self = .cellSize(size)
    default: return nil
    }
  }
}
