import Raster

/// Inks of 24-bit colors.
///
/// Pairs of colors are numbered as they occur. When there are many, numbers that are not on the
/// screen are reused. There are enough numbers for two frames of the largest screen.
struct ExactInks: InkSource {
  let depth = ColorDepth.trueColor
  /// The length of `ESC [ 38;2;255;255;255;48;2;255;255;255 m`, rounded up to the bytes stored.
  let longestSequence = 48
  private let pairs = PairTable()
  private let decimals = DecimalTable.entries

  /// The count of numbers after which unused ones are reclaimed.
  private static let plenty = 1 << 16

  func needsRoom(for cells: Int) -> Bool {
    pairs.count + cells > max(Self.plenty, 2 * cells)
  }

  mutating func removeAll(but shown: [Cell]) {
    let pairs = pairs
    pairs.removeAll(but: Set(shown.lazy.map { pairs.knownNumber(of: Self.key($0)) }))
  }

  mutating func pair(of cell: Cell) -> Int32 {
    InkMark.firstPair + pairs.number(of: Self.key(cell))
  }

  func ink(of pair: Int32) -> Ink {
    let key = pairs.key(of: pair - InkMark.firstPair)
    return Ink(
      foreground: Int32(truncatingIfNeeded: key >> 32), background: Int32(truncatingIfNeeded: key))
  }

  /// Writes both colors in one sequence, with semicolons (ITU-T T.416 as xterm reads it).
  ///
  /// Every terminal with 24-bit colors understands this form.
  func write(_ ink: Ink, after former: Ink?, to position: UnsafeMutablePointer<UInt8>) -> Int {
    var end = position
    (end[0], end[1]) = (0x1B, 0x5B)
    end += 2
    if ink.foreground != former?.foreground { write(ink.foreground, layer: 0x33, to: &end) }
    if ink.background != former?.background { write(ink.background, layer: 0x34, to: &end) }
    end[-1] = 0x6D  // m, instead of the last semicolon
    return end - position
  }

  private func write(
    _ color: Int32, layer: UInt8, to end: inout UnsafeMutablePointer<UInt8>
  ) {
    end[0] = layer
    guard color >= 0 else {
      (end[1], end[2]) = (0x39, 0x3B)  // 9;
      end += 3
      return
    }
    (end[1], end[2], end[3], end[4]) = (0x38, 0x3B, 0x32, 0x3B)  // 8;2;
    end += 5
    write(UInt8(truncatingIfNeeded: color >> 16), to: &end)
    write(UInt8(truncatingIfNeeded: color >> 8), to: &end)
    write(UInt8(truncatingIfNeeded: color), to: &end)
  }

  /// Writes a number and a semicolon; always stores four bytes.
  @inline(__always)
  private func write(_ value: UInt8, to end: inout UnsafeMutablePointer<UInt8>) {
    let entry = decimals[Int(value)]
    let digits = UInt32(truncatingIfNeeded: entry).littleEndian
    UnsafeMutableRawPointer(end).storeBytes(of: digits, as: UInt32.self)
    end += Int(entry >> 32)
  }

  /// Both colors as one key; -1 is the terminal's default.
  private static func key(_ cell: Cell) -> UInt64 {
    UInt64(number(cell.foreground)) << 32 | UInt64(number(cell.background))
  }

  private static func number(_ color: Color) -> UInt32 {
    color.isTerminalDefault ? .max : color.rawValue & 0xFF_FFFF
  }
}
