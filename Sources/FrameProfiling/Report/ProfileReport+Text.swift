import Raster

extension ProfileReport {
  /// The most rows that are shown of a frame.
  private static let mostRows = 4

  /// The report for a person: the slowest frames, and below them the figures, where a terminal ends.
  package var text: String {
    var lines = worst.isEmpty ? [] : ["The slowest frames, with the rows that changed:"]
    for entry in worst { lines += self.lines(of: entry) }
    if !worst.isEmpty { lines.append("") }
    lines += [
      head, "",
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
      "", bytes, repaints, torn, hitches, "",
      "A pseudo-terminal shows when a program writes, not how long the terminal draws.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private var head: String {
    let command = DisplayText.line(subject.command.joined(separator: " "))
    let link = subject.link.map { ", over \($0)" } ?? ""
    return "\(command): \(subject.size.columns)x\(subject.size.rows)\(link), "
      + "\((subject.duration / .seconds(1)).text(1)) s, "
      + "\(frames.count) frames (\(count("frames.synchronized")) synchronized), "
      + "\(keys.count) keys (\(count("keys.answered")) answered)"
  }

  private var bytes: String {
    let (ratio, graphics) = (value(of: "bytes.waste_ratio") ?? 0, count("frames.with_graphics"))
    return
      "bytes     \(count("bytes.written")) written, \(count("bytes.needed")) needed by Filmstrip's encoder: "
      + "\(ratio.text(2)) times"
      + (graphics == 0 ? "" : ", without \(graphics) frames with graphics")
  }

  private var repaints: String {
    "repaints  \(count("frames.clears")) clears of the screen, \(count("frames.full_repaints")) full repaints"
  }

  private var torn: String {
    "torn      \(count("frames.torn")) states under 50 ms: \(count("frames.torn_blank")) blank, "
      + "\(count("frames.torn_half_drawn")) half drawn"
  }

  private var hitches: String {
    let ratio = HitchRatio(frames)
    let late = count("frames.late")
    let blames = Blame.allCases.map { "\($0.rawValue) \(count("frames.late_by_\($0.rawValue)"))" }
    return
      "hitches   \(ratio.millisecondsPerSecond.text(1)) ms/s (\(ratio.grade)): \(late) frames over 16.7 ms"
      + (late == 0 ? "" : "; to blame: " + blames.joined(separator: ", "))
  }

  private func count(_ name: String) -> Int { Int(value(of: name) ?? 0) }

  private func row(_ title: String, _ name: String, decimals: Int = 0) -> String {
    let numbers = ["p50", "p99", "max"].map { suffix in
      let text = (value(of: "\(name).\(suffix)") ?? 0).text(decimals)
      return String(repeating: " ", count: max(1, 10 - text.count)) + text
    }
    return title + String(repeating: " ", count: max(0, 26 - title.count)) + numbers.joined()
  }

  private func lines(of entry: WorstFrames.Entry) -> [String] {
    let frame = frames[entry.frame]
    let torn = frame.torn.map { ", \($0 == .blank ? "blank" : "half drawn")" } ?? ""
    let head =
      "\((entry.time / .milliseconds(1)).text(1)) ms at \((frame.burst.end / .seconds(1)).text(2)) s, "
      + "\(frame.phases.blame.rawValue): \(frame.burst.bytes) bytes (\(frame.neededBytes) needed), "
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

extension Double {
  /// The number with a fixed number of decimals.
  fileprivate func text(_ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((self * scale).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = "\(abs(scaled) % Int(scale))"
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / Int(scale))."
      + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
