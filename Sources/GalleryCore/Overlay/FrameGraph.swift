import FramePacing
import Raster

/// The graph of recent frames: one column each, newest at the right, stacked by phase.
///
/// A scale leads to the line at the budget. A late bar has a cap above it, and is scaled down so that each of its phases
/// is seen. The terminal's part of others is cut below the line.
struct FrameGraph {
  /// The fewest columns of a graph; on fewer, hardly a bar has room beside the scale.
  static let fewestColumns = 15
  private static let scaleColumns = 5
  /// A line at the lower edge of the first row, where bars within the budget end.
  private static let budgetLine: Unicode.Scalar = "▁"
  private static let eighths: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
  /// From the bottom of a bar to its top, but for waits for frames before, which follow the update.
  private static let legend: [(name: String, phase: FramePhase)] = [
    ("wait", .cpuWait), ("input", .input), ("update", .update), ("draw", .draw),
    ("present", .present), ("terminal", .terminal),
  ]

  static let legendColumns = legend.reduce(1) { $0 + $1.name.count + 2 }

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
    let columns = Self.legendColumns
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
    guard rect.size.rows > 1, rect.size.columns >= Self.fewestColumns else { return }
    drawScale(into: &surface, in: rect)
    let bars = rect.dropping(columns: Self.scaleColumns)
    surface.fill(
      CellRect(
        column: bars.origin.column, row: bars.origin.row, columns: bars.size.columns, rows: 1),
      with: Cell(glyph: Self.budgetLine, foreground: theme.faint))
    for (age, frame) in profiler.latest.prefix(bars.size.columns).enumerated() {
      draw(frame, inColumn: bars.columns.upperBound - 1 - age, into: &surface, in: bars)
    }
    drawOverruns(into: &surface, in: bars)
  }

  /// Writes the times at the left: the budget at its line, half of it, and zero with the unit.
  private func drawScale(into surface: inout Surface, in rect: CellRect) {
    let rows = rect.size.rows - 1
    var labels = [(0, profiler.budget.shortText), (rows, "0 ms")]
    // Only an even number of rows has an edge at half the budget.
    if rows.isMultiple(of: 2) { labels.append((rows / 2, (profiler.budget / 2).shortText)) }
    for (row, label) in labels {
      let column = rect.origin.column + Self.scaleColumns - 1 - label.count
      surface.write(
        label, at: CellPoint(column: column, row: rect.origin.row + row), foreground: theme.faint)
    }
  }

  private func draw(
    _ frame: FrameRecord, inColumn column: Int, into surface: inout Surface, in rect: CellRect
  ) {
    let bounds = bounds(of: frame, height: 8 * (rect.size.rows - 1))
    for row in 0..<rect.size.rows {
      guard let cell = cell(over: 8 * row, bounds) else { return }
      surface[column, rect.rows.upperBound - 1 - row] = cell
    }
  }

  /// The upper ends of a bar's phases, in eighths of a row, and of the cap of a late one.
  private func bounds(of frame: FrameRecord, height: Int) -> [(end: Int, color: Color)] {
    let terminal = (phase: FramePhase.terminal, time: frame.terminal ?? .zero)
    let parts = frame.parts(budget: profiler.budget) + [terminal]
    let isLate = frame.lateBy > .zero
    let full = isLate ? parts.reduce(.zero) { $0 + $1.time } : profiler.budget
    var time = Duration.zero
    var bounds = parts.map { part in
      time += part.time
      let end = Int((time / full * Double(height)).rounded())
      return (end: min(end, height), color: color(of: part.phase))
    }
    // A frame without work still shows that it was there.
    if let last = bounds.indices.last { bounds[last].end = max(1, bounds[last].end) }
    return isLate ? bounds + [(height + 8, theme.failure)] : bounds
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

  /// Writes the greatest overrun of each run of late bars beside it, the greatest of all first.
  private func drawOverruns(into surface: inout Surface, in rect: CellRect) {
    let late = profiler.latest.prefix(rect.size.columns).enumerated()
      .filter { $0.element.lateBy > .zero }
      .map { (column: rect.columns.upperBound - 1 - $0.offset, by: $0.element.lateBy) }
    var runs: [(columns: Range<Int>, by: Duration)] = []
    for bar in late.reversed() {
      if let last = runs.indices.last, runs[last].columns.upperBound == bar.column {
        runs[last] = (
          runs[last].columns.lowerBound..<bar.column + 1, max(runs[last].by, bar.by)
        )
      } else {
        runs.append((bar.column..<bar.column + 1, bar.by))
      }
    }
    var taken = Set(late.map(\.column))
    for run in runs.sorted(by: { $0.by > $1.by }) {
      let (start, end) = (run.columns.lowerBound, run.columns.upperBound)
      let rounded = run.by >= .milliseconds(1) ? run.by.milliseconds.text(decimals: 0) : nil
      let forms = [run.by.shortText, rounded].compactMap { $0.map { "+\($0)" } }
      let places = forms.flatMap { text in
        [start - text.count..<start, end..<end + text.count].map { (text, columns: $0) }
      }
      let place = places.first {
        $0.columns.clamped(to: rect.columns) == $0.columns && taken.isDisjoint(with: $0.columns)
      }
      guard let (text, columns) = place else { continue }
      surface.write(
        text, at: CellPoint(column: columns.lowerBound, row: rect.origin.row),
        foreground: theme.failure)
      // A column stays free between two of them.
      taken.formUnion(columns.lowerBound - 1..<columns.upperBound + 1)
    }
  }
}
