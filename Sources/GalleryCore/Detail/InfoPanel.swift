import FoundationEssentials
import GalleryItems
import Raster

/// The panel of information about the picture, in the top left corner of the detail view.
struct InfoPanel {
  static let columns = 58
  private static let labelColumns = 10
  /// The longest address that is read completely.
  ///
  /// Only both ends of a longer one are read, because a `data` URL is as long as its picture.
  private static let longestAddress = 600

  private let caption: String
  private let lines: [(label: String, value: String)]

  init(_ picture: DetailPicture, of item: GalleryItem) {
    caption = item.label()
    let companions =
      item.companions.isEmpty ? [] : [("beside", item.companions.joined(separator: ", "))]
    lines =
      Self.lines(of: picture) + companions + Self.failureLines(of: picture)
      + Self.loadLines(of: picture)
  }

  func draw(into surface: inout Surface, in rect: CellRect, _ theme: Theme) {
    let panel = CellRect(
      column: rect.origin.column, row: rect.origin.row,
      columns: min(Self.columns, rect.size.columns), rows: min(lines.count + 1, rect.size.rows))
    surface.fill(panel, with: .blank)
    let room = panel.size.columns - 2
    surface.write(
      caption, at: CellPoint(column: 1, row: panel.origin.row), limit: room,
      foreground: theme.emphasis, style: .bold, truncation: .middle,
      clip: panel)
    for (index, line) in lines.enumerated() {
      let row = panel.origin.row + 1 + index
      surface.write(
        line.label, at: CellPoint(column: 1, row: row), limit: room, foreground: theme.faint,
        clip: panel)
      surface.write(
        line.value, at: CellPoint(column: 1 + Self.labelColumns, row: row),
        limit: room - Self.labelColumns, truncation: .middle, clip: panel)
    }
  }

  private static func lines(of picture: DetailPicture) -> [(label: String, value: String)] {
    let info = picture.info
    let file = [
      info?.format, info?.bytes.map(byteText),
      info.flatMap { $0.frameCount > 1 ? "\($0.frameCount) frames" : nil }, picture.base.flaw,
    ].compactMap(\.self).joined(separator: ", ")
    let known: [(String, String?)] = [
      ("size", info?.size.map { "\($0) pixels" }), ("file", file.isEmpty ? nil : file),
      ("colors", info?.colors), ("taken", info?.takenAt),
      ("file date", info?.takenAt == nil ? info?.changedAt : nil), ("camera", info?.camera),
      ("exposure", info?.exposure),
      ("address", picture.base.url.map(address)),
    ]
    let lines = known.compactMap { label, value in value.map { (label: label, value: $0) } }
    return picture.describing == nil || info != nil ? lines : lines + [("", "reading more")]
  }

  /// The complete reason of a failure, which a tile summarizes.
  private static func failureLines(of picture: DetailPicture) -> [(label: String, value: String)] {
    guard case .failed(let reason) = picture.base.state else { return [] }
    return wrapped(reason.sentence, columns: columns - 2 - labelColumns).enumerated().map {
      ($0 == 0 ? "failed" : "", $1)
    }
  }

  /// The source of the picture, and how long each stage took.
  private static func loadLines(of picture: DetailPicture) -> [(label: String, value: String)] {
    guard let timings = picture.timings else { return [] }
    let stages: [(String, Duration?)] = [
      ("queue", timings.queueWait), ("first byte", timings.firstByte),
      ("transfer", timings.transfer), ("decode", timings.decode), ("process", timings.process),
    ]
    let taken = stages.compactMap { name, time in time.map { "\(name) \(spoken($0))" } }
    let origin = timings.source == "local" ? "" : "from \(timings.source) "
    let total = [("loaded", "\(origin)in \(spoken(timings.total))")]
    return stride(from: 0, to: taken.count, by: 2).reduce(into: total) { lines, start in
      lines.append(("", taken[start..<min(start + 2, taken.count)].joined(separator: ", ")))
    }
  }

  private static func spoken(_ time: Duration) -> String {
    "\(time.milliseconds.text(decimals: 1)) ms"
  }

  private static func address(_ url: URL) -> String {
    let isPath = url.isFileURL || url.scheme == "archive"
    let text = isPath ? url.path : Credentials.removed(from: url.absoluteString)
    guard text.utf8.count > longestAddress else { return text }
    return text.prefix(longestAddress / 2) + "…" + text.suffix(longestAddress / 2)
  }
}
