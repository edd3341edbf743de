/// A layout in one dimension: lines of equal length along the scrolling axis, vertical or horizontal,
/// each with the same number of items side by side.
///
/// A list has one item per line, a grid several. Lengths and offsets share one unit of any kind:
/// terminal cells, points or pixels. Every method is O(1), whatever the number of items, or O(log
/// sections) in a layout with ``LayoutSections``. A length too great for an `Int` is `Int.max`.
///
/// ```swift
/// let grid = LineLayout(itemCount: 10_000_000, itemsPerLine: 5, lineLength: 13)
/// grid.items(in: 26..<39)  // 10..<15: the third line
/// ```
public struct LineLayout: Hashable, Sendable {
  /// The number of items; at least 0.
  public let itemCount: Int
  /// The number of items side by side in a line; at least 1.
  public let itemsPerLine: Int
  /// The length of a line along the scrolling axis; at least 1.
  public let lineLength: Int
  /// The sections; ``LayoutSections/none`` if there are none.
  public let sections: LayoutSections
  /// The number of lines; the last one, or that of a section, may not be full.
  public let lineCount: Int

  /// Creates a layout; numbers below their minimum are raised to it.
  ///
  /// - Parameters:
  ///   - itemCount: the number of items; at least 0.
  ///   - itemsPerLine: the number of items side by side; at least 1.
  ///   - lineLength: the length of a line along the scrolling axis; at least 1.
  ///   - sections: the sections, none by default; those beyond the last item are ignored.
  /// - Complexity: O(1), or O(sections) if these come from a layout with another number of items per line.
  public init(
    itemCount: Int, itemsPerLine: Int, lineLength: Int, sections: LayoutSections = .none
  ) {
    self.itemCount = max(0, itemCount)
    self.itemsPerLine = max(1, itemsPerLine)
    self.lineLength = max(1, lineLength)
    guard !sections.isEmpty else {
      self.sections = sections
      lineCount = self.itemCount.dividedRoundingUp(by: self.itemsPerLine)
      return
    }
    let laidOut = sections.limited(to: self.itemCount).laidOut(itemsPerLine: self.itemsPerLine)
    self.sections = laidOut
    guard !laidOut.isEmpty else {
      lineCount = 0
      return
    }
    let last = laidOut[laidOut.count - 1]
    let rest = (self.itemCount - last.item).dividedRoundingUp(by: self.itemsPerLine)
    lineCount = last.line.addingSaturated(rest)
  }

  /// The same layout with fewer items.
  func limited(to itemCount: Int) -> LineLayout {
    if itemCount >= self.itemCount { return self }
    return LineLayout(
      itemCount: itemCount, itemsPerLine: itemsPerLine, lineLength: lineLength, sections: sections)
  }

  /// The length of all lines, including the headers between them.
  public var contentLength: Int {
    let headers = max(0, sections.count - 1).multipliedSaturated(by: sections.headerLength)
    return lineCount.multipliedSaturated(by: lineLength).addingSaturated(headers)
  }
}

// MARK: - Items and lines

extension LineLayout {
  /// The line of an item; 0 for a negative item.
  public func line(of item: Int) -> Int {
    let item = max(0, item)
    guard !sections.isEmpty else { return item / itemsPerLine }
    let start = sections[sections.section(of: item)]
    return start.line.addingSaturated((item - start.item) / itemsPerLine)
  }

  /// The first item of a line, or the number of items if the layout does not have that line.
  public func firstItem(ofLine line: Int) -> Int {
    let line = max(0, line)
    guard !sections.isEmpty, line < lineCount else {
      return min(itemCount, line.multipliedSaturated(by: itemsPerLine))
    }
    let start = sections[sections.lastSection { $0.line <= line }]
    return min(
      itemCount,
      start.item.addingSaturated((line - start.line).multipliedSaturated(by: itemsPerLine)))
  }

  /// The items of a range of lines; lines outside the layout are ignored.
  public func items(inLines lines: Range<Int>) -> Range<Int> {
    let lines = lines.clamped(to: 0..<lineCount)
    return firstItem(ofLine: lines.lowerBound)..<firstItem(ofLine: lines.upperBound)
  }
}

// MARK: - Offsets

extension LineLayout {
  /// The offset at which a line starts, even outside the layout.
  public func offset(ofLine line: Int) -> Int {
    let lines = line.multipliedSaturated(by: lineLength)
    guard !sections.isEmpty else { return lines }
    let section = sections.lastSection { $0.line <= line }
    return lines.addingSaturated(section.multipliedSaturated(by: sections.headerLength))
  }

  /// The offset of a section's first line, after its header.
  public func offset(ofSection section: Int) -> Int {
    start(ofLines: sections[section].line, in: section)
  }

  /// The section at an offset, whose header a view pins: the last one whose header has scrolled
  /// past.
  public func section(at offset: Int) -> Int {
    sections.lastSection { start(ofLines: $1.line, in: $0) <= offset }
  }

  /// The first line that ends after an offset; the number of lines if none does.
  public func line(at offset: Int) -> Int {
    let offset = min(max(0, offset), contentLength)
    guard !sections.isEmpty else { return offset / lineLength }
    let section = section(at: offset)
    let lines = (offset - self.offset(ofSection: section)) / lineLength
    return min(sections[section].line.addingSaturated(lines), end(ofSection: section))
  }

  /// The items whose lines intersect a range of offsets.
  ///
  /// If no line does, the result is an empty range at their place.
  public func items(in offsets: Range<Int>) -> Range<Int> {
    let offsets = offsets.clamped(to: 0..<contentLength)
    let first = line(at: offsets.lowerBound)
    return items(inLines: first..<(offsets.isEmpty ? first : lines(before: offsets.upperBound)))
  }

  /// The number of lines that begin before an offset inside the content.
  private func lines(before offset: Int) -> Int {
    guard !sections.isEmpty else { return offset.dividedRoundingUp(by: lineLength) }
    let section = section(at: offset - 1)
    let length = offset - self.offset(ofSection: section)
    return min(
      sections[section].line.addingSaturated(length.dividedRoundingUp(by: lineLength)),
      end(ofSection: section))
  }

  /// The line after the last one of a section.
  private func end(ofSection section: Int) -> Int {
    section + 1 < sections.count ? sections[section + 1].line : lineCount
  }

  private func start(ofLines line: Int, in section: Int) -> Int {
    line.multipliedSaturated(by: lineLength)
      .addingSaturated(section.multipliedSaturated(by: sections.headerLength))
  }
}

// MARK: - Averages

extension LineLayout {
  /// The length of a number of items, rounded down.
  func length(ofItems count: Int) -> Int {
    guard !sections.isEmpty, itemCount > 0 else {
      return (count / itemsPerLine).multipliedSaturated(by: lineLength)
    }
    return Int(min(1e15, Double(count) * (Double(contentLength) / Double(itemCount))))
  }

  /// The number of items that scroll past every second at a speed.
  package func itemsPassing(at speed: Double) -> Double {
    guard !sections.isEmpty, contentLength > 0 else {
      return speed / Double(lineLength) * Double(itemsPerLine)
    }
    return speed * Double(itemCount) / Double(contentLength)
  }
}
