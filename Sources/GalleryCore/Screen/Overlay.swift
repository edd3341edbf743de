import FramePacing
import Prefetching
import Raster

/// The frame-time overlay: the cost of frames, the waits of tiles, and the tracker's events.
///
/// It is drawn over the finished frame, so that its own cost can be measured and shown.
package struct Overlay {
  static let columns = 64
  static let bars = 60

  let profiler: FrameProfiler
  let loads: LoadFigures
  let link: LinkFigures
  let presenter: String
  let now: Duration

  package init(
    profiler: FrameProfiler, loads: LoadFigures, link: LinkFigures = LinkFigures(),
    presenter: String, now: Duration
  ) {
    self.profiler = profiler
    self.loads = loads
    self.link = link
    self.presenter = presenter
    self.now = now
  }

  /// Draws the overlay at the foot of the content, or its single line in the top right corner.
  package func draw(_ gallery: Gallery, into surface: inout Surface) {
    switch gallery.overlay {
    case .off: break
    case .compact: drawSummary(into: &surface, of: gallery)
    case .full: drawPanel(into: &surface, of: gallery)
    }
  }

  private var summary: String {
    let work = Percentiles(profiler.window.map(\.work))
    let shown = link.shown.last == nil ? "" : "  shown \(link.shown.window.p99.text)"
    return "fps \(profiler.framesPerSecond(at: now))  p99 \(work.p99.text) ms" + shown
      + "  late \(profiler.session.late)  \(presenter)"
  }

  private func drawSummary(into surface: inout Surface, of gallery: Gallery) {
    let room = gallery.layout.content
    let columns = min(Self.columns, room.size.columns)
    let line = CellRect(column: room.size.columns - columns, row: 0, columns: columns, rows: 1)
    surface.fill(line, with: .blank)
    surface.write(
      summary, at: CellPoint(column: line.origin.column + 1, row: 0), limit: columns - 2,
      foreground: gallery.scene.theme.emphasis)
  }

  /// Draws all lines at the foot of the content, in as many columns as fit.
  ///
  /// At most half of the rows are covered, so the first tiles and their captions stay visible.
  private func drawPanel(into surface: inout Surface, of gallery: Gallery) {
    let (room, theme) = (gallery.layout.content, gallery.scene.theme)
    let columns = max(1, room.size.columns / Self.columns)
    let mostRows = max(0, room.size.rows / 2 - 1)
    let lines = lines(of: gallery, fitting: mostRows * columns)
    let rows = min(mostRows, (lines.count + columns - 1) / columns)
    let panel = CellRect(
      column: 0, row: room.size.rows - rows - 1, columns: room.size.columns, rows: rows + 1)
    surface.fill(panel, with: .blank)
    drawTitle(in: panel, into: &surface, theme)
    let width = panel.size.columns / columns
    for (index, line) in lines.prefix(rows * columns).enumerated() {
      let point = CellPoint(
        column: 1 + index / rows * width, row: panel.origin.row + 1 + index % rows)
      let used = surface.write(line, at: point, limit: width - 2)
      if line.hasPrefix(Self.barStart) {
        colorBars(
          CellRect(column: point.column, row: point.row, columns: used, rows: 1), into: &surface,
          theme)
      }
    }
  }

  /// Draws the first row of the panel: the rate of frames, and a rule up to the edge.
  private func drawTitle(in panel: CellRect, into surface: inout Surface, _ theme: Theme) {
    let rule = CellRect(
      column: 0, row: panel.origin.row, columns: panel.size.columns, rows: 1)
    surface.fill(rule, with: Cell(glyph: "─", foreground: theme.line))
    surface.write(
      " \(title) ", at: CellPoint(column: 0, row: panel.origin.row), limit: panel.size.columns,
      foreground: theme.emphasis)
  }

  /// Marks bars over the budget in the failure color.
  private func colorBars(_ bars: CellRect, into surface: inout Surface, _ theme: Theme) {
    for column in bars.columns {
      let over = surface[column, bars.origin.row].scalar == Self.overBudgetBar
      surface[column, bars.origin.row].foreground = over ? theme.failure : theme.good
    }
  }

  private static let barStart = "▏"
  static let overBudgetBar: Unicode.Scalar = "█"

  /// The line of one bar per frame: each step is an eighth of the budget, a full block is over
  /// budget.
  var barLine: String {
    var line = Self.barStart.unicodeScalars
    for frame in profiler.window.suffix(Self.bars) {
      let eighths = frame.work.milliseconds / profiler.budget.milliseconds * 7
      line.append(frame.work > profiler.budget ? Self.overBudgetBar : Self.levels[Int(eighths)])
    }
    return String(line)
  }

  private static let levels: [Unicode.Scalar] = ["▁", "▁", "▂", "▃", "▄", "▅", "▆", "▇"]
}
