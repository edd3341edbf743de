/// A movement through the gallery; positive is toward the end.
package enum Movement: Hashable, Sendable {
  /// Moves the selection by lines of tiles; the viewport follows.
  case lines(Int)
  /// Moves the selection along a line.
  case items(Int)
  /// Moves the viewport and the selection by screenfuls.
  case pages(Int)
  case halfPages(Int)
  case first, last
  /// Moves the selection to the beginning of a section.
  case sections(Int)
  /// Moves the viewport by rows; the selection moves only as far as needed to stay visible.
  case scroll(Int)
  case select(column: Int, row: Int)
}

extension Movement {
  /// The direction of a step: -1 toward the start, 1 toward the end.
  ///
  /// It is 0 for jumps, and for the wheel, which may continue by itself.
  var direction: Int {
    switch self {
    case .lines(let count), .items(let count), .pages(let count), .halfPages(let count),
      .sections(let count):
      count.signum()
    case .first, .last, .scroll, .select: 0
    }
  }
}

extension Navigation {
  /// A message when a movement reaches the end; nil for none.
  ///
  /// - Parameter isComplete: whether no more items come.
  func remark(isComplete: Bool) -> String? {
    guard let blocked else { return nil }
    let isForward = blocked.direction > 0
    if itemCount == 1, isComplete { return "this is the only picture" }
    let isAtEnd = selection == (isForward ? itemCount - 1 : 0)
    let what =
      if case .sections = blocked { "section" } else { isAtEnd ? "picture" : "line" }
    let soFar = isForward && !isComplete ? " so far" : ""
    return "this is the \(isForward ? "last" : "first") \(what)\(soFar)"
  }
}

extension Movement {
  /// The movement to a cell, counted from another row.
  func relative(toRow top: Int) -> Movement {
    if case .select(let column, let row) = self {
      .select(column: column, row: row - top)
    } else {
      self
    }
  }
}

extension Movement {
  /// The first visible row after a movement through lines of text; nil for a movement that is only for pictures.
  ///
  /// - Parameters:
  ///   - top: the first visible row now.
  ///   - last: the first visible row at the end.
  ///   - page: the number of visible rows; one of them stays visible when moving by a page.
  func scrolled(from top: Int, to last: Int, page: Int) -> Int? {
    let rows: Int
    switch self {
    case .lines(let lines): rows = lines
    case .pages(let pages): rows = pages * max(1, page - 1)
    case .halfPages(let halves): rows = halves * max(1, page / 2)
    case .first: rows = -last
    case .last: rows = last
    case .scroll(let count): rows = count
    case .items, .select, .sections: return nil
    }
    return min(max(0, min(top, last) + rows), last)
  }
}
