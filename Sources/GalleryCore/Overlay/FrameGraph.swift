import FramePacing
import Raster

/// The graph of recent frames: one column each, newest at the right, stacked by phase.
///
/// Bars that reach the labeled line at the budget are late, and have their overruns beside them. The terminal's part of
/// others is cut below the line.
struct FrameGraph {
  /// The share of a frame's time in a phase, with the phase's color.
  private struct Segment {
    let time: Duration
    let color: Color
  }

  private static let eighths: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
  private static let legend: [(name: String, phase: FramePhase)] = [
    ("input", .input), ("update", .update), ("draw", .draw), ("present", .present),
    ("terminal", .terminal), ("waiting", .cpuWait),
  ]

  private let profiler: FrameProfiler
  private let theme: Theme
  /// Without colors, bars are not divided into phases.
  private let hasColors: Bool

  init(of profiler: FrameProfiler, hasColors: Bool, _ theme: Theme) {
    self.profiler = profiler
    self.hasColors = hasColors
    self.theme = theme
  }

  /// Draws the names of the phases in their colors at the right end of a row, if they fit.
  func drawLegend(into surface: inout Surface, in row: CellRect) {
    let columns = Self.legend.reduce(1) { $0 + $1.name.count + 2 }
    guard hasColors, row.size.columns >= columns else { return }
    var column = row.columns.upperBound - columns
    surface[column, row.origin.row] = .blank
    column += 1
    for (name, phase) in Self.legend {
      let place = CellPoint(column: column + 1, row: row.origin.row)
      surface[column, row.origin.row] = Cell(glyph: "■", foreground: theme.color(of: phase))
      let used = surface.write("\(name) ", at: place, foreground: theme.faint)
      column += 1 + used
    }
  }

  /// Draws the graph; the budget fills all rows but the first.
  func draw(into surface: inout Surface, in rect: CellRect) {
    guard rect.size.rows > 1, rect.size.columns > 0 else { return }
    let top = rect.origin.row
    surface.fill(
      CellRect(column: rect.origin.column, row: top, columns: rect.size.columns, rows: 1),
      with: Cell(glyph: "┄", foreground: theme.faint))
    for (age, frame) in profiler.latest.prefix(rect.size.columns).enumerated() {
      draw(frame, inColumn: rect.columns.upperBound - 1 - age, into: &surface, in: rect)
    }
    let label = "\(profiler.budget.figureText) "
    let fits = label.count <= rect.size.columns
    let used = fits ? surface.write(label, at: rect.origin, foreground: theme.faint) : 0
    drawOverruns(into: &surface, in: rect.dropping(columns: used))
  }

  private func draw(
    _ frame: FrameRecord, inColumn column: Int, into surface: inout Surface, in rect: CellRect
  ) {
    let rows = rect.size.rows - 1
    var bounds: [(end: Int, color: Color)] = []
    var time = Duration.zero
    for segment in segments(of: frame) {
      time += segment.time
      let end = Int((time / profiler.budget * Double(8 * rows)).rounded())
      bounds.append((min(end, 8 * (frame.lateBy > .zero ? rows + 1 : rows)), segment.color))
    }
    // A frame without work still shows that it was there.
    if let last = bounds.indices.last { bounds[last].end = max(1, bounds[last].end) }
    for row in 0..<rect.size.rows {
      guard let cell = cell(over: 8 * row, bounds) else { return }
      surface[column, rect.rows.upperBound - 1 - row] = cell
    }
  }

  private func segments(of frame: FrameRecord) -> [Segment] {
    let isLate = frame.lateBy > .zero
    let terminal = [(phase: FramePhase.terminal, time: frame.terminal ?? .zero)]
    return (frame.parts(budget: profiler.budget) + terminal).map {
      Segment(time: $0.time, color: isLate ? theme.failure : color(of: $0.phase))
    }
  }

  private func color(of phase: FramePhase) -> Color {
    hasColors ? theme.color(of: phase) : .terminalDefault
  }

  /// The cell whose lower edge lies at a height in eighths; nil above the bar.
  ///
  /// A cell has two colors: of more phases, the lowest and the largest of the others are drawn.
  private func cell(over base: Int, _ bounds: [(end: Int, color: Color)]) -> Cell? {
    var parts: [(eighths: Int, color: Color)] = []
    var start = base
    for bound in bounds where bound.end > start {
      let end = min(bound.end, base + 8)
      if end > start {
        // Phases of one color are one part: without colors a cell could not show where one ends.
        let part = (eighths: end - start, color: bound.color)
        if let last = parts.indices.last, parts[last].color == part.color {
          parts[last].eighths += part.eighths
        } else {
          parts.append(part)
        }
      }
      start = max(start, end)
    }
    guard let lowest = parts.first else { return nil }
    let filled = start - base
    if filled < 8 {
      let largest = parts.max { $0.eighths < $1.eighths } ?? lowest
      return Cell(glyph: Self.eighths[filled - 1], foreground: largest.color)
    }
    guard lowest.eighths < 8, let other = parts.dropFirst().max(by: { $0.eighths < $1.eighths })
    else {
      // Blocks leave lines between rows in some fonts; a background does not.
      return hasColors
        ? Cell(glyph: " ", background: lowest.color) : Cell(glyph: "█", foreground: lowest.color)
    }
    return Cell(
      glyph: Self.eighths[lowest.eighths - 1], foreground: lowest.color, background: other.color)
  }

  /// Writes the overruns beside the ends of late bars, the greatest first, where they do not overlap.
  private func drawOverruns(into surface: inout Surface, in rect: CellRect) {
    let late = profiler.latest.prefix(rect.size.columns).enumerated()
      .filter { $0.element.lateBy > .zero }.sorted { $0.element.lateBy > $1.element.lateBy }
    var taken: [Range<Int>] = []
    for (age, frame) in late {
      let text = "+\(frame.lateBy.shortText)"
      let right = rect.columns.upperBound - 1 - age
      let columns = right - text.count..<right
      guard columns.lowerBound >= rect.origin.column,
        // A column stays free between two of them.
        !taken.contains(where: { $0.overlaps(columns.lowerBound - 1..<columns.upperBound + 1) })
      else { continue }
      surface.write(
        text, at: CellPoint(column: columns.lowerBound, row: rect.origin.row),
        foreground: theme.failure)
      taken.append(columns)
    }
  }
}
