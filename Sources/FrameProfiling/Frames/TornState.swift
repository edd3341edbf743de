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
    let sum = Comparison(before, shown, after)
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

  /// Compares three surfaces of one size.
  init(_ before: Surface, _ shown: Surface, _ after: Surface) {
    before.cells.withUnsafeBufferPointer { before in
      shown.cells.withUnsafeBufferPointer { cells in
        after.cells.withUnsafeBufferPointer { after in
          for row in 0..<shown.size.rows {
            let changed = missing + begun
            for index in row * shown.size.columns..<(row + 1) * shown.size.columns {
              add(before[index], cells[index], after[index])
            }
            if missing + begun > changed { changedRows += 1 }
          }
        }
      }
    }
  }

  private mutating func add(_ old: Cell, _ now: Cell, _ new: Cell) {
    contentsBefore += old.isContent ? 1 : 0
    contents += now.isContent ? 1 : 0
    contentsAfter += new.isContent ? 1 : 0
    switch (now == old, now == new) {
    case (false, false): other += 1
    case (true, false): missing += 1
    case (false, true): begun += 1
    case (true, true): break
    }
  }
}

extension Cell {
  private static let space = Unicode.Scalar(" ").value

  /// Whether a person sees something in the cell.
  fileprivate var isContent: Bool {
    glyph != Self.space || !background.isTerminalDefault || style.marksBlanks
  }
}

extension Surface {
  /// The number of cells that differ from those of another surface of the same size.
  ///
  /// `!=` would call the comparison of a cell through the protocol.
  func changes(from former: Surface) -> Int {
    cells.withUnsafeBufferPointer { cells in
      former.cells.withUnsafeBufferPointer { former in
        var count = 0
        for index in 0..<min(cells.count, former.count) where !(cells[index] == former[index]) {
          count += 1
        }
        return count
      }
    }
  }
}
