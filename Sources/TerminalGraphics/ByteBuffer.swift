/// The bytes of one frame: appended without allocation, then sent as fast as the terminal takes
/// them.
///
/// Only this type and the writers to its room touch the memory.
package struct ByteBuffer: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0
  private var sent = 0

  package init(capacity: Int = 4096) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// True until every byte is sent.
  package var isPending: Bool { sent < count }

  /// All bytes, those already sent included.
  package var contents: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }

  /// The end of anything that a frame that was cut short had begun: CAN ends sequences, ST strings.
  package static let cut: [UInt8] = [0x18, 0x1B, 0x5C]

  /// Starts the next frame; unsent bytes of the last one are dropped.
  package mutating func clear() {
    count = 0
    sent = 0
  }

  /// Removes the bytes from a count on.
  package mutating func drop(from count: Int) {
    self.count = min(self.count, count)
  }

  /// Makes room for more bytes behind the last one; no append may come before `end(at:)`.
  package mutating func room(for bytes: Int) -> UnsafeMutableRawPointer {
    reserve(bytes)
    return UnsafeMutableRawPointer(self.bytes + count)
  }

  /// Takes over the bytes that were written to the room, up to an address in it.
  package mutating func end(at address: UnsafeMutableRawPointer) {
    count = address - UnsafeMutableRawPointer(bytes)
  }

  package mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ other: [UInt8]) {
    other.withUnsafeBytes { append($0) }
  }

  package mutating func append(_ other: UnsafeRawBufferPointer) {
    append(room: other.count) { room in
      room.copyMemory(from: other)
      return other.count
    }
  }

  /// Appends a number from 0 in decimal.
  package mutating func append(decimal value: Int) {
    if value >= 10 { append(decimal: value / 10) }
    append(room: 1) { room in
      room[0] = UInt8(truncatingIfNeeded: 48 + value % 10)
      return 1
    }
  }

  /// Lets `fill` write into the next `room` bytes; it returns how many it wrote.
  package mutating func append(room: Int, fill: (UnsafeMutableRawBufferPointer) -> Int) {
    reserve(room)
    let written = fill(UnsafeMutableRawBufferPointer(start: bytes + count, count: room))
    count += min(max(0, written), room)
  }

  /// Lets `body` read everything that was appended.
  package func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    body(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Sends the unsent bytes, as far as the output takes them now.
  package mutating func send(to output: any TerminalOutput) {
    while isPending {
      let taken = output.write(UnsafeRawBufferPointer(start: bytes + sent, count: count - sent))
      if taken <= 0 { return }
      sent += taken
    }
  }

  /// Makes room for more bytes; it allocates only when a frame is larger than any before.
  private mutating func reserve(_ room: Int) {
    guard capacity - count < room else { return }
    capacity = max(capacity * 2, count + room)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = grown
  }
}
