import GalleryItems
import Prefetching
import Raster

/// The text of a list with high lines: the facts below each other.
extension TileCaption {
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
    lazy var details =
      facts(ownSize()).map { ($0, theme.faint) } + stateLines(columns: area.size.columns - 1)
    for index in 0..<area.size.rows where clip.rows.contains(area.origin.row + index) {
      let point = CellPoint(column: area.origin.column + 1, row: area.origin.row + index)
      switch index {
      case 0: drawName(sign + caption(), at: point, into: &surface)
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
  func stateLines(columns: Int) -> [(String, Color)] {
    guard let (text, color) = stateLine else { return [] }
    return wrapped(text, columns: columns).map { ($0, color) }
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
