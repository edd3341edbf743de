import FramePacing
import GalleryItems
import Prefetching
import Raster

/// The lower part of the full overlay: sections in columns, each with its most important line first.
struct OverlayDetails {
  private static let columnWidth = 40

  private let sections: [[String]]

  init(_ overlay: Overlay, of gallery: Gallery) {
    sections = [
      overlay.histogram, overlay.worstFrames, overlay.linkLines, overlay.lanes(of: gallery),
      overlay.trackerLines(of: gallery),
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
      for (row, line) in zip(rows, section) {
        surface.write(
          line,
          at: CellPoint(
            column: rect.origin.column + column * width + 1, row: rect.origin.row + row),
          limit: width - 2,
          foreground: row == rows.lowerBound ? theme.emphasis : .terminalDefault)
      }
    }
  }
}

extension Overlay {
  /// The distribution of recent frame times, in doubling steps; the budget is marked.
  fileprivate var histogram: [String] {
    let session = profiler.session.work
    let figures = [50.0, 90, 99].map {
      "p\(Int($0)) \(session.milliseconds(atPercentile: $0).text(decimals: 1))"
    }
    let steps = [1, 2, 4, 8, profiler.budget.milliseconds, .infinity]
    var counts = Array(repeating: 0, count: steps.count)
    for frame in profiler.latest {
      let work = frame.times.work.milliseconds
      counts[steps.firstIndex { work < $0 } ?? steps.count - 1] += 1
    }
    let most = max(1, counts.max() ?? 1)
    let lines = zip(steps, counts).map { step, count in
      let name = step.isFinite ? "under \(step.text(decimals: step < 10 ? 0 : 1))" : "over budget"
      let bar = String(repeating: "▇", count: (count * 14 + most - 1) / most)
      return "\(name.rightPadded(to: 11)) \(bar) \(count)"
    }
    return ["frame ms  \(figures.joined(separator: "  "))"] + lines
  }

  /// The session's worst frames, by the milliseconds past their deadlines.
  fileprivate var worstFrames: [String] {
    let frames = profiler.worst.frames.prefix(5).map { frame in
      let age = (now - frame.presentedAt).spokenText
      let blame = frame.blame(budget: profiler.budget)
      return "\(frame.overrun.signedText) \(age) ago: \(blame.activity), \(frame.cause.words)"
    }
    return zip(["late by ms"] + Array(repeating: "", count: 4), frames).map { label, frame in
      "\(label.rightPadded(to: 10)) \(frame)"
    }
  }

  /// The terminal, the link to it, and the caches.
  fileprivate var linkLines: [String] {
    let rate = link.bytesPerSecond.map { byteText(Int(min($0, 1e12))) + "/s" } ?? "not measured"
    let roundTrip = link.roundTrip?.figureText ?? "–"
    return [
      "link \(rate) · round trip \(roundTrip)",
      "\(link.framesHeld) frames waited · sharpness \(link.sharpness.rawValue)",
      "sent \(byteText(profiler.session.bytes)) · a frame \(byteText(profiler.session.medianFrameBytes))",
      "caches \(byteText(loads.cacheBytes)) in memory · \(loads.diskHits) from disk",
      "\(loads.revalidated) revalidated · \(loads.retries) retries · \(loads.resumed) resumed",
    ]
  }

  /// The pending loads of tiles on the screen, each with its progress.
  fileprivate func lanes(of gallery: Gallery) -> [String] {
    let loading = gallery.visibleItems.lazy.filter { gallery.tile(at: $0)?.isUnderWay == true }
    let lanes = loading.prefix(10).map { place in
      let fraction = gallery.tile(at: place)?.progress?.fraction ?? 0
      let done = Int((fraction * 10).rounded(.down))
      let bar = String(repeating: "━", count: done) + String(repeating: "─", count: 10 - done)
      return "\(bar) \(place + 1) \(gallery.board.item(at: place).label())"
    }
    return ["loads \(loads.inFlight) in flight · \(loads.queued) queued"] + lanes
  }

  /// The latest events of the tracker, newest first.
  fileprivate func trackerLines(of gallery: Gallery) -> [String] {
    let events = gallery.board.log.lines.reversed().map(\.self)
    let policy = "prefetch \(gallery.policyName)"
    guard let latest = events.first else { return ["tracker · \(policy)"] }
    return ["tracker \(latest)"] + events.dropFirst() + [policy]
  }
}

extension Duration {
  /// The duration in milliseconds with its sign: `+3.2`, `-14.1`.
  var signedText: String { (self < .zero ? "" : "+") + shortText }
}
