import GalleryItems

/// The rows of a table or a JSON list, as they are in its text.
extension GrowingList {
  package func row(at place: Int) -> ItemRow? {
    let layout = layout
    switch layout.format {
    case .lines, .playlist: return nil
    case .table, .objects, .array: break
    }
    guard let row = bytes(of: place, in: layout.format) else { return nil }
    return ItemRow(Array(row), header: header(before: layout.start, in: layout.format))
  }

  /// The lines before the first record of a table: the names of its columns, and Excel's delimiter.
  private func header(before start: Int, in format: ListFormat) -> [UInt8]? {
    guard case .table = format else { return nil }
    let lines = text.bytes(from: 0, count: start).split(separator: LineScanner.newline)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    // A byte order mark alone is no header.
    guard lines.contains(where: { $0.contains { $0 < 0x80 } }) else { return nil }
    return Array(lines.joined(separator: [LineScanner.newline]))
  }
}
