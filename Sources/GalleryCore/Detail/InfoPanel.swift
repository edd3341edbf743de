import FoundationEssentials
import GalleryItems
import Raster

/// The panel of information about the picture, in the top left corner of the detail view.
///
/// It scrolls if the picture has more texts than the screen has rows.
struct InfoPanel {
  typealias Line = (label: String, value: String)

  private static let columns = 58
  private static let labelColumns = 10
  /// The longest address that is read completely.
  ///
  /// Only both ends of a longer one are read, because a `data` URL is as long as its picture.
  private static let longestAddress = 600

  private let caption: String
  private let lines: [Line]
  /// The first visible line; may be too large after the screen has grown.
  private let top: Int

  init(_ picture: DetailPicture, of item: GalleryItem) {
    caption = item.label()
    let companions =
      item.companions.isEmpty ? [] : [("beside", item.companions.joined(separator: ", "))]
    lines =
      Self.lines(of: picture) + companions + Self.failureLines(of: picture)
      + Self.loadLines(of: picture) + picture.texts.lines
    top = picture.texts.top
  }

  /// The columns for the text of a line.
  static func textColumns(in rect: CellRect) -> Int {
    min(columns, rect.size.columns) - 2 - labelColumns
  }

  /// The first visible line after a movement; nil if all lines are visible, or if the panel ignores the movement.
  func top(after movement: Movement, in rect: CellRect) -> Int? {
    let rows = rect.size.rows - 1
    guard lines.count > rows, rows > 0 else { return nil }
    return switch movement {
    case .lines, .pages, .halfPages:
      movement.scrolled(from: top, to: lines.count - rows, page: rows)
    case .items, .first, .last, .sections, .scroll, .select: nil
    }
  }

  func draw(into surface: inout Surface, in rect: CellRect, _ theme: Theme) {
    let panel = CellRect(
      column: rect.origin.column, row: rect.origin.row,
      columns: min(Self.columns, rect.size.columns), rows: min(lines.count + 1, rect.size.rows))
    surface.fill(panel, with: .blank)
    let room = panel.size.columns - 2
    let rows = panel.size.rows - 1
    let first = min(top, lines.count - rows)
    let isMoreBelow = first + rows < lines.count
    let arrows = [first > 0 ? "↑" : nil, isMoreBelow ? "↓" : nil].compactMap(\.self)
    let hint = arrows.isEmpty ? "" : " \(arrows.joined(separator: " ")) more"
    let hintColumns = DisplayText(hint).columns
    surface.write(
      caption, at: CellPoint(column: 1, row: panel.origin.row), limit: room - hintColumns,
      foreground: theme.emphasis, style: .bold, truncation: .middle,
      clip: panel)
    surface.write(
      hint, at: CellPoint(column: 1 + room - hintColumns, row: panel.origin.row),
      foreground: theme.faint, clip: panel)
    for (index, line) in lines[first..<first + rows].enumerated() {
      let row = panel.origin.row + 1 + index
      surface.write(
        line.label, at: CellPoint(column: 1, row: row), limit: Self.labelColumns - 1,
        foreground: theme.faint, clip: panel)
      surface.write(
        line.value, at: CellPoint(column: 1 + Self.labelColumns, row: row),
        limit: room - Self.labelColumns, truncation: .middle, clip: panel)
    }
  }

  private static func lines(of picture: DetailPicture) -> [Line] {
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
  private static func failureLines(of picture: DetailPicture) -> [Line] {
    guard case .failed(let reason) = picture.base.state else { return [] }
    return wrapped(reason.sentence, columns: columns - 2 - labelColumns).enumerated().map {
      ($0 == 0 ? "failed" : "", $1)
    }
  }

  /// The source of the picture, and how long each stage took.
  private static func loadLines(of picture: DetailPicture) -> [Line] {
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
