import Glibc

/// Finds the records of a table; a record is a line unless a quoted field contains line breaks.
struct RecordScanner {
  let layout: TableLayout

  /// Scans like `LineScanner.scan`.
  func scan(
    _ text: UnsafeRawBufferPointer, isEnd: Bool, into batch: inout EntryBatch
  ) -> Int {
    var start = 0
    while start < text.count {
      guard let end = recordEnd(in: text, from: start, isEnd: isEnd) else {
        if isEnd { batch.problem = "the quotes of a field are not closed" }
        return start
      }
      var last = end - 1
      if last >= start, text[last] == UInt8(ascii: "\r") { last -= 1 }
      if last >= start, end - start <= ListFormat.longestEntry {
        batch.ranges.append(start..<last + 1)
      }
      start = end + 1
    }
    return min(start, text.count)
  }

  /// Returns the offset of the newline after a record, or the end of the text; nil if it may come later.
  private func recordEnd(
    in text: UnsafeRawBufferPointer, from start: Int, isEnd: Bool
  ) -> Int? {
    let newline = text[start...].place(of: LineScanner.newline)
    let lineEnd = newline ?? text.count
    if text[start..<lineEnd].place(of: UInt8(ascii: "\"")) == nil {
      return newline ?? (isEnd ? text.count : nil)
    }
    var place = start
    while let end = layout.fieldEnd(in: text, from: place) {
      if end == text.count { return isEnd ? end : nil }
      if text[end] == LineScanner.newline { return end }
      place = end + 1
    }
    return nil
  }
}
