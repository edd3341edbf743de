import FramePacing
import Prefetching
import Raster

/// The frame-time overlay: how smooth the gallery is, and why a frame was late.
///
/// It is drawn after the gallery, into rows of its own, so that its cost can be measured.
package struct Overlay {
  let profiler: FrameProfiler
  let loads: LoadFigures
  let link: LinkFigures
  let presenter: String
  let motion: MotionFigures?
  private let now: Duration

  package init(
    profiler: FrameProfiler, loads: LoadFigures, link: LinkFigures = LinkFigures(),
    presenter: String, now: Duration
  ) {
    self.profiler = profiler
    self.loads = loads
    self.link = link
    self.presenter = presenter
    self.now = now
    motion = profiler.motion(at: now)
  }

  /// Draws the level that has room on the screen.
  package func draw(_ gallery: Gallery, into surface: inout Surface) {
    let (layout, theme) = (gallery.layout, gallery.scene.theme)
    switch layout.overlay.level(on: layout.screen) {
    case .off: break
    case .line: StatusLine(gallery, frames: lineForms).draw(into: &surface)
    case .panel: OverlayPanel(self, of: gallery).draw(into: &surface, in: layout.overlayBand, theme)
    case .full:
      let rows = min(OverlayLayout.panelRows, layout.overlayBand.size.rows)
      let (panel, rest) = layout.overlayBand.split(atRow: rows)
      OverlayPanel(self, of: gallery).draw(into: &surface, in: panel, theme)
      OverlayDetails(self, of: gallery).draw(into: &surface, in: rest, theme)
    }
  }

  /// The figures for the status line, from the longest form to the shortest: `60 fps · 2.1 ms · ▁▂▁▁▃▁▁█▁ · 0 late`.
  private var lineForms: [[String]] {
    let latest = profiler.latest.prefix(Self.lineFrames)
    let budget = profiler.budget
    let median = Percentiles(profiler.latest.lazy.map { $0.elapsed(budget: budget) }).p50
    let bars = String(String.UnicodeScalarView(latest.reversed().map(bar)))
    let late = "\(profiler.session.late) late"
    return [[rate, "\(median.shortText) ms", bars, late], [rate, bars, late], [rate, late]]
  }

  /// The rate of frames, or that nothing moves.
  var rate: String { motion.map { "\($0.framesPerSecond.text(decimals: 0)) fps" } ?? "idle" }

  /// The age of a frame; at rest its time of day, because an idle gallery draws nothing that could grow old.
  func moment(of frame: FrameRecord) -> String {
    motion == nil
      ? "at \(frame.timeOfDay.timeOfDayText)" : "\((now - frame.presentedAt).spokenText) ago"
  }

  /// A frame's time in eighths of the budget; a full block for a late frame.
  private func bar(of frame: FrameRecord) -> Unicode.Scalar {
    if frame.lateBy > .zero { return "█" }
    let eighths = Int(frame.elapsed(budget: profiler.budget) / profiler.budget * 8)
    return Self.bars[min(max(0, eighths), Self.bars.count - 1)]
  }

  private static let lineFrames = 9
  private static let bars: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
}

extension CellRect {
  /// The first rows and the others.
  fileprivate func split(atRow rows: Int) -> (CellRect, CellRect) {
    let columns = (origin.column, size.columns)
    return (
      CellRect(column: columns.0, row: origin.row, columns: columns.1, rows: rows),
      CellRect(
        column: columns.0, row: origin.row + rows, columns: columns.1, rows: size.rows - rows)
    )
  }
}

extension Duration {
  /// The duration in milliseconds, with one decimal below 100 ms and none above.
  var shortText: String {
    let milliseconds = milliseconds
    return milliseconds.text(decimals: abs(milliseconds) < 99.95 ? 1 : 0)
  }

  /// The duration with a unit: `0.42 ms`, `18.4 ms`, `2.4 s`.
  var figureText: String {
    let milliseconds = milliseconds
    if abs(milliseconds) >= 999.5 { return "\((milliseconds / 1_000).text(decimals: 1)) s" }
    return (abs(milliseconds) < 0.95 ? text : shortText) + " ms"
  }
}
