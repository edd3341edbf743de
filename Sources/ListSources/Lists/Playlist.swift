/// An extended M3U list: entries are paths or URLs, with optional titles in the lines before.
///
/// ```
/// #EXTM3U
/// #EXTINF:0,A bowl of soup
/// soup.jpg
/// ```
enum Playlist {
  static let mark = Array("#EXTM3U".utf8)
  static let titleMark = Array("#EXTINF:".utf8)

  /// Parses an entry, which may begin with a title line.
  static func entry(in bytes: ArraySlice<UInt8>) -> ListEntry {
    guard bytes.starts(with: titleMark),
      let address = bytes.lastIndex(of: LineScanner.newline),
      let titleEnd = bytes.firstIndex(of: LineScanner.newline)
    else { return ListEntry(address: bytes) }
    // Attributes before the title may contain commas in quotes.
    let line = bytes[..<titleEnd]
    let attributes = line.lastIndex(of: UInt8(ascii: "\"")) ?? line.startIndex
    let comma = line[attributes...].firstIndex(of: UInt8(ascii: ","))
    let title = comma.map { String(decoding: line[($0 + 1)...], as: UTF8.self) }?
      .filter { !$0.isNewline }
    return ListEntry(
      address: bytes[(address + 1)...],
      title: title?.allSatisfy(\.isWhitespace) ?? true ? nil : title)
  }
}
