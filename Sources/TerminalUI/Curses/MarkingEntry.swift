import CNcursesw
import Glibc
import Raster

/// A terminfo entry made in memory: the person's terminal, with a mark in place of color sequences.
///
/// The mark is the number of a color pair, which `InkWriter` replaces. So ncurses finds and moves
/// changes, but keeps no table of pairs, which would be too small for pictures and slow to change.
/// It also doesn't compose two sequences for each cell.
///
/// The layout is that of term(5): the legacy storage format with 32-bit numbers, and the extended
/// section for a flag.
struct MarkingEntry {
  static let name = "color-marks"

  /// The number of pairs: two frames of the largest screen with all cells different.
  static let pairs: Int32 = 0x40_0000

  private let bytes: [UInt8]

  /// Reads the entry of the selected screen's terminal.
  init() {
    let booleans = Self.names(curses_boolean_name).map { name in
      Self.isRemoved(name) ? 0 : UInt8(clamping: max(0, tigetflag(name)))
    }
    let numbers = Self.names(curses_number_name).map { name in
      switch name {
      case "colors": Int32(256)
      case "pairs": Self.pairs
      default: max(-1, tigetnum(name))
      }
    }
    let strings = Self.names(curses_string_name).map(Self.string)
    let hasDefaultColors: UInt8 = tigetflag("AX") > 0 ? 1 : 0
    bytes = Self.compiled(
      names: Self.name + "|another entry with marks for colors", booleans: booleans,
      numbers: numbers, strings: strings, flags: [("AX", hasDefaultColors)])
  }

  /// Calls `body` while ncurses can find the entry.
  ///
  /// It changes the environment meanwhile, which no other thread may read.
  func whileFound<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = getenv("TERMINFO").map { String(cString: $0) }
    setenv("TERMINFO", "hex:" + bytes.map(Self.hexadecimal).joined(), 1)
    defer {
      if let former { setenv("TERMINFO", former, 1) } else { unsetenv("TERMINFO") }
    }
    return try body()
  }

  // MARK: - Capabilities

  private static func names(_ name: (Int32) -> UnsafePointer<CChar>?) -> [String] {
    var names: [String] = []
    while let next = name(Int32(names.count)) { names.append(String(cString: next)) }
    return names
  }

  private static func string(_ name: String) -> [UInt8]? {
    switch name {
    case "scp": return InkMark.capability
    case _ where isRemoved(name): return nil
    default:
      // An absent string is NULL; -1 means that the name is not a string.
      guard let value = tigetstr(name), Int(bitPattern: value) != -1 else { return nil }
      return Array(UnsafeBufferPointer(start: value, count: strlen(value))).map {
        UInt8(bitPattern: $0)
      }
    }
  }

  /// Whether a capability is removed: other ways to select colors or change the palette, and
  /// repeated characters.
  ///
  /// ncurses does not distinguish repeated characters by their colors.
  private static func isRemoved(_ name: String) -> Bool {
    let others = ["ccc", "initc", "initp", "oc", "setaf", "setab", "setf", "setb", "rep"]
    return others.contains(name)
  }

  // MARK: - Compiling

  private static func compiled(
    names: String, booleans: [UInt8], numbers: [Int32], strings: [[UInt8]?],
    flags: [(name: String, value: UInt8)]
  ) -> [UInt8] {
    let magic: Int16 = 0o1036  // 32-bit numbers
    let table = StringTable(strings)
    let header = [
      magic, Int16(names.utf8.count + 1), Int16(booleans.count), Int16(numbers.count),
      Int16(strings.count), Int16(table.bytes.count),
    ]
    var entry = header.flatMap(littleEndian) + names.utf8 + [0] + booleans
    align(&entry)
    entry += numbers.flatMap(littleEndian) + table.offsets.flatMap(littleEndian) + table.bytes
    align(&entry)
    let flagNames = StringTable(flags.map { Array($0.name.utf8) })
    let extension_ = [
      Int16(flags.count), 0, 0, Int16(flags.count), Int16(flagNames.bytes.count),
    ]
    entry += extension_.flatMap(littleEndian) + flags.map(\.value)
    align(&entry)
    return entry + flagNames.offsets.flatMap(littleEndian) + flagNames.bytes
  }

  /// Zero-terminated strings with their offsets; -1 for an absent string.
  private struct StringTable {
    var bytes: [UInt8] = []
    var offsets: [Int16] = []

    init(_ strings: [[UInt8]?]) {
      for string in strings {
        guard let string, let offset = Int16(exactly: bytes.count) else {
          offsets.append(-1)
          continue
        }
        offsets.append(offset)
        bytes += string + [0]
      }
    }
  }

  private static func align(_ entry: inout [UInt8]) {
    if entry.count % 2 == 1 { entry.append(0) }
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}
