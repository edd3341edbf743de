/// The text of a strip of sixels, written without allocation where there is room.
///
/// Appending does not check for room: `reserve` makes it first. Only this type touches the memory.
///
/// Syntax: VT330/VT340 Programmer Reference Manual, chapter 14.
struct SixelText: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 4096
  private var count = 0

  /// The most bytes of a command: four numbers of up to ten digits, the punctuation.
  static let longestCommand = 48
  /// The least run that is worth a count: `!4?` is as long as three sixels.
  static let shortestRun = 4

  init() {
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  mutating func clear() {
    count = 0
  }

  /// Makes room for a number of bytes.
  mutating func reserve(_ bytes: Int) {
    if count + bytes <= capacity { return }
    capacity = 2 * (count + bytes)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: start, count: count)
    start.deallocate()
    start = grown
  }

  /// Appends the aspect ratio of pixels, 1:1, and the size of the strip.
  mutating func append(rasterWidth width: Int, height: Int) {
    for byte in "\"1;1;".utf8 { append(byte) }
    append(decimal: width)
    append(0x3B)
    append(decimal: height)
  }

  /// Defines a register.
  mutating func define(_ register: Int, as color: RegisterColor) {
    select(register)
    for byte in ";2".utf8 { append(byte) }
    for percent in [color.red, color.green, color.blue] {
      append(0x3B)
      append(decimal: Int(percent))
    }
  }

  mutating func select(_ register: Int) {
    append(0x23)  // #
    append(decimal: register)
  }

  mutating func returnToLeft() {
    append(0x24)  // $
  }

  mutating func endBand() {
    append(0x2D)  // -
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

  @inline(__always)
  private mutating func append(decimal value: Int) {
    if value < 10 { return append(digit: value) }
    if value >= 100 { appendHundreds(of: value) }
    let tens = (value % 100 &* 205) &>> 11
    append(digit: tens)
    append(digit: value % 100 &- 10 &* tens)
  }

  @inline(never)
  private mutating func appendHundreds(of value: Int) {
    if value >= 1000 { appendHundreds(of: value / 10) }
    append(digit: value / 100 % 10)
  }

  @inline(__always)
  private mutating func append(digit: Int) { append(UInt8(truncatingIfNeeded: 48 &+ digit)) }
}
