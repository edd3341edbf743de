import Raster

extension Surface {
  /// Draws a tile's content into its picture's rectangle.
  ///
  /// - Parameters:
  ///   - words: the text about its load.
  ///   - colors: the placeholder's colors, used if there is no picture.
  ///   - isAtFoot: whether a lower picture is aligned to the bottom of the rectangle.
  ///   - failure: the text about a failure: its summary, or more if there is room.
  mutating func draw(
    _ tile: Tile, _ words: LoadWords, in rect: CellRect, colors: PlaceholderColors,
    isAtFoot: Bool = false, clip: CellRect, _ theme: Theme,
    saying failure: (FailureReason) -> String = \.summary
  ) {
    switch tile.state {
    case .loading: drawLoading(words, colors, in: rect, clip: clip)
    case .ready(let image):
      drawPicture(
        image, shownAs: tile.pictureRendition, in: rect, isAtFoot: isAtFoot, clip: clip)
    case .preview, .reloading:
      if let image = tile.picture {
        drawPicture(
          image, stretchedOver: tile.pictureSize, shownAs: tile.pictureRendition, in: rect,
          isAtFoot: isAtFoot, clip: clip)
      }
      drawProgressLine(words, in: rect, clip: clip, theme)
    case .failed(let reason):
      let colors = PlaceholderColors.failed(theme)
      drawFrame(rect, colors, clip: clip)
      let lines = sentence(failure(reason), in: rect, orShort: ["failed", "!"])
      writeCentered(lines, in: rect, colors, clip: clip)
    }
  }

  /// Draws a placeholder with the load's progress as text.
  ///
  /// If the total size is known, a bar is drawn below the text.
  private mutating func drawLoading(
    _ words: LoadWords, _ colors: PlaceholderColors, in rect: CellRect, clip: CellRect
  ) {
    drawFrame(rect, colors, clip: clip)
    let figures = words.summary.figures(fitting: rect.size.columns - 2)
    let lines = sentence(words.summary, in: rect, orShort: [figures])
    writeCentered(lines, in: rect, colors, clip: clip)
    let margin = rect.size.columns / 6
    let bar = CellRect(
      column: rect.origin.column + margin, row: rect.origin.row + rect.size.rows / 2 + 1,
      columns: rect.size.columns - 2 * margin, rows: 1)
    guard let fraction = words.fraction, bar.origin.row < rect.rows.upperBound - 1 else {
      return
    }
    drawBar(
      fraction, in: bar, done: colors.bar, rest: colors.line, background: colors.background,
      clip: clip)
  }

  /// Wraps text into as many lines as a placeholder has room for.
  ///
  /// - Parameter short: shorter texts, for a placeholder that would cut most words; the first that
  ///   fits is taken, if any.
  private func sentence(_ text: String, in rect: CellRect, orShort short: [String]) -> [String] {
    let room = rect.size.columns - 2
    if text.count <= room { return [text] }
    if room < 12 { return Array(short.lazy.filter { $0.count <= room }.prefix(1)) }
    return Array(wrapped(text, columns: room - 2).prefix(max(1, rect.size.rows - 2)))
  }

  /// Draws a picture in the middle or at the foot of its rectangle; the rest stays blank.
  ///
  /// A picture without a rendering, such as a preview, is drawn in half blocks on the same cells.
  ///
  /// - Parameter whole: the size to which its pixels are stretched; nil for its own size.
  mutating func drawPicture(
    _ image: PixelImage, stretchedOver whole: PixelSize? = nil, shownAs rendition: Rendition,
    in rect: CellRect, isAtFoot: Bool = false, clip: CellRect
  ) {
    let halves = rendition.halfBlocks(of: whole ?? image.size)
    let inner = rect.place(of: image.cells(halves: halves), isAtFoot: isAtFoot)
    if let rendering = image.rendering {
      draw(rendering, in: inner, clip: clip)
    } else if halves == image.size {
      draw(image, in: inner, background: rendition.paper.color, clip: clip)
    } else {
      draw(
        image, scaledTo: halves, at: inner.origin, background: rendition.paper.color,
        clip: inner.intersection(clip))
    }
  }

  /// Draws the placeholder's frame, a box with round corners.
  private mutating func drawFrame(_ rect: CellRect, _ colors: PlaceholderColors, clip: CellRect) {
    let visible = rect.intersection(clip)
    if visible.isEmpty { return }
    fill(visible, with: Cell(glyph: " ", background: colors.background))
    guard rect.size.columns > 1, rect.size.rows > 1 else { return }
    let (left, right) = (rect.origin.column, rect.columns.upperBound - 1)
    let (top, bottom) = (rect.origin.row, rect.rows.upperBound - 1)
    func line(_ glyph: Unicode.Scalar, _ column: Int, _ row: Int, columns: Int = 1, rows: Int = 1) {
      fill(
        CellRect(column: column, row: row, columns: columns, rows: rows).intersection(visible),
        with: Cell(glyph: glyph, foreground: colors.line, background: colors.background))
    }
    for row in [top, bottom] { line("─", left, row, columns: rect.size.columns) }
    for column in [left, right] { line("│", column, top, rows: rect.size.rows) }
    line("╭", left, top)
    line("╮", right, top)
    line("╰", left, bottom)
    line("╯", right, bottom)
  }

  /// Writes lines of text in the middle of a placeholder.
  private mutating func writeCentered(
    _ lines: [String], in rect: CellRect, _ colors: PlaceholderColors, clip: CellRect
  ) {
    let room = rect.size.columns - 2
    let first = rect.origin.row + (rect.size.rows - lines.count) / 2
    for (index, line) in lines.enumerated() where clip.rows.contains(first + index) {
      let width = min(DisplayText(line).columns, room)
      let point = CellPoint(
        column: rect.origin.column + (rect.size.columns - width) / 2, row: first + index)
      write(
        line, at: point, limit: room, foreground: colors.text, background: colors.background,
        clip: clip)
    }
  }
}
