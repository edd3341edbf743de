/// The bytes of one frame: appended without allocation, then sent as fast as the terminal takes
/// them.
///
/// An append does not check for room, because it is the innermost step of encoding: `reserve` room
/// first. This type alone touches the memory.
struct ByteBuffer: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  private var sent = 0
  /// For each byte value its decimal digits and a semicolon, the first in the lowest byte, and above
  /// these four bytes how many they are.
  private let decimals: UnsafeMutablePointer<UInt64>

  /// Numbers and fixed text are stored eight bytes at a time; what lies beyond their end is
  /// overwritten by the next append.
  private static let slack = 8

  init(capacity: Int = 4096) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity + Self.slack)
    decimals = .allocate(capacity: 256)
    for value in 0..<256 {
      let text = "\(value);".utf8
      let digits = text.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      decimals[value] = UInt64(text.count) << 32 | digits
    }
  }

  deinit {
    bytes.deallocate()
    decimals.deallocate()
  }

  /// True until every byte is sent.
  var isPending: Bool { sent < count }

  /// Starts the next frame; what was not sent of the last one is gone.
  mutating func clear() {
    count = 0
    sent = 0
  }

  /// Makes room for so many more bytes; it allocates only when a frame is larger than any before.
  mutating func reserve(_ room: Int) {
    guard capacity - count < room else { return }
    capacity = max(capacity * 2, count + room)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slack)
    grown.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = grown
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    bytes.advanced(by: count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  /// Appends up to eight bytes of fixed text, the first of them in the lowest byte.
  @inline(__always)
  mutating func append(word: UInt64, length: Int) {
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count += length
  }

  /// Appends a number of at most 255 in decimal, and a semicolon.
  @inline(__always)
  mutating func append(parameter value: UInt8) {
    let entry = decimals[Int(value)]
    append(word: entry, length: Int(truncatingIfNeeded: entry >> 32))
  }

  /// Appends any number in decimal.
  mutating func append(decimal value: Int) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(truncatingIfNeeded: 48 + value % 10))
  }

  /// Ends a list of parameters: the last semicolon becomes the letter of the sequence.
  @inline(__always)
  mutating func endParameters(with letter: UInt8) {
    bytes[count - 1] = letter
  }

  /// Appends a Unicode scalar in UTF-8.
  @inline(__always)
  mutating func append(scalar value: UInt32) {
    func byte(_ shift: UInt32, _ mark: UInt32, _ mask: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: mark | value >> shift & mask)
    }
    if value < 0x80 { return append(byte(0, 0, 0x7F)) }
    if value < 0x800 {
      append(byte(6, 0xC0, 0x1F))
    } else if value < 0x1_0000 {
      append(byte(12, 0xE0, 0x0F))
      append(byte(6, 0x80, 0x3F))
    } else {
      append(byte(18, 0xF0, 0x07))
      append(byte(12, 0x80, 0x3F))
      append(byte(6, 0x80, 0x3F))
    }
    append(byte(0, 0x80, 0x3F))
  }

  /// Appends any bytes, and makes the room for them.
  mutating func append(_ other: [UInt8]) {
    append(room: other.count) { room in
      room.copyBytes(from: other)
      return other.count
    }
  }

  /// Lets `fill` write into the next `room` bytes; it returns how many it wrote.
  mutating func append(room: Int, fill: (UnsafeMutableRawBufferPointer) -> Int) {
    reserve(room)
    let written = fill(UnsafeMutableRawBufferPointer(start: bytes + count, count: room))
    count += min(max(0, written), room)
  }

  /// Sends what is left, as far as the output takes it now.
  mutating func send(to output: any TerminalOutput) {
    while isPending {
      let taken = output.write(UnsafeRawBufferPointer(start: bytes + sent, count: count - sent))
      if taken <= 0 { return }
      sent += taken
    }
  }
}
