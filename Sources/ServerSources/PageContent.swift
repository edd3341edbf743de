import ListSources
import SourceItems

/// The content of a page: its items as lines of a table for a `GrowingList`, and the addresses of further pages.
struct PageContent: Equatable {
  /// The layout of the table, the same for all pages.
  static let layout = TableLayout(
    delimiter: TableLayout.tab,
    columns: [.url: 0, .thumbnail: 1, .title: 2, .width: 3, .height: 4, .section: 5])

  /// The maximum size of a page's table, in which every item repeats the start of the page's address.
  static let mostBytes = 64 << 20

  private(set) var lines: [UInt8] = []
  private(set) var itemCount = 0
  /// The sort keys, one per item; empty unless items are sorted by date taken.
  var keys: [DatedOrder.Key] = []
  /// The addresses of further pages, in order.
  var next: [String] = []
  /// The links of a folder's page that were left out.
  var leftOut = LeftOutEntries()

  /// Whether the table exceeds the maximum size.
  var isTooLong: Bool { lines.count > Self.mostBytes }

  /// Adds an item.
  mutating func add(
    _ address: String, thumbnail: String = "", title: String = "", width: String = "",
    height: String = "", section: String = ""
  ) {
    for (number, field) in [address, thumbnail, title, width, height, section].enumerated() {
      if number > 0 { lines.append(TableLayout.tab) }
      append(field)
    }
    lines.append(LineScanner.newline)
    itemCount += 1
  }

  /// Appends a field on one line; a field that begins with a quote is quoted.
  private mutating func append(_ field: String) {
    let quote = UInt8(ascii: "\"")
    let isQuoted = field.utf8.first == quote
    if isQuoted { lines.append(quote) }
    for byte in field.utf8 {
      if isQuoted, byte == quote { lines.append(quote) }
      lines.append(byte < 0x20 ? UInt8(ascii: " ") : byte)
    }
    if isQuoted { lines.append(quote) }
  }
}
