import TestSupport
import Testing

@testable import Prefetching

@Suite struct LayoutSectionsTests {
  /// Sections of 7 and 2 items, five in a line.
  private let grid = LineLayout(
    itemCount: 9, itemsPerLine: 5, lineLength: 13,
    sections: LayoutSections(starts: [0, 7], headerLength: 1))

  @Test func `a section begins on a new line, below a header`() {
    #expect(grid.lineCount == 3 && grid.contentLength == 40)
    #expect(grid.line(of: 6) == 1 && grid.line(of: 7) == 2)
    #expect(grid.offset(ofLine: 1) == 13 && grid.offset(ofLine: 2) == 27)
    #expect(grid.items(inLines: 1..<3) == 5..<9)
  }

  @Test func `a header holds no items`() {
    #expect(grid.items(in: 26..<27) == 7..<7)
    #expect(grid.items(in: 25..<27) == 5..<7)
    #expect(grid.items(in: 26..<28) == 7..<9)
  }

  @Test func `a section is at the top once its header has passed`() {
    #expect([-5, 0, 26, 27, 99].map(grid.section) == [0, 0, 0, 1, 1])
  }

  @Test func `sections that are none are left out`() {
    let sections = LayoutSections(starts: [0, 0, -1, 9, 8, 12], headerLength: -2)
    #expect((0..<sections.count).map(sections.start) == [0, 9, 12] && sections.headerLength == 0)
    let layout = LineLayout(itemCount: 9, itemsPerLine: 1, lineLength: 1, sections: sections)
    #expect(layout.sections.count == 1)
    #expect(
      LineLayout(itemCount: 0, itemsPerLine: 1, lineLength: 1, sections: sections).contentLength
        == 0)
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...200)
  func `a layout with sections is what one gets by laying out every item`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...60, using: &random)
    let starts = (1..<max(2, count)).filter { _ in Int.random(in: 0...4, using: &random) == 0 }
    let sections = LayoutSections(
      starts: [0] + starts.filter { $0 < count },
      headerLength: Int.random(in: 0...3, using: &random))
    let layout = LineLayout(
      itemCount: count, itemsPerLine: Int.random(in: 1...6, using: &random),
      lineLength: Int.random(in: 1...5, using: &random), sections: sections)
    let model = NaiveLayout(layout)
    #expect(model.fault(of: layout) == nil, "seed \(seed)")
  }

  @Test(.timeLimit(.minutes(1)), arguments: UInt64(1)...20)
  func `sections that come, go and change are what they would be anew`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var starts: [Int] = []
    var layout = LineLayout(itemCount: 200_000, itemsPerLine: 3, lineLength: 4)
    for _ in 1...12 {
      let kept = Int.random(in: 0...starts.count, using: &random)
      var tail = Array(starts.suffix(Int.random(in: 0...starts.count - kept, using: &random)))
      starts = Array(starts.prefix(kept))
      for _ in 0..<Int.random(in: 0...2_000, using: &random) {
        starts.append(starts.last.map { $0 + Int.random(in: 1...3, using: &random) } ?? 0)
      }
      let (added, former) = (Array(starts[kept...]), tail.first ?? 0)
      let begin = starts.last.map { $0 + Int.random(in: 1...3, using: &random) } ?? 0
      tail = tail.map { $0 - former + begin }
      starts += tail
      var sections = layout.sections
      if sections.isEmpty { sections = LayoutSections(starts: [Int](), headerLength: 1) }
      sections.replace(from: kept, with: added, moving: tail.count, by: begin - former)
      let perLine = Int.random(in: 1...4, using: &random)
      func laidOut(_ sections: LayoutSections) -> LineLayout {
        LineLayout(itemCount: 200_000, itemsPerLine: perLine, lineLength: 4, sections: sections)
      }
      layout = laidOut(sections)
      let anew = laidOut(LayoutSections(starts: starts, headerLength: 1))
      #expect(layout.sections.count == starts.count, "seed \(seed)")
      if !starts.isEmpty { #expect(layout == anew, "seed \(seed)") }
    }
  }

  @Test func `overflowing numbers stop at the greatest`() {
    let sections = LayoutSections(starts: [0, 5, Int.max - 1], headerLength: .max)
    let layout = LineLayout(
      itemCount: .max, itemsPerLine: 1, lineLength: .max, sections: sections)
    #expect(layout.contentLength == .max && layout.lineCount == .max)
    #expect(layout.items(in: Int.min..<Int.max).lowerBound == 0)
  }
}

/// A layout as a list of its lines.
private struct NaiveLayout {
  private var lines: [(items: Range<Int>, start: Int, section: Int)] = []
  private var length = 0

  init(_ layout: LineLayout) {
    for section in 0..<layout.sections.count {
      if section > 0 { length += layout.sections.headerLength }
      var first = layout.sections.start(of: section)
      let isLast = section + 1 == layout.sections.count
      let end = isLast ? layout.itemCount : layout.sections.start(of: section + 1)
      while first < end {
        lines.append((first..<min(end, first + layout.itemsPerLine), length, section))
        first = min(end, first + layout.itemsPerLine)
        length += layout.lineLength
      }
    }
  }

  /// Returns a difference between the layout and this model; nil for none.
  func fault(of layout: LineLayout) -> String? {
    guard layout.contentLength == length, layout.lineCount == lines.count else { return "length" }
    for (number, line) in lines.enumerated() {
      guard layout.offset(ofLine: number) == line.start else { return "offset of \(number)" }
      guard layout.items(inLines: number..<number + 1) == line.items else {
        return "items of line \(number)"
      }
      for item in line.items where layout.line(of: item) != number { return "line of \(item)" }
      for item in line.items where layout.sections.section(of: item) != line.section {
        return "section of \(item)"
      }
    }
    for start in -2..<length + 3 {
      let passed = lines.last { $0.start <= max(0, start) }.map(\.section)
      guard layout.section(at: start) == passed ?? 0 else { return "section at \(start)" }
      let first = lines.firstIndex { $0.start + layout.lineLength > max(0, start) } ?? lines.count
      guard layout.line(at: start) == first else { return "line at \(start)" }
      for range in (1...9).map({ start..<start + $0 })
      where items(in: range, layout) != layout.items(in: range) {
        return "items in \(range)"
      }
    }
    return nil
  }

  private func items(in offsets: Range<Int>, _ layout: LineLayout) -> Range<Int> {
    let shown = lines.filter {
      $0.start < offsets.upperBound && $0.start + layout.lineLength > offsets.lowerBound
    }
    if let first = shown.first, let last = shown.last {
      return first.items.lowerBound..<last.items.upperBound
    }
    let next = lines.first { $0.start + layout.lineLength > offsets.lowerBound }
    let place = offsets.upperBound <= 0 ? 0 : next?.items.lowerBound ?? layout.itemCount
    return place..<place
  }
}
