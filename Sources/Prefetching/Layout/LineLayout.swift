/// A layout in one dimension: lines of equal length along the scrolling axis, each with the same
/// number of items side by side.
///
/// A list has one item a line, a grid several. Lengths and offsets share one unit of any kind:
/// terminal cells, points or pixels. Every method is O(1), whatever the number of items. A length
/// too great for an `Int` counts as `Int.max`.
///
/// ```swift
/// let grid = LineLayout(itemCount: 10_000_000, itemsPerLine: 5, lineLength: 13)
/// grid.items(in: 26..<39)  // 10..<15: the third line
/// ```
public struct LineLayout: Hashable, Sendable {
  /// The way the content scrolls.
  public enum Axis: Hashable, Sendable {
    /// Lines are rows of tiles, and content scrolls up and down.
    case vertical
    /// Lines are columns of tiles, and content scrolls left and right.
    case horizontal
  }

  /// The number of items; at least 0.
  public let itemCount: Int
  /// The number of items side by side in a line; at least 1.
  public let itemsPerLine: Int
  /// The length of a line along the scrolling axis; at least 1.
  public let lineLength: Int
  /// The axis along which lines follow each other.
  public let axis: Axis

  /// Makes a layout; numbers below their minimum count as the minimum.
  public init(itemCount: Int, itemsPerLine: Int, lineLength: Int, axis: Axis = .vertical) {
    self.itemCount = max(0, itemCount)
    self.itemsPerLine = max(1, itemsPerLine)
    self.lineLength = max(1, lineLength)
    self.axis = axis
  }

  /// The number of lines; the last one may not be full.
  public var lineCount: Int { itemCount.dividedRoundingUp(by: itemsPerLine) }

  /// The length of all lines together.
  public var contentLength: Int { lineCount.multipliedSaturated(by: lineLength) }

  /// The line of an item; 0 for a negative item.
  public func line(of item: Int) -> Int { max(0, item) / itemsPerLine }

  /// The offset at which a line starts, whether or not the layout has it.
  public func offset(ofLine line: Int) -> Int { line.multipliedSaturated(by: lineLength) }

  /// The items of a range of lines; lines that the layout does not have are left out.
  public func items(inLines lines: Range<Int>) -> Range<Int> {
    let lines = lines.clamped(to: 0..<lineCount)
    let first = min(itemCount, lines.lowerBound.multipliedSaturated(by: itemsPerLine))
    let end = min(itemCount, lines.upperBound.multipliedSaturated(by: itemsPerLine))
    return first..<end
  }

  /// The items whose line intersects a range of offsets.
  ///
  /// Where no line does, the result is empty and stands where those items would be.
  public func items(in offsets: Range<Int>) -> Range<Int> {
    let offsets = offsets.clamped(to: 0..<contentLength)
    let first = offsets.lowerBound / lineLength
    let end = offsets.isEmpty ? first : offsets.upperBound.dividedRoundingUp(by: lineLength)
    return items(inLines: first..<end)
  }
}
