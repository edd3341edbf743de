import GalleryItems
import Prefetching
import Raster

/// The text beside or under a tile's picture: the caption, and the load's state.
struct TileCaption {
  let look: TileLook
  /// The rectangle for the text.
  let place: CellRect
  /// The clipping rectangle, whole rows of the content; nothing outside it is touched.
  let clip: CellRect
  let theme: Theme

  // MARK: - Under a picture of the grid

  /// - Parameter neighbors: the captions before and after this one, whose common beginning goes
  ///   first where there is no room.
  func drawLine(
    _ caption: String, besides neighbors: @autoclosure () -> [String], into surface: inout Surface
  ) {
    let background = look.isSelected ? theme.accent : .terminalDefault
    if look.isSelected {
      surface.fill(place.intersection(clip), with: Cell(glyph: " ", background: background))
    }
    let room = place.size.columns - 2
    surface.write(
      line(caption, besides: neighbors(), columns: room),
      at: CellPoint(column: place.origin.column + 1, row: place.origin.row),
      limit: room,
      foreground: look.isSelected ? theme.accentText : .terminalDefault,
      background: background, truncation: .middle,
      clip: clip)
  }

  /// A caption, and its picture's problem, if both have room.
  private func line(
    _ caption: String, besides neighbors: @autoclosure () -> [String], columns: Int
  ) -> String {
    guard let flaw = look.tile.flaw, columns > 2 * flaw.count else {
      return Self.shortened(caption, besides: neighbors(), toColumns: columns)
    }
    let room = columns - flaw.count - 3
    return Self.shortened(caption, besides: neighbors(), toColumns: room) + " · " + flaw
  }

  /// Shortens a caption where it hurts least: what a neighbor begins with as well goes first.
  ///
  /// A last word of digits or letters stays whole, so that numbers are read as such.
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

  // MARK: - Beside a picture of the list

  /// Writes the visible part of the lines.
  ///
  /// - Parameters:
  ///   - caption: evaluated only if it is visible.
  ///   - number: the item's number and the number of all items, in words.
  ///   - ownSize: the picture's own size, where the tile shows another picture; evaluated only if it is visible.
  func drawLines(
    _ caption: @autoclosure () -> String, number: @autoclosure () -> String,
    ownSize: @autoclosure () -> OwnSize, into surface: inout Surface
  ) {
    lazy var details = facts(ownSize()).map { ($0, theme.faint) } + stateLines
    for index in 0..<place.size.rows where clip.rows.contains(place.origin.row + index) {
      let point = CellPoint(column: place.origin.column + 1, row: place.origin.row + index)
      switch index {
      case 0: drawName(caption(), at: point, into: &surface)
      case 1:
        surface.write(
          number(), at: point, limit: place.size.columns - 1, foreground: theme.faint, clip: clip)
      default:
        guard index - 2 < details.count else { return }
        let (text, color) = details[index - 2]
        surface.write(
          text, at: point, limit: place.size.columns - 1, foreground: color, clip: clip)
      }
    }
  }

  /// Writes the caption; the selected one stands between blanks on a color of its own.
  ///
  /// That one is not bold: many terminals with 16 colors show bold black as gray.
  private func drawName(_ name: String, at point: CellPoint, into surface: inout Surface) {
    guard look.isSelected else {
      surface.write(
        name, at: point, limit: place.size.columns - 1, foreground: theme.title, style: .bold,
        truncation: .middle,
        clip: clip)
      return
    }
    let room = place.size.columns - 2
    let name = DisplayText.shortened(name, toColumns: room, .middle)
    surface.write(
      " \(name) ", at: CellPoint(column: point.column - 1, row: point.row), limit: room + 2,
      foreground: theme.accentText, background: theme.accent, clip: clip)
  }

  /// What people know a picture by: its size, format and file, then its date and camera.
  ///
  /// What a thumbnail's file says is not what the picture's says.
  private func facts(_ ownSize: OwnSize) -> [String] {
    if case .known(let size) = ownSize { return size.map { ["\($0) pixels"] } ?? [] }
    guard let info = look.tile.picture?.info else { return [] }
    let lines = [
      [info.size.map { "\($0) pixels" }, info.format, info.bytes.map(byteText)],
      [info.date, info.camera],
    ]
    return lines.map { $0.compactMap(\.self).joined(separator: " · ") }.filter { !$0.isEmpty }
  }

  /// The load's state in as many lines as it takes: a failure is worth its last word.
  private var stateLines: [(String, Color)] {
    guard let (text, color) = stateLine else { return [] }
    return wrapped(text, columns: place.size.columns - 1).map { ($0, color) }
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
