/// How the text of a list says where its pictures are.
package enum ListFormat: Equatable {
  /// The most bytes of an entry; a longer one is left out.
  ///
  /// A `data` URL may be as long as a picture.
  static let longestEntry = 32 << 20

  /// A path or URL a line, or up to each zero byte.
  case lines(separator: UInt8)
  /// The same, with titles in comments.
  case playlist
  /// A record of comma- or tab-separated values a line.
  case table(TableLayout)
  /// A JSON object or text a line.
  case objects(ColumnNames)
  /// The elements of a JSON array.
  case array(ColumnNames)

  /// What finds the entries, from the first byte of one on.
  var scanner: ListScanner {
    switch self {
    case .lines(let separator): .lines(LineScanner(separator: separator))
    case .playlist: .lines(LineScanner(hasTitles: true))
    case .table(let layout): .records(RecordScanner(layout: layout))
    case .objects: .lines(LineScanner(hasGroups: false))
    case .array: .elements(ElementScanner())
    }
  }

  /// Reads an entry.
  func entry(in bytes: ArraySlice<UInt8>) throws(EntryProblem) -> ListEntry {
    switch self {
    case .lines: ListEntry(address: bytes)
    case .playlist: Playlist.entry(in: bytes)
    case .table(let layout): try layout.entry(in: bytes)
    case .objects(let names), .array(let names): try JSONEntry.entry(in: bytes, names)
    }
  }

  /// The bytes of an entry that its caption is made of: of a path the name alone.
  func captionBytes(of entry: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard case .lines = self, !entry.contains(UInt8(ascii: ":")),
      let slash = entry.lastIndex(of: UInt8(ascii: "/"))
    else { return entry }
    return UnsafeRawBufferPointer(rebasing: entry[(slash + 1)...])
  }

  /// Whether entries of a text may name their sections, so that they must be read to find these.
  func mayNameSections(in text: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .lines, .playlist: false
    case .table(let layout): layout.hasSections
    case .objects(let names), .array(let names): names.mayOccur(.section, in: text)
    }
  }

  /// The bytes of the name of an entry's section, for telling it from another; empty if it has none.
  func section(of entry: UnsafeRawBufferPointer) -> [UInt8] {
    if case .table(let layout) = self { return layout.section(of: entry) ?? [] }
    return (try? self.entry(in: Array(entry)[...]))?.section.map { Array($0.utf8) } ?? []
  }
}
