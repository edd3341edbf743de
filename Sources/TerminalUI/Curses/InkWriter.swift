import TerminalGraphics

/// Replaces the marks in the output of ncurses by sequences for the colors that change.
struct InkWriter {
  /// The terminal's current colors; nil if unknown.
  private var present: Ink?

  /// Makes the current colors unknown.
  mutating func forget() {
    present = nil
  }

  /// Appends the output of ncurses.
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

  /// Writes into memory with enough room, and returns the end position.
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

  /// Whether a sequence may change colors: every sequence except a CSI with a final letter other
  /// than SGR's.
  private static func mayChangeColors(
    _ source: UnsafeBufferPointer<UInt8>, at escape: Int
  ) -> Bool {
    var index = escape + 1
    guard index < source.count, source[index] == 0x5B else { return true }
    repeat { index += 1 } while index < source.count && !(0x40...0x7E ~= source[index])
    return index == source.count || source[index] == 0x6D
  }
}
