/// Spells out the marks in what ncurses writes: only the colors that change are chosen.
struct InkWriter {
  /// The terminal's present colors, where they are known.
  private var present: Ink?

  /// Nothing is known about the colors any more.
  mutating func forget() {
    present = nil
  }

  /// Appends what ncurses wrote.
  ///
  /// - Complexity: O(bytes).
  mutating func write(
    _ source: UnsafeBufferPointer<UInt8>, with inks: some InkSource, to bytes: inout ByteBuffer
  ) {
    var marks = 0
    for byte in source where byte == InkMark.start { marks += 1 }
    bytes.append(room: source.count + marks * inks.longestSequence) { room in
      guard let start = room.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
      return write(source, with: inks, to: start) - start
    }
  }

  /// Writes what fits for sure, and returns the position behind it.
  private mutating func write(
    _ source: UnsafeBufferPointer<UInt8>, with inks: some InkSource,
    to start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var position = start
    var index = 0
    while index < source.count {
      let byte = source[index]
      if byte == InkMark.start {
        let ink = inks.ink(of: InkMark.number(in: source, at: &index))
        if ink != present { position += inks.write(ink, after: present, to: position) }
        present = ink
      } else {
        if byte == 0x1B, Self.mayChangeColors(source, at: index) { present = nil }
        position.pointee = byte
        position += 1
        index += 1
      }
    }
    return position
  }

  /// Whether a sequence may change the colors: any but those of a CSI that end with another letter
  /// than that of SGR.
  private static func mayChangeColors(
    _ source: UnsafeBufferPointer<UInt8>, at escape: Int
  ) -> Bool {
    var index = escape + 1
    guard index < source.count, source[index] == 0x5B else { return true }
    repeat { index += 1 } while index < source.count && !(0x40...0x7E ~= source[index])
    return index == source.count || source[index] == 0x6D
  }
}
