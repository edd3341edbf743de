/// Finds the entries of a list in its text, in the way of its format.
enum ListScanner {
  case lines(LineScanner)
  case records(RecordScanner)
  case elements(ElementScanner)

  /// The byte behind which an entry begins wherever it is; nil where only what comes before tells.
  var separator: UInt8? {
    if case .lines(let scanner) = self { scanner.separator } else { nil }
  }

  /// Finds the entries that end in a text.
  ///
  /// - Parameters:
  ///   - text: begins where an entry may begin.
  ///   - isEnd: whether nothing comes behind the text.
  /// - Returns: the count of bytes that need not be seen again.
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
