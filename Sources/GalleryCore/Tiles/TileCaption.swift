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

  /// Writes the caption below the middle of its picture; if selected, between blanks on the accent
  /// color.
  ///
  /// - Parameters:
  ///   - neighbors: the captions before and after this one; a common beginning is cut first if room
  ///     is short.
  ///   - picture: the columns of the picture as drawn.
  func drawLine(
    _ caption: String, besides neighbors: @autoclosure () -> [String], below picture: Range<Int>,
    into surface: inout Surface
  ) {
    let room = area.size.columns - 2
    let text = DisplayText(
      sign + line(caption, besides: neighbors(), columns: room - sign.count))
    let width = min(text.columns, room)
    let middle = picture.lowerBound + (picture.count - width) / 2
    let start = max(area.origin.column + 1, min(middle, area.columns.upperBound - 1 - width))
    let point = CellPoint(column: start, row: area.origin.row)
    guard look.isSelected, width > 0 else {
      surface.write(text, at: point, limit: room, truncation: .middle, clip: clip)
      return
    }
    let label = CellRect(column: start - 1, row: point.row, columns: width + 2, rows: 1)
    surface.fill(label.intersection(clip), with: Cell(glyph: " ", background: theme.accent))
    surface.write(
      text, at: point, limit: room, foreground: theme.accentText, background: theme.accent,
      truncation: .middle, clip: clip)
  }

  /// The sign of a marked item before its name; empty if it is not marked.
  var sign: String { look.isMarked ? ShownMarks.sign : "" }

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
}
