/// The sections of a layout: each begins on a new line, all but the first below a header of their own.
///
/// The header of the first section is outside the content, because a view pins the header of its current section.
///
/// ```swift
/// // a a a a a   |  b b
/// // a a         |  header
/// // header      |
/// let sections = LayoutSections(starts: [0, 7], headerLength: 1)
/// let grid = LineLayout(itemCount: 9, itemsPerLine: 5, lineLength: 13, sections: sections)
/// grid.line(of: 7)         // 2: a new line
/// grid.offset(ofLine: 2)   // 27: below two lines and a header
/// grid.section(at: 26)     // 0: the header has not passed
/// ```
///
/// - Complexity: memory is 16 bytes a section. A copy shares all that is not changed.
public struct LayoutSections: Sendable {
  /// The first item of a section, and its line.
  struct Start: Hashable, Sendable {
    let item: Int
    let line: Int

    static func + (left: Start, right: Start) -> Start {
      Start(
        item: left.item.addingSaturated(right.item), line: left.line.addingSaturated(right.line))
    }
  }

  /// Consecutive sections, relative to the first, so that they move together.
  private struct Piece: Hashable, Sendable {
    static let length = 1_024

    /// The index of its first section.
    var number: Int
    /// The start of its first section.
    var start: Start
    /// The start of each section, relative to the first.
    var steps: [Start]

    subscript(section: Int) -> Start { start + steps[section - number] }
  }

  /// The length of a header along the scrolling axis; at least 0.
  public let headerLength: Int
  /// The number of items per line for which the lines are counted.
  let itemsPerLine: Int
  private var pieces: [Piece] = []
  /// The number of sections; 0 if the layout has none.
  public private(set) var count: Int

  /// No sections.
  public static let none = LayoutSections(starts: EmptyCollection(), headerLength: 0)

  /// Creates sections.
  ///
  /// - Parameters:
  ///   - starts: the first item of each section, ascending. Others are ignored, and a first one that is not 0 counts as
  ///     0.
  ///   - headerLength: the length of a header along the scrolling axis; a negative length counts as 0.
  public init(starts: some Sequence<Int>, headerLength: Int) {
    self.init(starts: starts, headerLength: headerLength, itemsPerLine: 1)
  }

  private init(starts: some Sequence<Int>, headerLength: Int, itemsPerLine: Int) {
    self.headerLength = max(0, headerLength)
    self.itemsPerLine = itemsPerLine
    count = 0
    for start in starts { append(start) }
  }

  /// Whether there are no sections.
  public var isEmpty: Bool { count == 0 }

  /// The first item of an existing section.
  public func start(of section: Int) -> Int { self[section].item }

  /// The section of an item; 0 for a negative one.
  ///
  /// - Complexity: O(log sections).
  public func section(of item: Int) -> Int { lastSection { $0.item <= item } }

  subscript(section: Int) -> Start {
    pieces[pieces.partitioningIndex { $0.number > section } - 1][section]
  }

  /// The last section that meets a condition met by all sections before it; 0 if none does.
  func lastSection(where isMet: (Start) -> Bool) -> Int {
    let next = pieces.partitioningIndex { !isMet($0.start) }
    guard next > 0 else { return 0 }
    let piece = pieces[next - 1]
    return piece.number + piece.steps.partitioningIndex { !isMet(piece.start + $0) } - 1
  }

  /// The last section that meets a condition on its number and start.
  func lastSection(where isMet: (Int, Start) -> Bool) -> Int {
    guard count > 0 else { return 0 }
    let next = (0..<count).partitioningIndex { !isMet($0, self[$0]) }
    return max(0, next - 1)
  }
}

// MARK: - Changes

extension LayoutSections {
  /// Replaces sections.
  ///
  /// - Parameters:
  ///   - kept: the number of leading sections that stay.
  ///   - starts: the first item of each following section.
  ///   - movedCount: the number of trailing sections that stay after the new ones.
  ///   - distance: the number of items by which these move.
  /// - Complexity: O(replaced and new sections), plus a thousandth of the others.
  public mutating func replace(
    from kept: Int, with starts: some Sequence<Int>, moving movedCount: Int = 0,
    by distance: Int = 0
  ) {
    let kept = min(max(0, kept), count)
    let moved = removeLast(from: count - min(max(0, movedCount), count - kept))
    _ = removeLast(from: kept)
    for start in starts { append(start) }
    for piece in moved { append(piece, movedBy: distance) }
  }

  /// Removes the sections from an index on, and returns them.
  private mutating func removeLast(from first: Int) -> [Piece] {
    let next = pieces.partitioningIndex { $0.number >= first }
    var removed = Array(pieces[next...])
    pieces.removeLast(pieces.count - next)
    if let last = pieces.indices.last, first < pieces[last].number + pieces[last].steps.count {
      let (piece, kept) = (pieces[last], first - pieces[last].number)
      let start = piece.steps[kept]
      let steps = piece.steps[kept...].map {
        Start(item: $0.item - start.item, line: $0.line - start.line)
      }
      removed.insert(Piece(number: first, start: piece.start + start, steps: steps), at: 0)
      pieces[last].steps.removeLast(steps.count)
    }
    count = min(count, first)
    return removed
  }

  /// Appends sections.
  private mutating func append(_ piece: Piece, movedBy distance: Int) {
    let item = piece.start.item.addingSaturated(distance)
    guard let last, item > last.item else {
      for step in piece.steps { append(item.addingSaturated(step.item)) }
      return
    }
    pieces.append(Piece(number: count, start: start(of: item, behind: last), steps: piece.steps))
    count += piece.steps.count
  }

  /// The same sections with another number of items per line.
  func laidOut(itemsPerLine: Int) -> LayoutSections {
    if itemsPerLine == self.itemsPerLine { return self }
    return LayoutSections(
      starts: (0..<count).lazy.map { self[$0].item }, headerLength: headerLength,
      itemsPerLine: itemsPerLine)
  }

  /// The sections that begin before an item.
  func limited(to itemCount: Int) -> LayoutSections {
    guard count > 0, self[count - 1].item >= itemCount else { return self }
    var sections = self
    let kept = itemCount > 0 ? section(of: itemCount - 1) + 1 : 0
    sections.replace(from: kept, with: EmptyCollection())
    return sections
  }

  private mutating func append(_ item: Int) {
    var start = Start(item: 0, line: 0)
    if let last {
      guard item > last.item else { return }
      start = self.start(of: item, behind: last)
    }
    count += 1
    if let last = pieces.indices.last, pieces[last].steps.count < Piece.length {
      let first = pieces[last].start
      let step = Start(item: start.item - first.item, line: start.line - first.line)
      pieces[last].steps.append(step)
    } else {
      pieces.append(Piece(number: count - 1, start: start, steps: [Start(item: 0, line: 0)]))
    }
  }

  /// The start of the last section.
  private var last: Start? {
    pieces.last.flatMap { piece in piece.steps.last.map { piece.start + $0 } }
  }

  /// The start of a section that follows another one.
  private func start(of item: Int, behind last: Start) -> Start {
    let lines = (item - last.item).dividedRoundingUp(by: itemsPerLine)
    return Start(item: item, line: last.line.addingSaturated(lines))
  }
}

extension LayoutSections: Hashable {
  /// Whether both have the same starts, however they were created.
  ///
  /// - Complexity: O(sections); a thousandth of that if one is a copy of the other, or the last ones differ.
  public static func == (left: LayoutSections, right: LayoutSections) -> Bool {
    guard left.headerLength == right.headerLength, left.itemsPerLine == right.itemsPerLine,
      left.count == right.count
    else { return false }
    if left.isEmpty || left.pieces == right.pieces { return true }
    return (0..<left.count).reversed().allSatisfy { left[$0] == right[$0] }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(headerLength)
    hasher.combine(count)
  }
}
