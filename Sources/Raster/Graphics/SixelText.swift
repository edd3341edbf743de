/// The text of a strip of sixels.
///
/// Appending does not check the capacity: call `reserve` first. Only this type touches the memory.
///
/// Syntax: VT330/VT340 Programmer Reference Manual, chapter 14.
struct SixelText: ~Copyable {
  /// Up to eight bytes of text.
  private struct Word {
    let bytes: UInt64
    let count: UInt8
    /// How often the sixel is repeated.
    let sixels: UInt8

    init(_ text: some StringProtocol, sixels: Int = 0) {
      precondition(text.utf8.count <= 8)
      bytes = text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      count = UInt8(text.utf8.count)
      self.sixels = UInt8(sixels)
    }
  }

  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 4096
  private var count = 0
  /// The repeat prefix for each number of columns.
  private let runs: UnsafeMutablePointer<Word>
  /// The command that selects each register.
  private let selections: UnsafeMutablePointer<Word>

  /// The longest command: four numbers of up to ten digits, and punctuation.
  static let longestCommand = 48
  /// The shortest run worth a count: `!4?` is as long as three sixels.
  static let shortestRun = 4

  /// - Parameters:
  ///   - width: the longest run in columns.
  ///   - colors: the number of registers.
  init(width: Int, colors: Int) {
    start = .allocate(capacity: capacity)
    runs = .allocate(capacity: width + 1)
    for columns in 0...width {
      let word =
        columns < Self.shortestRun ? Word("", sixels: columns) : Word("!\(columns)", sixels: 1)
      (runs + columns).initialize(to: word)
    }
    selections = .allocate(capacity: colors)
    for color in 0..<colors { (selections + color).initialize(to: Word("#\(color)")) }
  }

  deinit {
    start.deallocate()
    runs.deallocate()
    selections.deallocate()
  }

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

  @inline(__always)
  mutating func select(_ register: Int) {
    append(selections[register])
  }

  mutating func returnToLeft() {
    append(0x24)  // $
  }

  mutating func endBand() {
    append(0x2D)  // -
  }

  /// Appends one sixel repeated over columns, at most the width.
  @inline(__always)
  mutating func append(_ sixel: UInt8, count columns: Int) {
    append(runs[columns])
    let four = UInt32(63 &+ sixel) &* 0x0101_0101
    UnsafeMutableRawPointer(start + count).storeBytes(of: four, as: UInt32.self)
    count &+= Int(runs[columns].sixels)
  }

  @inline(__always)
  private mutating func append(_ word: Word) {
    UnsafeMutableRawPointer(start + count).storeBytes(of: word.bytes.littleEndian, as: UInt64.self)
    count &+= Int(word.count)
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
