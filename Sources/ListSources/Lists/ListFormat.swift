/// The format of a list's text.
package enum ListFormat: Equatable {
  /// The maximum size of an entry in bytes; longer ones are skipped.
  ///
  /// A `data` URL may be as long as a picture.
  static let longestEntry = 32 << 20

  /// A path or URL per line, or up to each zero byte.
  case lines(separator: UInt8)
  /// The same as `lines`, with titles in comments.
  case playlist
  /// A record of comma- or tab-separated values per line.
  case table(TableLayout)
  /// A JSON object or string per line.
  case objects(ColumnNames)
  /// The elements of a JSON array.
  case array(ColumnNames)

  /// A scanner for the entries, from the first byte of an entry on.
  var scanner: ListScanner {
    switch self {
    case .lines(let separator): .lines(LineScanner(separator: separator))
    case .playlist: .lines(LineScanner(hasTitles: true))
    case .table(let layout): .records(RecordScanner(layout: layout))
    case .objects: .lines(LineScanner(hasGroups: false))
    case .array: .elements(ElementScanner())
    }
  }

  /// Parses an entry.
  func entry(in bytes: ArraySlice<UInt8>) throws(EntryProblem) -> ListEntry {
    switch self {
    case .lines: ListEntry(address: bytes)
    case .playlist: Playlist.entry(in: bytes)
    case .table(let layout): try layout.entry(in: bytes)
    case .objects(let names), .array(let names): try JSONEntry.entry(in: bytes, names)
    }
  }

  /// Returns the bytes of an entry that form its caption; for a path, only the name.
  func captionBytes(of entry: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard case .lines = self, !entry.contains(UInt8(ascii: ":")),
      let slash = entry.lastIndex(of: UInt8(ascii: "/"))
    else { return entry }
    return UnsafeRawBufferPointer(rebasing: entry[(slash + 1)...])
  }

  /// Whether entries of a text may name sections, so that they must be parsed to find these.
  func mayNameSections(in text: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .lines, .playlist: false
    case .table(let layout): layout.hasSections
    case .objects(let names), .array(let names): names.mayOccur(.section, in: text)
    }
  }

  /// Returns the section of an entry as bytes, for comparisons; empty if it has none.
  func section(of entry: UnsafeRawBufferPointer) -> [UInt8] {
    if case .table(let layout) = self { return layout.section(of: entry) ?? [] }
    return (try? self.entry(in: Array(entry)[...]))?.section.map { Array($0.utf8) } ?? []
  }
}
