import GalleryItems
import Prefetching
import Raster

/// The text of a list with low lines: the facts beside each other, in the columns of a table.
extension TileCaption {
  /// Writes the visible part of a row of the table, and the load's state below it.
  ///
  /// - Parameters:
  ///   - item: evaluated only if visible.
  ///   - name: its caption.
  ///   - order: the order of the list; one by date shows the dates that it compares.
  ///   - showsThumbnail: whether the picture is a thumbnail, whose file does not have the facts.
  func drawRow(
    _ table: TableColumns, _ item: GalleryItem, name: String, order: ItemOrder?,
    showsThumbnail: Bool, into surface: inout Surface
  ) {
    let start = CellPoint(column: area.origin.column + 1, row: area.origin.row + firstRow)
    if clip.rows.contains(start.row) {
      let bar = CellRect(
        column: start.column - 1, row: start.row, columns: table.width + 2, rows: 1)
      if look.isSelected {
        surface.fill(bar.intersection(clip), with: Cell(glyph: " ", background: theme.accent))
      }
      let info = showsThumbnail ? nil : look.tile.picture?.info
      for column in table.columns {
        guard let text = text(column, name: name, size: item.knownSize, info, order) else {
          continue
        }
        draw(text, in: column, at: start, into: &surface)
      }
    }
    drawState(below: start, columns: table.width, into: &surface)
  }

  /// Writes the load's state into the rows below the facts, the last one with an ellipsis if it is
  /// too long.
  private func drawState(below start: CellPoint, columns: Int, into surface: inout Surface) {
    let lines = stateLines(columns: columns)
    let rows = area.size.rows - firstRow - 1
    for index in 0..<min(lines.count, rows) where clip.rows.contains(start.row + 1 + index) {
      let isLast = index == rows - 1
      let text =
        isLast ? lines[index...].map(\.0).joined(separator: " ") : lines[index].0
      surface.write(
        text, at: CellPoint(column: start.column, row: start.row + 1 + index), limit: columns,
        foreground: lines[index].1, clip: clip)
    }
  }

  /// The row of the facts, which with one line for the state stand in the middle.
  private var firstRow: Int { max(0, (area.size.rows - 2) / 2) }

  private func draw(
    _ text: String, in column: TableColumns.Column, at start: CellPoint,
    into surface: inout Surface
  ) {
    let isName = column.fact == .name
    let text = DisplayText(text)
    let spare = column.isNumber ? max(0, column.width - text.columns) : 0
    let ink = isName ? theme.title : theme.faint
    surface.write(
      text, at: CellPoint(column: start.column + column.start + spare, row: start.row),
      limit: column.width, foreground: look.isSelected ? theme.accentText : ink,
      background: look.isSelected ? theme.accent : .terminalDefault,
      style: isName && !look.isSelected ? .bold : .plain, truncation: isName ? .middle : .end,
      clip: clip)
  }

  private func text(
    _ column: TableColumns.Column, name: String, size: PixelSize?, _ info: PictureInfo?,
    _ order: ItemOrder?
  ) -> String? {
    switch column.fact {
    case .name: sign + name
    case .pixels: (info?.size ?? size)?.description
    case .format: info?.format
    case .size: info?.bytes.map(byteText)
    case .date:
      date(info, order).map { String($0.prefix(column.width)) }
    case .camera: info?.camera
    }
  }

  /// The date by which the list is sorted; in another list the camera's, or else the file's.
  private func date(_ info: PictureInfo?, _ order: ItemOrder?) -> String? {
    switch order?.fact {
    case .date: info?.changedAt ?? info?.takenAt
    case .taken: info?.takenAt
    case .name, .size, nil: info?.date
    }
  }
}
