import Glibc

/// The delimiter of a table, and the columns of its fields.
///
/// A field may be in quotes. Inside quotes, delimiters and, in CSV, line breaks are part of the
/// field, and two quotes stand for one.
package struct TableLayout: Equatable {
  private static let quote = UInt8(ascii: "\"")
  package static let tab = UInt8(ascii: "\t")

  let delimiter: UInt8
  private let columns: [ListField: Int]

  /// - Parameter names: the fields of the header.
  /// - Returns: nil if no column has the pictures' addresses.
  init?(delimiter: UInt8, header names: [String], _ chosen: ColumnNames) {
    var columns: [ListField: Int] = [:]
    for field in ListField.allCases { columns[field] = chosen.column(of: field, among: names) }
    if columns[.url] == nil { return nil }
    self.init(delimiter: delimiter, columns: columns)
  }

  package init(delimiter: UInt8, columns: [ListField: Int]) {
    self.delimiter = delimiter
    self.columns = columns
  }

  var hasSections: Bool { columns[.section] != nil }

  func entry(in record: ArraySlice<UInt8>) throws(EntryProblem) -> ListEntry {
    try ListEntry { field in
      columns[field].flatMap { column in record.withUnsafeBytes { self.field(column, of: $0) } }
    }
  }

  /// Returns the bytes of the section field, if there is one.
  func section(of record: UnsafeRawBufferPointer) -> [UInt8]? {
    columns[.section].flatMap { field($0, of: record) }
  }

  /// Returns all fields of a record.
  func fields(of record: ArraySlice<UInt8>) -> [[UInt8]] {
    var fields: [[UInt8]] = []
    record.withUnsafeBytes { record in
      var start = 0
      while start <= record.count {
        let end = fieldEnd(in: record, from: start) ?? record.count
        fields.append(contents(of: UnsafeRawBufferPointer(rebasing: record[start..<end])))
        start = end + 1
      }
    }
    return fields
  }

  private func field(_ number: Int, of record: UnsafeRawBufferPointer) -> [UInt8]? {
    var start = 0
    for _ in 0..<number {
      start = (fieldEnd(in: record, from: start) ?? record.count) + 1
      if start > record.count { return nil }
    }
    let end = fieldEnd(in: record, from: start) ?? record.count
    return contents(of: UnsafeRawBufferPointer(rebasing: record[start..<end]))
  }

  /// Returns the end offset of a field: at a delimiter, a newline or the end of the text.
  ///
  /// - Returns: nil if its quotes are not closed.
  func fieldEnd(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var place = start
    if start < text.count, text[start] == Self.quote {
      if let close = closingQuote(in: text, behind: start) {
        place = close + 1
      } else if delimiter != Self.tab {
        return nil
      }
    }
    while place < text.count, text[place] != delimiter, text[place] != LineScanner.newline {
      place += 1
    }
    return place
  }

  /// Returns the closing quote; in TSV only within the line, because many such tables don't use quoting.
  private func closingQuote(in text: UnsafeRawBufferPointer, behind start: Int) -> Int? {
    let line = delimiter == Self.tab ? text[start...].place(of: LineScanner.newline) : nil
    let end = line ?? text.count
    var place = start + 1
    while place < end, let quote = text[place..<end].place(of: Self.quote) {
      guard quote + 1 < end, text[quote + 1] == Self.quote else { return quote }
      place = quote + 2
    }
    return nil
  }

  private func contents(of field: UnsafeRawBufferPointer) -> [UInt8] {
    guard field.first == Self.quote, let close = closingQuote(in: field, behind: 0) else {
      return Array(field)
    }
    var contents: [UInt8] = []
    var isBehindQuote = false
    for byte in field[1..<close] {
      isBehindQuote = byte == Self.quote && !isBehindQuote
      if !isBehindQuote { contents.append(byte) }
    }
    return contents + field[(close + 1)...]
  }
}
