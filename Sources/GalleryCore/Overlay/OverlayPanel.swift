import FramePacing
import Prefetching
import Raster

/// The panel of the overlay: seven lines of figures at the left, the graph of frames at the right.
struct OverlayPanel {
  /// A label and its figures, the most important one first.
  struct Line: Hashable, Sendable {
    let label: String
    let text: String
    /// Whether the figure is bad news.
    var isBad = false
  }

  private static let mostColumns = 60
  /// The columns that a narrow screen has for figures before the graph gets any: two figures a line.
  private static let fewestColumns = 32
  private static let labelColumns = 10

  private let title: String
  private let lines: [Line]
  private let graph: FrameGraph

  init(_ overlay: Overlay, of gallery: Gallery) {
    title = "overlay \(overlay.cost.figureText) · \(overlay.presenter)"
    lines = overlay.panelLines(of: gallery)
    graph = FrameGraph(
      of: overlay.profiler, hasColors: gallery.rendition.colors != .mono, gallery.scene.theme)
  }

  func draw(into surface: inout Surface, in rect: CellRect, _ theme: Theme) {
    surface.fill(rect, with: .blank)
    let rule = CellRect(
      column: rect.origin.column, row: rect.origin.row, columns: rect.size.columns, rows: 1)
    surface.fill(rule, with: Cell(glyph: "─", foreground: theme.line))
    let used = surface.write(
      " \(title.figures(fitting: rect.size.columns - 3)) ",
      at: CellPoint(column: 1, row: rule.origin.row), limit: rect.size.columns - 1,
      foreground: theme.faint)
    graph.drawLegend(into: &surface, in: rule.dropping(columns: used + 2))
    let fewest = min(Self.fewestColumns, rect.size.columns)
    let columns = min(Self.mostColumns, max(fewest, rect.size.columns * 13 / 20))
    let body = rect.dropping(rows: 1)
    for (line, row) in zip(lines, body.rows) {
      draw(line, atRow: row, columns: columns, into: &surface, theme)
    }
    graph.draw(into: &surface, in: body.dropping(columns: columns))
  }

  private func draw(
    _ line: Line, atRow row: Int, columns: Int, into surface: inout Surface, _ theme: Theme
  ) {
    surface.write(
      line.label, at: CellPoint(column: 1, row: row), limit: Self.labelColumns - 1,
      foreground: theme.faint)
    let limit = columns - Self.labelColumns - 2
    surface.write(
      line.text.figures(fitting: limit), at: CellPoint(column: 1 + Self.labelColumns, row: row),
      limit: limit, foreground: line.isBad ? theme.failure : .terminalDefault)
  }
}

extension CellRect {
  func dropping(rows: Int = 0, columns: Int = 0) -> CellRect {
    CellRect(
      column: origin.column + columns, row: origin.row + rows,
      columns: max(0, size.columns - columns), rows: max(0, size.rows - rows))
  }
}

// MARK: - Figures

extension Overlay {
  /// The median of the overlay's own cost, which no other figure includes.
  var cost: Duration { Percentiles(profiler.latest.lazy.map(\.times.overlay)).p50 }

  /// The lines of the panel; `OverlayWords` explains each.
  func panelLines(of gallery: Gallery) -> [OverlayPanel.Line] {
    [
      rateLine, frameLine, worstLine, keyLine, lateLine, tileLine(of: gallery),
      aheadLine(of: gallery),
    ]
  }

  private var rateLine: OverlayPanel.Line {
    guard let figures = motion ?? profiler.latestMotion else {
      return OverlayPanel.Line(label: "rate", text: "idle")
    }
    let fps = "\(figures.framesPerSecond.text(decimals: 0)) fps"
    let parts = [
      motion == nil ? "idle · \(fps) before" : fps,
      "1% low \(figures.onePercentLow.text(decimals: 0))",
      motion?.animationError.map { "uneven \($0.figureText)" },
    ]
    return OverlayPanel.Line(label: "rate", text: parts.compactMap(\.self).joined(separator: " · "))
  }

  private var frameLine: OverlayPanel.Line {
    let times = Percentiles(profiler.latest.lazy.map { $0.elapsed(budget: profiler.budget) })
    let terminal = Array(profiler.latest.lazy.compactMap(\.terminal))
    let parts = [
      times.p50.figureText, "p99 \(times.p99.figureText)",
      terminal.isEmpty ? nil : "terminal +\(Percentiles(terminal).p50.figureText)",
      "budget \(profiler.budget.figureText)",
    ]
    return OverlayPanel.Line(
      label: "frame", text: parts.compactMap(\.self).joined(separator: " · "),
      isBad: times.p99 > profiler.budget)
  }

  private var worstLine: OverlayPanel.Line {
    guard let worst = profiler.worst.frames.first else {
      return OverlayPanel.Line(label: "worst", text: "–")
    }
    let time = worst.elapsed(budget: profiler.budget)
    let blame = worst.blame(budget: profiler.budget)
    return OverlayPanel.Line(
      label: "worst",
      text: "\(time.figureText) · \(blame.activity) · \(moment(of: worst))",
      isBad: worst.lateBy > .zero)
  }

  private var keyLine: OverlayPanel.Line {
    guard link.shown.last != nil else {
      return OverlayPanel.Line(
        label: "key→shown", text: link.isSilent ? "– · the terminal does not answer" : "–")
    }
    let times = link.shown.window
    return OverlayPanel.Line(
      label: "key→shown", text: "\(times.p50.figureText) · p99 \(times.p99.figureText)")
  }

  private var lateLine: OverlayPanel.Line {
    let session = profiler.session
    let (ratio, grade) = (session.hitches.millisecondsPerSecond, session.hitches.grade)
    // The start alone would decide the grade of less than a second of frames.
    let isGraded = session.budget * session.count >= .seconds(1)
    return OverlayPanel.Line(
      label: "late",
      text: "\(session.late) of \(session.count) · \(session.lateTime.figureText)"
        + " · \(ratio.text(decimals: 1)) ms/s" + (isGraded ? ", \(grade.rawValue)" : ""),
      isBad: isGraded && grade != .good)
  }

  private func tileLine(of gallery: Gallery) -> OverlayPanel.Line {
    if gallery.screen == .detail {
      return OverlayPanel.Line(
        label: "pictures", text: gallery.detail.isLoading ? "this one · loading" : "this one")
    }
    let tally = gallery.tally
    let isBad = tally.failedTiles > 0
    let parts = [
      "\(tally.readyTiles) shown", "\(tally.blankTiles) loading", "\(tally.failedTiles) failed",
    ]
    return OverlayPanel.Line(
      label: "pictures",
      text: (isBad ? parts.reversed() : parts).joined(separator: " · "), isBad: isBad)
  }

  private func aheadLine(of gallery: Gallery) -> OverlayPanel.Line {
    let ledger = gallery.ledger.counts
    let ready = gallery.tiles.values.count { !$0.isBlank } - gallery.tally.settledTiles
    let parts = [
      "\(max(0, ready)) pictures", ledger.accuracy.map { "\(($0 * 100).text(decimals: 0)) % used" },
      "\(byteText(ledger.wastedBytes)) wasted",
    ]
    return OverlayPanel.Line(
      label: "ahead", text: parts.compactMap(\.self).joined(separator: " · "))
  }
}

extension FramePhase {
  /// The activity that took the frame's time, or the party that it waited for.
  var activity: String {
    switch self {
    case .input: "reading keys"
    case .update: "updating"
    case .draw: "drawing"
    case .overlay: "the overlay"
    case .present: "sending"
    case .link: "the link"
    case .terminal: "the terminal"
    case .machine: "other programs"
    }
  }
}
