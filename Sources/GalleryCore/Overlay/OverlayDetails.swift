import FramePacing
import GalleryItems
import Prefetching
import Raster

/// The lower part of the full overlay: sections in columns, each with its most important line first.
struct OverlayDetails {
  /// A section: its label and first line, and more lines under it.
  struct Section {
    let label: String
    let first: String
    var more: [String] = []
  }

  private static let columnWidth = 40
  /// The most lanes of loads; more would leave no row to the caches.
  fileprivate static let mostLanes = 5

  /// Each section by the number of its rows.
  private let sections: [(_ rows: Int) -> Section]

  init(_ overlay: Overlay, of gallery: Gallery) {
    sections = [
      overlay.histogram, { _ in overlay.worstFrames }, { _ in overlay.linkLines },
      { _ in overlay.loadLines(of: gallery) }, { _ in overlay.trackerLines(of: gallery) },
    ]
  }

  /// Draws as much of each section as fits.
  func draw(into surface: inout Surface, in rect: CellRect, _ theme: Theme) {
    surface.fill(rect, with: .blank)
    guard rect.size.rows > 0 else { return }
    let columns = min(sections.count, max(1, rect.size.columns / Self.columnWidth))
    let width = rect.size.columns / columns
    let perColumn = (sections.count + columns - 1) / columns
    for (index, section) in sections.enumerated() {
      let (column, place) = (index / perColumn, index % perColumn)
      let count = min(perColumn, sections.count - column * perColumn)
      let rows = place * rect.size.rows / count..<(place + 1) * rect.size.rows / count
      let corner = CellPoint(
        column: rect.origin.column + column * width + 1, row: rect.origin.row + rows.lowerBound)
      draw(
        section(rows.count), rows: rows.count, at: corner, columns: width - 2, into: &surface, theme
      )
    }
  }

  private func draw(
    _ section: Section, rows: Int, at corner: CellPoint, columns: Int, into surface: inout Surface,
    _ theme: Theme
  ) {
    guard rows > 0 else { return }
    let used = surface.write(
      "\(section.label) ", at: corner, limit: columns, foreground: theme.faint)
    surface.write(
      section.first.figures(fitting: columns - used),
      at: CellPoint(column: corner.column + used, row: corner.row), limit: columns - used)
    for (index, line) in section.more.prefix(rows - 1).enumerated() {
      surface.write(
        line.figures(fitting: columns),
        at: CellPoint(column: corner.column, row: corner.row + 1 + index), limit: columns)
    }
  }
}

extension Overlay {
  /// The distribution of the latest frames' times, in doubling steps; the budget is one of them.
  ///
  /// The slowest step comes first; without room for all, the fastest are one.
  fileprivate func histogram(rows: Int) -> OverlayDetails.Section {
    let times = profiler.latest.map { $0.elapsed(budget: profiler.budget) }
    let budget = profiler.budget.milliseconds
    let faster = [1, 2, 4, 8].filter { $0 < budget }
    let steps = [0] + faster.suffix(max(0, rows - 3)) + [budget]
    var counts = Array(repeating: 0, count: steps.count)
    for time in times {
      counts[(steps.firstIndex { time.milliseconds < $0 } ?? steps.count) - 1] += 1
    }
    let most = max(1, counts.max() ?? 1)
    let lines = zip(steps.indices, counts).map { index, count in
      let from = steps[index].stepText
      let name = index + 1 < steps.count ? "\(from)–\(steps[index + 1].stepText)" : "over \(from)"
      let bar = String(repeating: "▇", count: (count * 14 + most - 1) / most)
      return "\(name.rightPadded(to: 9)) \(bar) \(count)"
    }
    let slowest = times.max().map { "slowest \($0.figureText) of \(times.count)" }
    return OverlayDetails.Section(
      label: "histogram", first: slowest ?? "–", more: rows > 2 ? lines.reversed() : [])
  }

  /// The session's worst frames, by the milliseconds past their deadlines.
  fileprivate var worstFrames: OverlayDetails.Section {
    let frames = profiler.worst.frames.filter { $0.lateBy > .zero }.prefix(5).map { frame in
      let blame = frame.blame(budget: profiler.budget)
      return "\(frame.overrun.signedText) \(blame.words) · \(frame.cause.words)"
        + " · \(moment(of: frame))"
    }
    return OverlayDetails.Section(
      label: "late frames", first: frames.first ?? "none", more: Array(frames.dropFirst()))
  }

  /// The link to the terminal.
  fileprivate var linkLines: OverlayDetails.Section {
    let rate =
      link.bytesPerSecond.map { "about " + byteText(Int(min($0, 1e12))) + "/s" } ?? "rate unknown"
    let roundTrip = link.roundTrip?.figureText ?? "–"
    let sharpness =
      link.sharpness == .full ? "full sharpness" : "sharpness −\(link.sharpness.rawValue)"
    return OverlayDetails.Section(
      label: "terminal link", first: "round trip \(roundTrip)",
      more: [
        "\(rate) · \(sharpness)",
        "waited \(link.framesWaited == 1 ? "1 frame" : "\(link.framesWaited) frames")",
        "sent \(byteText(profiler.session.bytes))"
          + " · median frame \(byteText(profiler.session.medianFrameBytes))",
      ])
  }

  /// The pending loads of tiles on the screen, each with its progress, and the caches.
  fileprivate func loadLines(of gallery: Gallery) -> OverlayDetails.Section {
    let loading = gallery.visibleItems.lazy.filter { gallery.tile(at: $0)?.isUnderWay == true }
    let lanes = loading.prefix(OverlayDetails.mostLanes).map { place in
      let fraction = gallery.tile(at: place)?.progress?.fraction ?? 0
      let done = Int((fraction * 10).rounded(.down))
      let bar = String(repeating: "━", count: done) + String(repeating: "─", count: 10 - done)
      return "\(bar) \(place + 1) \(gallery.board.item(at: place).label())"
    }
    return OverlayDetails.Section(
      label: "loads", first: "\(loads.inFlight) in flight · \(loads.queued) queued",
      more: Array(lanes) + [
        "caches \(byteText(loads.cacheBytes)) in memory · \(loads.diskHits) from disk",
        "revalidated \(loads.revalidated) · retries \(loads.retries) · resumed \(loads.resumed)",
      ])
  }

  /// The latest events of the tracker, newest first.
  fileprivate func trackerLines(of gallery: Gallery) -> OverlayDetails.Section {
    let events = gallery.board.log.lines.reversed().map(\.self)
    let policy = "prefetch \(gallery.policyName)"
    return OverlayDetails.Section(
      label: "tracker", first: events.first ?? policy,
      more: events.isEmpty ? [] : events.dropFirst() + [policy])
  }
}

extension Duration {
  /// The duration in milliseconds with its sign: `+3.2`, `-14.1`.
  var signedText: String { (self < .zero ? "" : "+") + shortText }
}

extension Double {
  /// A step of the histogram, in whole milliseconds or with one decimal.
  fileprivate var stepText: String { text(decimals: self == rounded() ? 0 : 1) }
}
