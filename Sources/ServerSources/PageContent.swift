import ListSources
import SourceItems

/// What a page lists: its items as lines of a table that a `GrowingList` reads, and which pages come next.
struct PageContent: Equatable {
  /// The table that all pages become.
  static let layout = TableLayout(
    delimiter: TableLayout.tab,
    columns: [.url: 0, .thumbnail: 1, .title: 2, .width: 3, .height: 4, .section: 5])

  /// The most bytes of the table of a page: each item repeats what its page's address begins with.
  static let mostBytes = 64 << 20

  private(set) var lines: [UInt8] = []
  private(set) var itemCount = 0
  /// The sort keys, one for each item; none unless items are sorted by date taken.
  var keys: [DatedOrder.Key] = []
  /// The addresses of further pages, in order.
  var next: [String] = []
  /// The links of a folder's page that are left out.
  var leftOut = LeftOutEntries()

  /// Whether the table is too long.
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

  /// A field is one line; one that begins with a quote stands in quotes.
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
