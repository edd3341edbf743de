import GalleryItems
import Prefetching
import Raster

/// The text beside or under a tile's picture: the caption, and the load's state.
struct TileCaption {
  let look: TileLook
  /// The rectangle for the text.
  let area: CellRect
  /// The clipping rectangle, whole rows of the content; nothing outside it is touched.
  let clip: CellRect
  let theme: Theme

  // MARK: - Grid

  /// - Parameter neighbors: the captions before and after this one; a common beginning is cut first
  ///   if room is short.
  func drawLine(
    _ caption: String, besides neighbors: @autoclosure () -> [String], into surface: inout Surface
  ) {
    let background = look.isSelected ? theme.accent : .terminalDefault
    if look.isSelected {
      surface.fill(area.intersection(clip), with: Cell(glyph: " ", background: background))
    }
    let room = area.size.columns - 2
    surface.write(
      line(caption, besides: neighbors(), columns: room),
      at: CellPoint(column: area.origin.column + 1, row: area.origin.row),
      limit: room,
      foreground: look.isSelected ? theme.accentText : .terminalDefault,
      background: background, truncation: .middle,
      clip: clip)
  }

  /// The caption, and its picture's problem if both fit.
  private func line(
    _ caption: String, besides neighbors: @autoclosure () -> [String], columns: Int
  ) -> String {
    guard let flaw = look.tile.flaw, columns > 2 * flaw.count else {
      return Self.shortened(caption, besides: neighbors(), toColumns: columns)
    }
    let room = columns - flaw.count - 3
    return Self.shortened(caption, besides: neighbors(), toColumns: room) + " · " + flaw
  }

  /// Shortens a caption, cutting the beginning that it shares with a neighbor first.
  ///
  /// The word at the end of that beginning stays complete, so that numbers are not cut.
  static func shortened(
    _ caption: String, besides neighbors: @autoclosure () -> [String], toColumns columns: Int
  ) -> String {
    guard DisplayText(caption).columns > columns else { return caption }
    let shared = neighbors().map { zip(caption, $0).prefix(while: ==).count }.max() ?? 0
    let (beginning, end) = (caption.prefix(shared), caption.dropFirst(shared))
    let word = beginning.reversed().prefix { $0.isLetter || $0.isNumber }
    let rest = String(word.reversed()) + end
    guard word.count < shared else {
      return DisplayText.shortened(caption, toColumns: columns, .middle)
    }
    let room = columns - DisplayText(rest).columns
    guard room > 0 else { return DisplayText.shortened(rest, toColumns: columns, .middle) }
    let head = String(beginning.dropLast(word.count))
    return DisplayText.shortened(head, toColumns: room, .end) + rest
  }

  // MARK: - List

  /// Writes the visible part of the lines.
  ///
  /// - Parameters:
  ///   - caption: evaluated only if visible.
  ///   - number: the item's number and the number of all items, as text.
  ///   - ownSize: the picture's own size if the tile shows a thumbnail; evaluated only if visible.
  func drawLines(
    _ caption: @autoclosure () -> String, number: @autoclosure () -> String,
    ownSize: @autoclosure () -> OwnSize, into surface: inout Surface
  ) {
    lazy var details = facts(ownSize()).map { ($0, theme.faint) } + stateLines
    for index in 0..<area.size.rows where clip.rows.contains(area.origin.row + index) {
      let point = CellPoint(column: area.origin.column + 1, row: area.origin.row + index)
      switch index {
      case 0: drawName(caption(), at: point, into: &surface)
      case 1:
        surface.write(
          number(), at: point, limit: area.size.columns - 1, foreground: theme.faint, clip: clip)
      default:
        guard index - 2 < details.count else { return }
        let (text, color) = details[index - 2]
        surface.write(
          text, at: point, limit: area.size.columns - 1, foreground: color, clip: clip)
      }
    }
  }

  /// Writes the caption; if selected, between blanks on the accent color.
  ///
  /// The selected caption is not bold, because many terminals with 16 colors show bold black as
  /// gray.
  private func drawName(_ name: String, at point: CellPoint, into surface: inout Surface) {
    guard look.isSelected else {
      surface.write(
        name, at: point, limit: area.size.columns - 1, foreground: theme.title, style: .bold,
        truncation: .middle,
        clip: clip)
      return
    }
    let room = area.size.columns - 2
    let name = DisplayText.shortened(name, toColumns: room, .middle)
    surface.write(
      " \(name) ", at: CellPoint(column: point.column - 1, row: point.row), limit: room + 2,
      foreground: theme.accentText, background: theme.accent, clip: clip)
  }

  /// The facts that identify a picture: its size, format and file, then its date and camera.
  ///
  /// A thumbnail's file does not contain the facts of the picture.
  private func facts(_ ownSize: OwnSize) -> [String] {
    if case .known(let size) = ownSize { return size.map { ["\($0) pixels"] } ?? [] }
    guard let info = look.tile.picture?.info else { return [] }
    let lines = [
      [info.size.map { "\($0) pixels" }, info.format, info.bytes.map(byteText)],
      [info.date, info.camera],
    ]
    return lines.map { $0.compactMap(\.self).joined(separator: " · ") }.filter { !$0.isEmpty }
  }

  /// The load's state in as many lines as needed, because a failure must be readable to its end.
  private var stateLines: [(String, Color)] {
    guard let (text, color) = stateLine else { return [] }
    return wrapped(text, columns: area.size.columns - 1).map { ($0, color) }
  }

  private var stateLine: (String, Color)? {
    let tile = look.tile
    return switch tile.state {
    case .loading, .preview: (look.words.text(of: "loading"), theme.faint)
    case .reloading: (look.words.text(of: "reloading"), theme.faint)
    case .ready: tile.flaw.map { ($0, theme.failure) }
    case .failed(let reason): ("failed: \(reason.summary)", theme.failure)
    }
  }
}
