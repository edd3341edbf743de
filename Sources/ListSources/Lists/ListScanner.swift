/// A scanner for the entries of a list in one of the formats.
enum ListScanner {
  case lines(LineScanner)
  case records(RecordScanner)
  case elements(ElementScanner)

  /// The byte after which an entry always begins; nil if that depends on the text before.
  var separator: UInt8? {
    if case .lines(let scanner) = self { scanner.separator } else { nil }
  }

  /// Finds the complete entries in a text.
  ///
  /// - Parameters:
  ///   - text: text that begins at the start of an entry.
  ///   - isEnd: whether this is the end of the list.
  /// - Returns: the number of bytes that need not be scanned again.
  mutating func scan(
    _ text: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout EntryBatch
  ) -> Int {
    switch self {
    case .lines(var scanner):
      let used = scanner.scan(text, isEnd: isEnd, into: &batch)
      self = .lines(scanner)
      return used
    case .records(let scanner): return scanner.scan(text, isEnd: isEnd, into: &batch)
    case .elements(var scanner):
      let used = scanner.scan(text, isEnd: isEnd, into: &batch)
      self = .elements(scanner)
      return used
    }
  }
}
