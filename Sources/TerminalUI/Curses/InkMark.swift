/// What ncurses writes where the colours change: the number of a colour pair in decimal, between two
/// bytes that no glyph and no other sequence holds.
enum InkMark {
  static let start: UInt8 = 0x01
  static let end: UInt8 = 0x02

  /// The least number of a pair.
  ///
  /// ncurses sets memory aside for the colours of a few, takes all of these for the same colours, and
  /// does not send what changes from one of them to another.
  static let firstPair: Int32 = 256

  /// The terminfo capability `scp`, of one number.
  static let capability = [start] + Array("%p1%d".utf8) + [end]

  /// Reads the mark that starts at an index, and moves the index behind it.
  @inline(__always)
  static func number(in source: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Int32 {
    var number: Int32 = 0
    index += 1
    while index < source.count, source[index] != end {
      number = number &* 10 &+ Int32(source[index] &- 0x30)
      index += 1
    }
    index += 1
    return number
  }
}
