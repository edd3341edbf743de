import FramePacing
import Raster

extension ProfileReport {
  /// The most rows of a frame that are shown; JSON has all.
  private static let mostRows = 4

  /// The report for a person: the slowest frames, the slowest of them last, and below them the figures, so that a
  /// terminal ends with what matters most.
  package var text: String {
    let delay = subject.link == nil ? "" : " without the link's constant delay,"
    var lines =
      worst.isEmpty
      ? [] : ["The slowest frames,\(delay) the slowest last, with the rows that changed:"]
    for entry in worst.reversed() { lines += self.lines(of: entry) }
    if !worst.isEmpty { lines.append("") }
    lines += [
      DisplayText.line(subject.command.joined(separator: " ")), circumstances, "",
      String(repeating: " ", count: 30) + "median      99 %     worst",
      row("key to first byte, ms", "keys.first_byte_ms", decimals: 1),
      row("key to settled, ms", "keys.settled_ms", decimals: 1),
      row("key to shown, ms", "keys.shown_ms", decimals: 1),
      row("  in the program", "keys.program_ms", decimals: 1),
      row("  on the link", "keys.link_ms", decimals: 1),
      row("  in the terminal", "keys.terminal_ms", decimals: 1),
      row("frame, first to last byte", "frames.present_ms", decimals: 1),
      row("bytes per frame", "frames.bytes"),
      row("writes per frame", "frames.writes"),
      row("cells changed per frame", "frames.cells_changed"),
      row("cells written per frame", "frames.cells_written"),
      "",
      "keys      \(count("keys.count")), answered \(count("keys.answered"))\(overlapping)",
      "frames    \(frames.count), synchronized \(count("frames.synchronized")), "
        + "with graphics \(count("frames.with_graphics"))",
      "late      \(late)", hitches, bytes,
      "repaints  full \(count("frames.full_repaints")), clears \(count("frames.clears"))",
      "torn      blank \(count("frames.torn_blank")), half drawn "
        + "\(count("frames.torn_half_drawn")), each for less than 50 ms",
      "",
      "A pseudo-terminal shows when a program writes. The terminal's time ends with its answer; it may draw later.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private var circumstances: String {
    let link = subject.link.map { "over \($0), " } ?? ""
    return "\(size), \(link)\((subject.duration / .seconds(1)).text(decimals: 1)) s" + ending
  }

  /// The size of the terminal at first, and at last.
  private var size: String {
    guard let first = sizes.first, let last = sizes.last, sizes.count > 1 else {
      return sizes.first?.description ?? ""
    }
    let often = sizes.count > 2 ? "\(sizes.count - 1) times, at last " : ""
    return "\(first), resized \(often)to \(last)"
  }

  /// How the command ended, unless it succeeded.
  private var ending: String {
    guard let status = subject.exitStatus, status != 0 else { return "" }
    return ", exit status \(status)" + (status > 128 ? " (signal \(status - 128))" : "")
  }

  private var overlapping: String {
    let count = count("keys.overlapping")
    if count == 0 { return "" }
    return "; \(count) came before the key before had output, so that their times may be too short"
  }

  /// Frames over the budget, and what to blame for them.
  private var late: String {
    let blames = Blame.allCases.map { "\($0.rawValue) \(count("frames.late_by_\($0.rawValue)"))" }
    let delay = subject.link == nil ? "" : " beyond the link's delay"
    return "\(count("frames.late")) over 16.7 ms\(delay): " + blames.joined(separator: ", ")
  }

  private var hitches: String {
    let ratio = FrameTotals(frames).hitches
    return
      "hitches   \(ratio.millisecondsPerSecond.text(decimals: 1)) ms/s, \(ratio.grade.rawValue)"
  }

  private var bytes: String {
    let ratio =
      value(of: "bytes.waste_ratio").map { ", \($0.text(decimals: 2)) times as many" } ?? ""
    return "bytes     \(count("bytes.written"))\(ratio); "
      + "Filmstrip's encoder would send \(count("bytes.needed"))"
  }

  private func count(_ name: String) -> Int { Int(value(of: name) ?? 0) }

  private func row(_ title: String, _ name: String, decimals: Int = 0) -> String {
    let numbers = ["p50", "p99", "max"].map { suffix in
      let text = value(of: "\(name).\(suffix)")?.text(decimals: decimals) ?? "–"
      return " " + text.leftPadded(to: 9)
    }
    return title.rightPadded(to: 26) + numbers.joined()
  }

  private func lines(of entry: SlowestFrames.Entry) -> [String] {
    let frame = frames[entry.frame]
    let torn = frame.torn.map { ", \($0 == .blank ? "blank" : "half drawn")" } ?? ""
    let head =
      "\((entry.time / .milliseconds(1)).text(decimals: 1)) ms at \((frame.burst.end / .seconds(1)).text(decimals: 2)) s"
      + (frame.pressedAt == nil ? ", " : " after a key, ")
      + "\(frame.phasesBeyondDelay.blame.rawValue): \(frame.burst.bytes) bytes (\(frame.neededBytes) of our encoder), "
      + "\(frame.cellsChanged) cells\(torn)"
    var lines = [head]
    for change in entry.changes.prefix(Self.mostRows) {
      lines.append("  - " + DisplayText.line(change.before))
      lines.append("  + " + DisplayText.line(change.after))
    }
    let more = entry.changes.count - Self.mostRows
    if more > 0 { lines.append("  … and \(more) more rows") }
    return lines
  }
}
