/// The columns of a list's table: the facts that have room, and their places.
///
/// The name comes first and takes the rest of the width. In a narrow table, the least important facts are missing.
struct TableColumns: Hashable, Sendable {
  /// A fact about a picture, in the order of columns.
  enum Fact: Int, CaseIterable, Hashable, Sendable {
    case name, pixels, format, size, date, camera
  }

  /// A column; its start is counted from the beginning of the table's text.
  struct Column: Hashable, Sendable {
    let fact: Fact
    let start: Int
    let width: Int

    /// Whether the fact is a number, aligned at the right.
    var isNumber: Bool { fact == .pixels || fact == .size }
  }

  /// The most rows of a line in a table; higher lines have their facts below each other.
  static let mostRows = 5

  /// From left to right; the first one is the name.
  let columns: [Column]
  /// The width of the text.
  let width: Int

  /// - Parameter width: the columns for text.
  init(width: Int) {
    self.width = max(1, width)
    var widths: [Fact: Int] = [:]
    var rest = self.width
    var isFull = false
    for choice in Self.choices where choice.isAddition || !isFull {
      guard rest - choice.room >= choice.leastName else {
        isFull = true
        continue
      }
      widths[choice.fact, default: 0] += choice.width
      rest -= choice.room
    }
    widths[.name] = min(rest, Self.mostName)
    var columns: [Column] = []
    for fact in Fact.allCases {
      guard let width = widths[fact] else { continue }
      let start = columns.last.map { $0.start + $0.width + Self.gap } ?? 0
      columns.append(Column(fact: fact, start: start, width: width))
    }
    self.columns = columns
  }

  private static let gap = 2
  private static let mostName = 72

  /// A column, or more of one, and the condition to have it.
  private struct Choice {
    let fact: Fact
    let width: Int
    /// The least width of the name beside it.
    let leastName: Int
    /// Whether it widens a column.
    var isAddition = false

    var room: Int { width + (isAddition ? 0 : TableColumns.gap) }
  }

  /// The most important fact first: `10000x10000`, `999.9 MB`, a day, `JPEG XL`, a camera, and the time of the day.
  private static let choices = [
    Choice(fact: .pixels, width: 11, leastName: 20),
    Choice(fact: .size, width: 8, leastName: 20),
    Choice(fact: .date, width: dayWidth, leastName: 20),
    Choice(fact: .format, width: 7, leastName: 20),
    Choice(fact: .camera, width: 22, leastName: 24),
    Choice(fact: .date, width: timeWidth - dayWidth, leastName: 32, isAddition: true),
    Choice(fact: .camera, width: 10, leastName: 48, isAddition: true),
  ]

  /// The widths of `2021-07-04` and of `2021-07-04 12:34`.
  private static let (dayWidth, timeWidth) = (10, 16)
}
