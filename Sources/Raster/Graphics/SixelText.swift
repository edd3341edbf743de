/// The text of a strip of sixels, written without allocation.
///
/// Appending does not check for room: the memory holds the longest text that a strip can have. Only
/// this type touches it.
///
/// Syntax: VT330/VT340 Programmer Reference Manual, chapter 14.
struct SixelText: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// The most bytes of a command: four digits for a count, three numbers up to 100, the
  /// punctuation.
  private static let longestCommand = 24
  /// The least run that is worth a count: `!4?` is as long as three sixels.
  static let shortestRun = 4

  init(width: Int, bands: Int) {
    let line = width + 2 * Self.longestCommand
    start = .allocate(
      capacity: 2 * Self.longestCommand
        + SixelPalette.count * (Self.longestCommand + bands * line))
  }

  deinit { start.deallocate() }

  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  mutating func clear() {
    count = 0
  }

  /// Appends the aspect ratio of pixels, 1:1, and the size of the strip.
  mutating func append(rasterWidth width: Int, height: Int) {
    for byte in "\"1;1;".utf8 { append(byte) }
    append(decimal: width)
    append(0x3B)
    append(decimal: height)
  }

  /// Defines a color register by its red, green, and blue in percent.
  mutating func define(_ color: Int) {
    select(color)
    for byte in ";2".utf8 { append(byte) }
    for level in [color / 36, color / 6 % 6, color % 6] {
      append(0x3B)
      append(decimal: 20 * level)
    }
  }

  mutating func select(_ color: Int) {
    append(0x23)  // #
    append(decimal: color)
  }

  mutating func returnToLeft() {
    append(0x24)  // $
  }

  mutating func endBand() {
    append(0x2D)  // -
  }

  /// Appends the sixels of one color from the current column on, with runs as counts.
  @inline(__always)
  mutating func append(_ line: UnsafeBufferPointer<UInt8>) {
    var column = 0
    while column < line.count {
      let sixel = line[column]
      var end = column + 1
      while end < line.count, line[end] == sixel { end += 1 }
      append(sixel, count: end - column)
      column = end
    }
  }

  /// Appends one sixel over a number of columns.
  @inline(__always)
  mutating func append(_ sixel: UInt8, count columns: Int) {
    if columns >= Self.shortestRun {
      append(0x21)  // !
      append(decimal: columns)
      append(63 &+ sixel)
    } else {
      for _ in 0..<columns { append(63 &+ sixel) }
    }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    start[count] = byte
    count += 1
  }

  private mutating func append(decimal value: Int) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(truncatingIfNeeded: 48 + value % 10))
  }
}
