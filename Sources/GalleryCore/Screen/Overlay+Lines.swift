import FramePacing
import Prefetching
import Raster

extension Overlay {
  /// The line above all others.
  var title: String {
    "fps \(profiler.framesPerSecond(at: now))  \(presenter)  budget \(profiler.budget.text) ms"
  }

  /// All lines of the full overlay, the most useful first, and the latest tracker events.
  ///
  /// If they do not fit, the least important figures are dropped, but some events stay.
  ///
  /// - Parameter room: the number of lines that fit.
  func lines(of gallery: Gallery, fitting room: Int) -> [String] {
    let others = linkLines + tileLines(of: gallery) + loadLines + [bytesLine]
    let all = stageLines(inFull: true) + sumLines + others + ["tracker"]
    if all.count < room {
      let events = gallery.log.lines.suffix(min(room - all.count, Self.trackerEvents))
      return all + events.map { "  \($0)" }
    }
    let figures = (stageLines(inFull: false) + sumLines + others)
      .prefix(max(1, room - min(Self.fewestEvents, gallery.log.lines.count)))
    return figures + gallery.log.lines.suffix(max(0, room - figures.count)).map { "tracker  \($0)" }
  }

  private static let trackerEvents = 6
  private static let fewestEvents = 3

  /// The times of the stages of frames.
  private func stageLines(inFull: Bool) -> [String] {
    let frames = profiler.window
    let lines = [
      "ms        last    p50    p99    max    session p50  p99    max",
      phase("work", frames, \.work, session: profiler.session.work),
      inFull ? phase("input", frames, \.input, session: profiler.session.input) : nil,
      inFull ? phase("update", frames, \.update, session: profiler.session.update) : nil,
      phase("draw", frames, \.draw, session: profiler.session.draw),
      inFull ? phase("overlay", frames, \.overlay, session: nil) : nil,
      phase("present", frames, \.present, session: profiler.session.present),
      inFull ? phase("cpu", frames, \.cpu, session: profiler.session.cpu) : nil,
      shownLine,
    ]
    return lines.compactMap(\.self)
  }

  /// The totals of frames.
  private var sumLines: [String] {
    [
      barLine,
      "late \(profiler.session.late)  over \(profiler.session.overBudget)"
        + "  hitch \(figure(profiler.session.hitchMillisecondsPerSecond)) ms/s"
        + "  frames \(profiler.session.count)",
    ]
  }

  private var bytesLine: String {
    let bytes = profiler.window.map(\.bytes)
    return "bytes last \(byteText(bytes.last ?? 0))  max \(byteText(bytes.max() ?? 0))"
      + "  all \(byteText(profiler.session.bytes))"
  }

  /// The line for the time from a key to the terminal's answer to the frame that shows it.
  private var shownLine: String {
    guard let last = link.shown.last else {
      return "shown".rightPadded(to: 7) + (link.isSilent ? "  not answered" : "      –")
    }
    let figures = Self.figures(last, link.shown.window)
    return "shown".rightPadded(to: 7) + figures + sessionFigures(link.shown.session)
  }

  private var linkLines: [String] {
    let rate = link.bytesPerSecond.map { byteText(Int(min($0, 1e12))) + "/s" } ?? "–"
    let roundTrip = link.roundTrip.map { $0.text + " ms" } ?? "–"
    return [
      "link \(rate)  round trip \(roundTrip)  held \(link.framesHeld)"
        + "  coarse \(link.sharpness.stepsBelowFull)"
    ]
  }

  private func tileLines(of gallery: Gallery) -> [String] {
    let tally = gallery.tally
    return ledgerLines(of: gallery) + [
      "tiles ready \(tally.readyTiles)  loading \(tally.blankTiles)  failed \(tally.failedTiles)"
    ]
  }

  private func ledgerLines(of gallery: Gallery) -> [String] {
    let ledger = gallery.ledger.counts
    return [
      "prefetch \(gallery.policyName)  useful \(ledger.useful)  late \(ledger.late)"
        + "  pending \(ledger.pending)  kept \(ledger.kept)",
      "  accuracy \(percentage(ledger.accuracy))  coverage \(percentage(ledger.coverage))"
        + "  timely \(percentage(ledger.timeliness))  wasted \(byteText(ledger.wastedBytes))",
    ]
  }

  private var loadLines: [String] {
    [
      "loads in flight \(loads.inFlight)  queued \(loads.queued)"
        + "  cache \(byteText(loads.cacheBytes))",
      "  from disk \(loads.diskHits)  revalidated \(loads.revalidated)"
        + "  retries \(loads.retries)  resumed \(loads.resumed)",
    ]
  }

  private func percentage(_ share: Double?) -> String {
    share.map { "\(($0 * 100).text(decimals: 0))%" } ?? "–"
  }

  private func figure(_ milliseconds: Double) -> String { milliseconds.text(decimals: 2) }

  private func sessionFigures(_ histogram: DurationHistogram) -> String {
    let figures = [
      histogram.milliseconds(atPercentile: 50), histogram.milliseconds(atPercentile: 99),
      histogram.maxMilliseconds,
    ]
    return "    " + figures.map(Self.column).joined()
  }

  private func phase(
    _ name: String, _ frames: [FrameRecord], _ part: (FrameRecord) -> Duration,
    session: DurationHistogram?
  ) -> String {
    let window = Percentiles(frames.map(part))
    let figures = Self.figures(frames.last.map(part) ?? .zero, window)
    return name.rightPadded(to: 7) + figures + (session.map(sessionFigures) ?? "")
  }

  private static func figures(_ last: Duration, _ window: Percentiles) -> String {
    [last, window.p50, window.p99, window.max].map { column($0.milliseconds) }.joined()
  }

  /// A figure in its column, without decimals from a second on, so that it fits.
  private static func column(_ milliseconds: Double) -> String {
    milliseconds.text(decimals: milliseconds < 999 ? 2 : 0).leftPadded(to: 7)
  }
}
