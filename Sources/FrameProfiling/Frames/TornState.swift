import Raster

/// A state that was on the screen too shortly to be meant.
package enum TornState: String, CaseIterable, Sendable {
  /// A flash: at least 30 % of the contents were missing, and came back.
  case blank
  /// A mixture of the states before and after: at least 30 % of the change was missing.
  case halfDrawn = "half_drawn"

  /// The time from which on a state counts as meant.
  package static let longest = Duration.milliseconds(50)
  /// The least part of the contents or of the change that is missing.
  private static let leastMissing = 0.3
  /// The least part of the change that is there; with less, it has not begun.
  private static let leastBegun = 0.1
  /// The largest part of the change in which a mixture may differ from both states.
  private static let mostOther = 0.05
  /// The part of the screen's cells that contents or a change must have, to be noticed.
  private static let leastSeen = 0.05

  /// - Parameter shown: the state between two others, of the same size.
  init?(before: Surface, shown: Surface, after: Surface) {
    guard before.size == shown.size, after.size == shown.size else { return nil }
    let sum = (0..<shown.size.rows).reduce(into: Comparison()) { sum, row in
      sum.add(row: row, before, shown, after)
    }
    let leastSeen = Self.leastSeen * Double(shown.size.area)
    let lasting = Double(min(sum.contentsBefore, sum.contentsAfter))
    if lasting >= leastSeen, Double(sum.contents) <= lasting * (1 - Self.leastMissing) {
      self = .blank
      return
    }
    let change = Double(sum.missing + sum.begun)
    let contents = Double(max(sum.contentsBefore, sum.contentsAfter))
    guard change >= max(leastSeen, Self.leastMissing * contents),
      // Lines that a program appends are not one change.
      Double(sum.changedRows) >= Self.leastMissing * Double(shown.size.rows),
      Double(sum.missing) >= Self.leastMissing * change,
      Double(sum.begun) >= Self.leastBegun * change,
      Double(sum.other) <= Self.mostOther * change
    else { return nil }
    self = .halfDrawn
  }
}

/// How a state compares with those before and after.
private struct Comparison {
  /// Cells with contents.
  var (contentsBefore, contents, contentsAfter) = (0, 0, 0)
  /// Cells of the change that are as before, that are as after, and that are like neither.
  var (missing, begun, other) = (0, 0, 0)
  var changedRows = 0

  mutating func add(row: Int, _ before: Surface, _ shown: Surface, _ after: Surface) {
    let start = row * shown.size.columns
    let changed = missing + begun
    for index in start..<start + shown.size.columns {
      let (old, now, new) = (before.cells[index], shown.cells[index], after.cells[index])
      contentsBefore += old.isContent ? 1 : 0
      contents += now.isContent ? 1 : 0
      contentsAfter += new.isContent ? 1 : 0
      if now != old, now != new {
        other += 1
      } else if old != new {
        missing += now == old ? 1 : 0
        begun += now == new ? 1 : 0
      }
    }
    if missing + begun > changed { changedRows += 1 }
  }
}

extension Cell {
  /// Whether a person sees something in the cell.
  fileprivate var isContent: Bool {
    glyph != Cell.blank.glyph || !background.isTerminalDefault || style.marksBlanks
  }
}
