/// The bytes of one frame: appended without allocation, then sent as fast as the terminal accepts
/// them.
///
/// Only this type and `SequenceWriter` touch the memory.
struct ByteBuffer: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  private var sent = 0
  private let decimals = DecimalTable.entries

  init(capacity: Int = 4096) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity + SequenceWriter.slack)
  }

  deinit { bytes.deallocate() }

  /// Whether bytes are left to send.
  var isPending: Bool { sent < count }

  /// All bytes, those already sent included.
  var contents: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }

  /// The bytes that end anything an interrupted frame had begun: CAN ends sequences, ST strings.
  static let cut: [UInt8] = [0x18, 0x1B, 0x5C]

  /// Starts the next frame; unsent bytes of the last one are dropped.
  mutating func clear() {
    count = 0
    sent = 0
  }

  /// Removes the bytes from an offset on.
  mutating func drop(from count: Int) {
    self.count = min(self.count, count)
  }

  /// A writer for at most `room` more bytes; nothing else may be appended before `end(_:)`.
  mutating func writer(room: Int) -> SequenceWriter {
    reserve(room)
    return SequenceWriter(position: UnsafeMutableRawPointer(bytes + count), decimals: decimals)
  }

  /// Takes over the bytes of the current writer.
  mutating func end(_ writer: SequenceWriter) {
    count = writer.position - UnsafeMutableRawPointer(bytes)
  }

  mutating func append(_ text: StaticString) {
    var writer = writer(room: text.utf8CodeUnitCount)
    writer.append(text)
    end(writer)
  }

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

  /// Lets `body` read everything that was appended.
  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    body(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Sends unsent bytes, as many as the output accepts now.
  mutating func send(to output: any TerminalOutput) {
    while isPending {
      let taken = output.write(UnsafeRawBufferPointer(start: bytes + sent, count: count - sent))
      if taken <= 0 { return }
      sent += taken
    }
  }

  /// Reserves room for more bytes; allocates only for a frame larger than all before.
  private mutating func reserve(_ room: Int) {
    guard capacity - count < room else { return }
    capacity = max(capacity * 2, count + room)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + SequenceWriter.slack)
    grown.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = grown
  }
}
