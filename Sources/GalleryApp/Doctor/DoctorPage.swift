import GalleryCore
import Raster

/// The report as text on one screen, a line for each part and for what to do about it.
package struct DoctorPage {
  private static let labelColumns = 13
  private static let columns = 79

  /// The lines, safe for a terminal.
  let lines: [String]

  package var text: String { lines.joined(separator: "\n") + "\n" }

  package init(_ report: DoctorReport) {
    var lines = [report.version, ""]
    func add(_ label: String, _ sentences: [String]) {
      lines += Self.paragraph(label, sentences)
    }
    if let screen = report.screen.value {
      for (label, sentences) in Self.parts(of: screen) { add(label, sentences) }
    } else {
      add("terminal", ["none: \(report.problem.value ?? "unknown")"])
    }
    add("locale", Self.locale(report.locale))
    let (there, missing) = Self.formats(report.formats)
    add("formats", [there])
    if !missing.isEmpty { add("missing", missing) }
    add("caches", Self.caches(report.caches.value))
    self.lines = lines.map { DisplayText.line($0) }
  }

  private static func parts(of screen: DoctorReport.Screen) -> [(String, [String])] {
    let terminal = screen.terminal
    let cell = terminal.cellWidth.value.flatMap { width in
      terminal.cellHeight.value.map { " of \(width)x\($0) pixels" }
    }
    var name = terminal.name == terminal.type ? "unknown" : terminal.name
    if let answer = terminal.answer.value { name += ", answers “\(answer)”" }
    let background = terminal.background.value.map { ", background #\($0)" } ?? ""
    let size = "\(terminal.columns)x\(terminal.rows) cells\(cell ?? "")\(background)"
    let silence = terminal.isAnswering ? [] : ["It answers no queries."]
    let multiplexer = screen.multiplexer.value.map { multiplexer in
      [
        "\(multiplexer.name), which passes \(multiplexer.passesGraphics ? "" : "no ")graphics on",
        multiplexer.advice.value, multiplexer.configuration.value,
      ].compactMap(\.self)
    }
    let colors = screen.colors
    let depth = colors.depth == "24bit" ? "24-bit" : colors.depth
    let isMono = colors.depth == "mono"
    return [
      ("terminal", ["\(name) (TERM=\(terminal.type))", size] + silence),
      ("multiplexer", multiplexer ?? ["none"]),
      (
        "colors",
        ["\(isMono ? "none" : depth), by the \(colors.presenter) presenter", colors.advice.value]
          .compactMap(\.self)
      ),
      ("graphics", [screen.graphics.method] + screen.graphics.obstacles),
      ("symbols", [Self.symbols(screen.symbols)]),
      ("link", [Self.link(screen)]),
    ]
  }

  private static func symbols(_ symbols: DoctorReport.Symbols) -> String {
    if symbols.set == "ascii" { return "ASCII" }
    return symbols.isTested
      ? "\(symbols.set), which this terminal was seen to draw without seams"
      : "\(symbols.set); if the font has finer ones: --symbols quadrant or sextant"
  }

  private static func link(_ screen: DoctorReport.Screen) -> String {
    let link = screen.link
    let place = link.isRemote ? "remote login" : "seems local"
    guard let roundTrip = link.roundTripMs.value else { return "\(place); no answer to measure" }
    let rate = link.bytesPerS.value.map { "\(byteText(Int($0)))/s" } ?? "too fast to measure"
    let end = screen.multiplexer.value.map { ", as far as \($0.name)" } ?? ""
    return "\(place); round trip \(roundTrip.text(decimals: 1)) ms, rate \(rate)\(end)"
  }

  private static func locale(_ locale: DoctorReport.Locale) -> [String] {
    let setting = locale.setting.value ?? "not set"
    return ["\(setting): \(locale.isUtf8 ? "" : "not ")UTF-8", locale.advice.value]
      .compactMap(\.self)
  }

  /// The formats that are read, and the missing ones by what they take.
  private static func formats(_ formats: [DoctorReport.Format]) -> (
    there: String, missing: [String]
  ) {
    let there = formats.filter { $0.reader.value != nil }.map(\.name)
    var missing: [(advice: String, names: [String])] = []
    for format in formats {
      guard let advice = format.advice.value else { continue }
      if let index = missing.firstIndex(where: { $0.advice == advice }) {
        missing[index].names.append(format.name)
      } else {
        missing.append((advice, [format.name]))
      }
    }
    return (
      there.joined(separator: ", "),
      missing.map { "\($0.names.joined(separator: ", ")): \($0.advice)" }
    )
  }

  private static func caches(_ caches: DoctorReport.Caches?) -> [String] {
    guard let caches else { return ["none: there is no home folder; --cache-dir names one"] }
    let parts = [(caches.servers, "pictures of servers"), (caches.thumbnails, "thumbnails")]
    let amounts = parts.map { "\($0.0.entries) \($0.1), \(byteText($0.0.bytes))" }
    return [
      caches.folder,
      amounts.joined(separator: "; "),
      "at most \(byteText(caches.limitBytes)) together, and in memory "
        + byteText(caches.memoryLimitBytes),
    ]
  }

  /// A label, then sentences, each from a line of its own, wrapped behind the label.
  private static func paragraph(_ label: String, _ sentences: [String]) -> [String] {
    let room = columns - labelColumns
    // A path is not cut.
    let texts = sentences.flatMap { $0.contains(" ") ? wrapped($0, columns: room) : [$0] }
    let margin = String(repeating: " ", count: labelColumns)
    return texts.enumerated().map { index, text in
      index == 0 ? label.padded(to: labelColumns) + text : margin + text
    }
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(1, columns - count))
  }
}
