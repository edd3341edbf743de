import FramePacing
import Prefetching
import Raster

/// The panel of the overlay: seven lines of figures at the left, the graph of frames at the right.
struct OverlayPanel {
  /// A label and its figures, the most important one first.
  struct Line: Hashable, Sendable {
    struct Figure: Hashable, Sendable, ExpressibleByStringInterpolation {
      let text: String
      /// Whether the figure is bad news.
      var isBad = false

      init(_ text: String, isBad: Bool = false) {
        self.text = text
        self.isBad = isBad
      }

      init(stringLiteral text: String) { self.init(text) }
    }

    let label: String
    let figures: [Figure]

    init(_ label: String, _ figures: Figure?...) {
      self.label = label
      self.figures = figures.compactMap(\.self)
    }
  }

  private static let mostColumns = 60
  /// The columns that a narrow screen has for figures before the graph gets any: two figures a line.
  private static let fewestColumns = 32
  private static let labelColumns = 10

  private let title: String
  /// The number of frames whose times are shown.
  private let extent: String
  private let lines: [Line]
  private let graph: FrameGraph

  init(_ overlay: Overlay, of gallery: Gallery) {
    let frames = overlay.profiler.latest.count { _ in true }
    title = "overlay \(overlay.cost.figureText) · \(overlay.presenter)"
    extent = " · frame ms of \(frames)"
    lines = overlay.panelLines(of: gallery)
    graph = FrameGraph(
      of: overlay.profiler, hasColors: gallery.rendition.colors != .mono, gallery.scene.theme)
  }

  func draw(into surface: inout Surface, in rect: CellRect, _ theme: Theme) {
    surface.fill(rect, with: .blank)
    let rule = CellRect(
      column: rect.origin.column, row: rect.origin.row, columns: rect.size.columns, rows: 1)
    surface.fill(rule, with: Cell(glyph: "─", foreground: theme.line))
    // The legend, if it has room beside the title, comes before the extent.
    let room = rect.size.columns - 3
    let beside = room - 1 - FrameGraph.legendColumns
    let title = (title + extent).figures(fitting: title.count > beside ? room : beside)
    let used = surface.write(
      " \(title) ",
      at: CellPoint(column: 1, row: rule.origin.row), limit: rect.size.columns - 1,
      foreground: theme.faint)
    graph.drawLegend(into: &surface, in: rule.dropping(columns: used + 2))
    let fewest = min(Self.fewestColumns, rect.size.columns)
    var columns = min(Self.mostColumns, max(fewest, rect.size.columns * 13 / 20))
    // Without room for a graph, the figures get it.
    if rect.size.columns - columns < FrameGraph.fewestColumns { columns = rect.size.columns }
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
    var place = CellPoint(column: 1 + Self.labelColumns, row: row)
    var limit = columns - Self.labelColumns - 2
    for (index, figure) in line.figures.enumerated() {
      let separator = index == 0 ? "" : " · "
      // The first figure is cut rather than left out.
      if index > 0, separator.count + figure.text.count > limit { return }
      var used = surface.write(separator, at: place)
      used += surface.write(
        figure.text, at: CellPoint(column: place.column + used, row: row), limit: limit - used,
        foreground: figure.isBad ? theme.failure : .terminalDefault)
      (place.column, limit) = (place.column + used, limit - used)
    }
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
      return OverlayPanel.Line("rate", "idle")
    }
    let fps = "\(figures.framesPerSecond.text(decimals: 0)) fps"
    return OverlayPanel.Line(
      "rate", motion == nil ? "idle · last \(fps)" : .init(fps),
      "1% low \(figures.onePercentLow.text(decimals: 0))",
      motion?.animationError.map { "uneven \($0.figureText)" })
  }

  private var frameLine: OverlayPanel.Line {
    let budget = profiler.budget
    let times = Percentiles(profiler.latest.lazy.map { $0.elapsed(budget: budget) })
    if profiler.last == nil { return OverlayPanel.Line("frame ms", "–") }
    // Answers that are as quick as the link's shortest round trip measure no time of the terminal.
    let terminal = Percentiles(profiler.latest.lazy.compactMap(\.terminal)).p50.shortText
    return OverlayPanel.Line(
      "frame ms", .init("p50 \(times.p50.shortText)", isBad: times.p50 > budget),
      .init("p99 \(times.p99.shortText)", isBad: times.p99 > budget),
      terminal == Duration.zero.shortText ? nil : "then terminal \(terminal)",
      "budget \(budget.shortText)")
  }

  private var worstLine: OverlayPanel.Line {
    guard let worst = profiler.worst.frames.first else { return OverlayPanel.Line("worst", "–") }
    let budget = profiler.budget
    let isLate = worst.lateBy > .zero
    return OverlayPanel.Line(
      "worst", .init(worst.elapsed(budget: budget).figureText, isBad: isLate),
      "\(worst.blame(budget: budget).words)", "\(moment(of: worst))",
      isLate ? .init(worst.overrun.signedText, isBad: true) : nil)
  }

  private var keyLine: OverlayPanel.Line {
    guard link.shown.last != nil else {
      return OverlayPanel.Line(
        "key→shown", link.isSilent ? "– · the terminal does not answer" : "–")
    }
    let times = link.shown.window
    return OverlayPanel.Line(
      "key→shown", "p50 \(times.p50.figureText)", "p99 \(times.p99.figureText)")
  }

  private var lateLine: OverlayPanel.Line {
    let session = profiler.session
    let (ratio, grade) = (session.hitches.millisecondsPerSecond, session.hitches.grade)
    // The start alone would decide the grade of less than a second of frames.
    let isGraded = session.budget * session.count >= .seconds(1)
    let rate = "hitch \(ratio.text(decimals: 1)) ms/s" + (isGraded ? ", \(grade.rawValue)" : "")
    return OverlayPanel.Line(
      "late", "\(session.late) of \(session.count)",
      .init(rate, isBad: isGraded && grade != .good), "sum \(session.lateTime.figureText)")
  }

  private func tileLine(of gallery: Gallery) -> OverlayPanel.Line {
    if gallery.screen == .detail {
      return OverlayPanel.Line(
        "pictures", gallery.detail.isLoading ? "this one · loading" : "this one")
    }
    let tally = gallery.tally
    return OverlayPanel.Line(
      "pictures", "\(tally.readyTiles) shown",
      .init("\(tally.failedTiles) failed", isBad: tally.failedTiles > 0),
      "\(tally.blankTiles) loading")
  }

  private func aheadLine(of gallery: Gallery) -> OverlayPanel.Line {
    let counts = gallery.ledger.counts
    let ready = gallery.tiles.values.count { !$0.isBlank } - gallery.tally.settledTiles
    let used = counts.useful + counts.late
    let decided = used + counts.wasted
    return OverlayPanel.Line(
      "ahead", "\(max(0, ready)) pictures", decided > 0 ? "\(100 * used / decided) % used" : nil,
      "\(byteText(counts.wastedBytes)) wasted")
  }
}
