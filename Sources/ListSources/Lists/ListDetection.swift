import Raster
import SourceItems

/// Detects the format of a list, by its beginning rather than by its name.
package struct ListDetection {
  enum Finding: Equatable {
    /// The format, and the number of bytes before the entries.
    case format(ListFormat, start: Int)
    /// More text is needed.
    case needsMore
    /// The text is no list, for this reason.
    case problem(String)
  }

  /// The extensions of files that are taken for lists.
  package static let endings = [
    "txt", "lst", "m3u", "m3u8", "csv", "tsv", "jsonl", "ndjson", "json",
  ]

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The maximum length of a header line.
  private static let longestHead = 1 << 20

  /// The file extension, in lower case without the dot; empty if there is none.
  let ending: String
  /// The byte that ends an entry of a list of lines.
  let separator: UInt8
  /// The columns or keys of the fields.
  let columns: ColumnNames
  /// Whether the list comes from standard input, where an option sets the separator.
  let isInput: Bool
  /// The format, if it is already known.
  let known: ListFormat?

  package init(
    ending: String = "", separator: UInt8 = LineScanner.newline,
    columns: ColumnNames = ColumnNames(), isInput: Bool = false, known: ListFormat? = nil
  ) {
    self.ending = ending
    self.separator = separator
    self.columns = columns
    self.isInput = isInput
    self.known = known
  }

  /// Returns the extension of a name, in lower case without the dot; empty if there is none.
  package static func ending(of name: String) -> String {
    let name = name.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Detects the format of a list.
  ///
  /// - Parameters:
  ///   - text: the beginning of the list.
  ///   - isWhole: whether this is the whole list.
  func find(in text: ArraySlice<UInt8>, isWhole: Bool) -> Finding {
    if let known { return .format(known, start: 0) }
    let isWhole = isWhole || text.count > Self.longestHead
    let mark = text.prefix(Self.byteOrderMark.count)
    let hasMark = mark.elementsEqual(Self.byteOrderMark)
    if !hasMark, !isWhole, Self.byteOrderMark.starts(with: mark) { return .needsMore }
    let start = text.startIndex + (hasMark ? mark.count : 0)
    let lines = Finding.format(.lines(separator: separator), start: start - text.startIndex)
    guard separator == LineScanner.newline else { return lines }
    guard let first = text[start...].firstIndex(where: { !$0.isBlankOrNewline }) else {
      return isWhole ? lines : .needsMore
    }
    let newline = text[start..<first].lastIndex(of: LineScanner.newline)
    let line = text[(newline.map { $0 + 1 } ?? start)...]
    switch structured(text[first...], line, isWhole: isWhole) {
    case .format(let format, let head): return .format(format, start: head - text.startIndex)
    case .problem(let problem): return .problem(problem)
    case .needsMore where !isWhole: return .needsMore
    case .needsMore, nil:
      return columns.isUsual
        ? lines : .problem("it has no columns: --column is for CSV, TSV and JSON")
    }
  }

  /// - Parameters:
  ///   - body: the text from the first character that is no blank.
  ///   - line: the text from the beginning of that line.
  /// - Returns: a format with the index of its first entry; nil for a list of lines.
  private func structured(
    _ body: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>, isWhole: Bool
  ) -> Finding? {
    let next = body.dropFirst().first { !$0.isBlankOrNewline }
    switch body.first {
    case UInt8(ascii: "[") where next == nil && !isWhole,
      UInt8(ascii: "{") where next == nil && !isWhole:
      return .needsMore
    case UInt8(ascii: "[") where ending == "json" || "{\"]".utf8.contains { $0 == next }:
      return .format(.array(columns), start: body.startIndex + 1)
    case UInt8(ascii: "{") where "\"}".utf8.contains { $0 == next }:
      return objects(body, isWhole: isWhole)
    case UInt8(ascii: "#"):
      if body.count < Playlist.mark.count, !isWhole { return .needsMore }
      if body.starts(with: Playlist.mark) { return .format(.playlist, start: body.startIndex) }
    default: break
    }
    switch ending {
    case "json": return .problem("it is not a JSON array")
    case "jsonl", "ndjson": return .format(.objects(columns), start: body.startIndex)
    case "m3u", "m3u8": return .format(.playlist, start: body.startIndex)
    default: return table(line, isWhole: isWhole)
    }
  }

  private func objects(_ body: ArraySlice<UInt8>, isWhole: Bool) -> Finding {
    let lineEnd = body.firstIndex(of: LineScanner.newline)
    guard let end = lineEnd ?? (isWhole ? body.endIndex : nil) else { return .needsMore }
    var isObject = true
    do {
      _ = try JSONEntry.entry(in: body[..<end], columns)
      return .format(.objects(columns), start: body.startIndex)
    } catch .notJSON {
      isObject = false
    } catch {
      // Other errors of the first entry are reported later, for all formats.
    }
    // A single object contains the array of entries; otherwise each line is an object.
    let isAlone = !isObject || !body[end...].contains { !$0.isBlankOrNewline }
    if isObject, isAlone, !isWhole { return .needsMore }
    if isAlone, let start = Self.firstArray(in: isObject ? body[..<end] : body) {
      return .format(.array(columns), start: start)
    }
    if isObject { return .format(.objects(columns), start: body.startIndex) }
    return isWhole
      ? .problem(
        "it begins with an object of several lines: a list is a JSON array, or one object per line")
      : .needsMore
  }

  /// Returns the start of the elements in an object's first array of objects or strings.
  private static func firstArray(in body: ArraySlice<UInt8>) -> Int? {
    var (isText, isEscaped) = (false, false)
    var latest: UInt8?
    for (place, byte) in zip(body.indices, body) {
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      if byte.isBlankOrNewline { continue }
      let isElement = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\"")
      if latest == UInt8(ascii: "["), isElement { return place }
      isText = byte == UInt8(ascii: "\"")
      latest = byte
    }
    return nil
  }

  // MARK: - Tables

  /// - Returns: nil for a list of lines.
  private func table(_ text: ArraySlice<UInt8>, isWhole: Bool) -> Finding? {
    let (stated, body) = Self.statedDelimiter(of: text)
    let isTable = ending == "csv" || ending == "tsv" || stated != nil
    var names: [String]?
    for delimiter in stated.map({ [$0] }) ?? Array((ending == "tsv" ? "\t" : ",;\t").utf8) {
      let plain = TableLayout(delimiter: delimiter, columns: [:])
      var batch = EntryBatch()
      let scanner = RecordScanner(layout: plain)
      _ = body.withUnsafeBytes { scanner.scan($0, isEnd: isWhole, into: &batch) }
      guard let range = batch.ranges.first else {
        // A quoted name may contain a line break, so wait for its end before trying another delimiter.
        if isWhole { continue } else { return .needsMore }
      }
      let record = body[(body.startIndex + range.lowerBound)..<(body.startIndex + range.upperBound)]
      let header = plain.fields(of: record).map { String(decoding: $0, as: UTF8.self) }
      guard isTable || header.count > 1 else { continue }
      if let format = self.format(of: header, delimiter, isTable: isTable) {
        return .format(
          format.format, start: format.hasHeader ? record.endIndex : body.startIndex)
      }
      if header.count > names?.count ?? 0 { names = header }
    }
    guard isTable else { return nil }
    guard let names else { return .problem("its first line is not a header") }
    let shown = names.prefix(8).map { $0.excerpt(24) }.joined(separator: ", ")
    return .problem(
      "its header names no column with pictures (\(shown)): say which with --column url=NAME")
  }

  /// Returns the delimiter from a line such as `sep=;`, which Excel writes, and the table after it.
  private static func statedDelimiter(
    of text: ArraySlice<UInt8>
  ) -> (delimiter: UInt8?, table: ArraySlice<UInt8>) {
    let line = text.prefix { $0 != LineScanner.newline }
    let statement = line.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\r") }
    let isStated =
      statement.count == 5
      && String(decoding: statement.prefix(4), as: UTF8.self).lowercased() == "sep="
    guard isStated, line.endIndex < text.endIndex else { return (nil, text) }
    return (statement.last, text[(line.endIndex + 1)...])
  }

  private func format(
    of header: [String], _ delimiter: UInt8, isTable: Bool
  ) -> (format: ListFormat, hasHeader: Bool)? {
    if let layout = TableLayout(delimiter: delimiter, header: header, columns),
      let place = columns.column(of: .url, among: header), !isPicture(header[place])
    {
      return (.table(layout), true)
    }
    guard isTable,
      let place = columns.isUsual
        ? header.firstIndex(where: isPicture) : columns.column(of: .url, among: header),
      isPicture(header[place])
    else { return nil }
    return (.table(TableLayout(delimiter: delimiter, columns: [.url: place])), false)
  }

  private func isPicture(_ text: String) -> Bool {
    WebAddress(text) != nil || Array(text.utf8).withUnsafeBytes(PictureNames.suggestsPicture)
  }
}
