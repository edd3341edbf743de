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

  /// Draws the overlay in the top right corner.
  package func draw(_ gallery: Gallery, into surface: inout Surface) {
    switch gallery.overlay {
    case .off: break
    case .compact: drawLines([summary], into: &surface, of: gallery)
    case .full:
      let rows = gallery.layout.content.size.rows
      drawLines(lines(of: gallery, fitting: rows), into: &surface, of: gallery)
    }
  }

  private var summary: String {
    let work = Percentiles(profiler.window.map(\.work))
    let shown = link.shown.last == nil ? "" : "  shown \(link.shown.window.p99.text)"
    return "fps \(profiler.framesPerSecond(at: now))  p99 \(work.p99.text) ms" + shown
      + "  late \(profiler.session.late)  \(presenter)"
  }

  private func drawLines(_ lines: [String], into surface: inout Surface, of gallery: Gallery) {
    let (room, theme) = (gallery.layout.content, gallery.scene.theme)
    let columns = min(Self.columns, room.size.columns)
    let panel = CellRect(
      column: room.size.columns - columns, row: 0, columns: columns,
      rows: min(lines.count, room.size.rows))
    surface.fill(panel, with: .blank)
    for (row, line) in lines.prefix(panel.size.rows).enumerated() {
      surface.write(
        line, at: CellPoint(column: panel.origin.column + 1, row: row), limit: columns - 2,
        foreground: row == 0 ? theme.emphasis : .terminalDefault)
    }
    colorBars(in: panel, rows: lines.firstIndex { $0.hasPrefix("▏") }, into: &surface, theme)
  }

  /// Marks bars over the budget in the failure color.
  private func colorBars(
    in panel: CellRect, rows row: Int?, into surface: inout Surface, _ theme: Theme
  ) {
    guard let row, panel.rows.contains(row) else { return }
    for column in panel.columns {
      let over = surface[column, row].scalar == Self.overBudgetBar
      surface[column, row].foreground = over ? theme.failure : theme.good
    }
  }

  static let overBudgetBar: Unicode.Scalar = "█"

  /// The line of one bar per frame: each step is an eighth of the budget, a full block is over
  /// budget.
  var barLine: String {
    var line = "▏".unicodeScalars
    for frame in profiler.window.suffix(Self.bars) {
      let eighths = frame.work.milliseconds / profiler.budget.milliseconds * 7
      line.append(frame.work > profiler.budget ? Self.overBudgetBar : Self.levels[Int(eighths)])
    }
    return String(line)
  }

  private static let levels: [Unicode.Scalar] = ["▁", "▁", "▂", "▃", "▄", "▅", "▆", "▇"]
}
