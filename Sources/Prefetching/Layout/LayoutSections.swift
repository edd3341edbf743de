/// Where the sections of a layout begin: each on a new line, all but the first below a header of their own.
///
/// The header of the first section stands before the content, where a view shows the header of the section
/// that it is in.
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
public struct LayoutSections: Hashable, Sendable {
  /// The first item of a section, and its line.
  struct Start: Hashable, Sendable {
    let item: Int
    let line: Int
  }

  private static let chunkCount = 1_024

  /// The length of a header along the scrolling axis; at least 0.
  public let headerLength: Int
  /// The number of items side by side that the lines are counted for.
  let itemsPerLine: Int
  /// In pieces, so that sections which come at the end leave the others where they are; all but the last are
  /// full.
  private var chunks: [[Start]]
  /// The number of sections; 0 if the layout has none.
  public private(set) var count: Int

  /// No sections.
  public static let none = LayoutSections(starts: EmptyCollection(), headerLength: 0)

  /// Makes sections.
  ///
  /// - Parameters:
  ///   - starts: the number of the first item of each section, ascending. Others are left out, and a first one
  ///     that is not 0 counts as 0.
  ///   - headerLength: the length of a header along the scrolling axis; a negative one counts as 0.
  public init(starts: some Sequence<Int>, headerLength: Int) {
    self.init(starts: starts, headerLength: headerLength, itemsPerLine: 1)
  }

  private init(starts: some Sequence<Int>, headerLength: Int, itemsPerLine: Int) {
    self.headerLength = max(0, headerLength)
    self.itemsPerLine = itemsPerLine
    (chunks, count) = ([], 0)
    for start in starts { append(start) }
  }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// The number of the first item of a section that there is.
  public func start(of section: Int) -> Int { self[section].item }

  /// The section of an item; 0 for a negative one.
  ///
  /// - Complexity: O(log sections).
  public func section(of item: Int) -> Int { lastSection { $0.item <= item } }

  subscript(section: Int) -> Start {
    chunks[section / Self.chunkCount][section % Self.chunkCount]
  }

  /// The last section that meets a condition which all sections before it meet; 0 if none does.
  func lastSection(where isMet: (Start) -> Bool) -> Int {
    let next = chunks.partitioningIndex { !isMet($0[0]) }
    guard next > 0 else { return 0 }
    return (next - 1) * Self.chunkCount + chunks[next - 1].partitioningIndex { !isMet($0) } - 1
  }

  /// The last section that meets a condition on its number and start.
  func lastSection(where isMet: (Int, Start) -> Bool) -> Int {
    guard count > 0 else { return 0 }
    let next = (0..<count).partitioningIndex { !isMet($0, self[$0]) }
    return max(0, next - 1)
  }
}

// MARK: - As they change

extension LayoutSections {
  /// Replaces the last sections by others.
  ///
  /// - Parameters:
  ///   - kept: the number of sections that stay.
  ///   - starts: the first item of each section behind those.
  /// - Complexity: O(sections replaced and new), besides a thousandth of those that stay.
  public mutating func replace(from kept: Int, with starts: some Sequence<Int>) {
    let kept = min(max(0, kept), count)
    chunks.removeLast(chunks.count - (kept + Self.chunkCount - 1) / Self.chunkCount)
    if let last = chunks.indices.last {
      chunks[last].removeLast(chunks[last].count - (kept - last * Self.chunkCount))
    }
    count = kept
    for start in starts { append(start) }
  }

  /// The same sections over lines of another number of items.
  func laidOut(itemsPerLine: Int) -> LayoutSections {
    if itemsPerLine == self.itemsPerLine { return self }
    return LayoutSections(
      starts: chunks.lazy.joined().map(\.item), headerLength: headerLength,
      itemsPerLine: itemsPerLine)
  }

  /// The sections that begin below an item.
  func limited(to itemCount: Int) -> LayoutSections {
    guard count > 0, self[count - 1].item >= itemCount else { return self }
    var sections = self
    let kept = itemCount > 0 ? section(of: itemCount - 1) + 1 : 0
    sections.replace(from: kept, with: EmptyCollection())
    return sections
  }

  private mutating func append(_ item: Int) {
    var start = Start(item: 0, line: 0)
    if count > 0 {
      let last = self[count - 1]
      guard item > last.item else { return }
      let lines = (item - last.item).dividedRoundingUp(by: itemsPerLine)
      start = Start(item: item, line: last.line.addingSaturated(lines))
    }
    if count.isMultiple(of: Self.chunkCount) { chunks.append([]) }
    chunks[chunks.count - 1].append(start)
    count += 1
  }
}
