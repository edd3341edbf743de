/// The loads of a sheet: they end in any order, and rows are complete in theirs.
///
/// Only a few pictures are in memory, however many there are.
struct SheetQueue {
  /// The least number of pictures that are loaded or wait for their row.
  static let leastAhead = 12
  /// The rows that are loaded ahead, the one to be written next included.
  static let rowsAhead = 3

  private let sheet: ContactSheet
  private let ahead: Int
  private var started = 0
  private var row = 0
  private var contents: [Int: SheetTile.Content] = [:]

  init(_ sheet: ContactSheet) {
    self.sheet = sheet
    ahead = max(Self.leastAhead, Self.rowsAhead * sheet.columns)
  }

  /// Whether all rows were taken.
  var isOver: Bool { row >= sheet.rowCount }

  /// Whether `takeStarts` has pictures.
  var hasStarts: Bool { !starts.isEmpty }

  private var starts: Range<Int> {
    started..<max(started, min(sheet.count, row * sheet.columns + ahead))
  }

  /// The pictures to load now.
  mutating func takeStarts() -> Range<Int> {
    let starts = starts
    started = starts.upperBound
    return starts
  }

  /// Notes the end of a load.
  mutating func end(_ item: Int, with content: SheetTile.Content) {
    contents[item] = content
  }

  /// The next row, once all of its loads have ended.
  mutating func takeRow() -> (items: Range<Int>, contents: [SheetTile.Content])? {
    if isOver { return nil }
    let items = sheet.items(inRow: row)
    let ended = items.compactMap { contents[$0] }
    guard ended.count == items.count else { return nil }
    for item in items { contents[item] = nil }
    row += 1
    return (items, ended)
  }
}
