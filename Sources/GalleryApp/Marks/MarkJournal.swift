/// The text of the file that keeps marks: a line for each change of them.
///
/// A line has the digests of marked items behind `+`, of unmarked ones behind `-`, or the word `clear`. A line counts
/// once its newline is there, so that a file that was cut anywhere has the marks of a moment of the session.
enum MarkJournal {
  /// The most marks that are kept.
  static let mostMarks = 500_000
  /// The size from which a file is written again without its history.
  static let mostBytes = 16 << 20

  /// A change of the marks, by the digests of items.
  struct Change: Equatable {
    var added: [UInt64] = []
    var removed: [UInt64] = []
    /// Whether nothing is marked after it.
    var leavesNone = false

    /// The line of the change.
    var line: [UInt8] {
      if leavesNone { return Array("clear\n".utf8) }
      var line: [UInt8] = []
      line.reserveCapacity(18 * (added.count + removed.count) + 1)
      for (sign, digests) in [("+", added), ("-", removed)] as [(Character, [UInt64])] {
        for digest in digests {
          if !line.isEmpty { line.append(UInt8(ascii: " ")) }
          line += sign.utf8
          for shift in stride(from: 60, through: 0, by: -4) {
            line.append(MarkJournal.digits[Int(digest >> UInt64(shift) & 15)])
          }
        }
      }
      return line + [UInt8(ascii: "\n")]
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// The marks after all complete lines of a text, up to the first damaged one.
  static func marks(in text: some Collection<UInt8>) -> Set<UInt64> {
    var marks: Set<UInt64> = []
    var rest = text[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      guard let change = change(in: rest[..<end]) else { return marks }
      if change.leavesNone { marks = [] }
      marks.formUnion(change.added)
      marks.subtract(change.removed)
      rest = rest[rest.index(after: end)...]
    }
    return marks
  }

  private static func change(in line: some Collection<UInt8>) -> Change? {
    if line.elementsEqual("clear".utf8) { return Change(leavesNone: true) }
    var change = Change()
    for word in line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      guard word.count == 17, let digest = digest(of: word.dropFirst()) else { return nil }
      switch word.first {
      case UInt8(ascii: "+"): change.added.append(digest)
      case UInt8(ascii: "-"): change.removed.append(digest)
      default: return nil
      }
    }
    return change
  }

  private static func digest(of digits: some Collection<UInt8>) -> UInt64? {
    var digest: UInt64 = 0
    for digit in digits {
      guard let value = self.digits.firstIndex(of: digit) else { return nil }
      digest = digest << 4 | UInt64(value)
    }
    return digest
  }
}
