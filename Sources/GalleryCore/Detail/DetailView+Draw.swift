import GalleryItems
import Prefetching
import Raster

extension Gallery {
  func drawDetail(into surface: inout Surface) {
    guard let detail else {
      return surface.draw(
        placeholder(for: selection), in: detailRect, colors: placeholderColors(of: selection),
        clip: detailRect)
    }
    if let scale, let geometry, let image = detail.magnified?.picture ?? bestPicture(of: detail) {
      surface.fill(detailRect, with: Cell(glyph: " ", background: Theme.picture))
      let corner = offset(at: scale, in: geometry)
      surface.draw(
        image, scaledTo: geometry.halfBlocks(at: scale),
        at: CellPoint(column: -corner.column, row: -corner.row), background: Theme.picture,
        clip: detailRect)
      drawRendered(detail, corner: corner, into: &surface)
      drawProgress(of: detail, into: &surface)
    } else {
      drawWhole(detail, into: &surface)
    }
    if showsInfo {
      InfoPanel(detail, caption: item(selection).caption).draw(into: &surface, in: detailRect)
    }
  }

  private func bestPicture(of detail: Detail) -> PixelImage? {
    detail.base.picture ?? tiles[detail.base.key.item]?.picture
  }

  /// What was made of the part that is seen, or of another part as far as it is seen.
  private func drawRendered(_ detail: Detail, corner: CellPoint, into surface: inout Surface) {
    guard let (key, rendering) = detail.rendered, detail.rendering?.fits(key) == true else {
      return
    }
    let cell = rendition.pixelsPerCell
    let place = CellRect(
      column: key.window.x / cell.width - corner.column,
      row: key.window.y / cell.height - corner.row,
      columns: rendering.size.columns, rows: rendering.size.rows)
    surface.draw(rendering, in: place, clip: detailRect)
  }

  /// A picture that was made for the screen as it is stands as it is; anything else there is, as a
  /// tile's picture, is enlarged until then.
  private func drawWhole(_ detail: Detail, into surface: inout Surface) {
    let rect = detailRect
    if let frame = detail.frame {
      return surface.drawPicture(
        frame, shownAs: detail.base.key.rendition, in: rect, clip: rect)
    }
    let isFitted = detail.fittedCells == rect.size && !detail.base.isBlank
    guard !isFitted, !detail.base.hasFailed, let image = bestPicture(of: detail) else {
      return surface.draw(
        detail.base, in: rect, colors: placeholderColors(of: detail.base.key.item), clip: rect)
    }
    surface.fill(rect, with: Cell(glyph: " ", background: Theme.picture))
    let shown = (detail.base.picture == nil ? tiles[detail.base.key.item] : nil) ?? detail.base
    let own = shown.pictureRendition.squareSize(for: shown.pictureSize ?? image.size)
    let whole = halfBlocks(of: geometry?.own ?? own, isItsOwn: geometry != nil)
    let place = CellPoint(
      column: (rect.size.columns - whole.width) / 2,
      row: (rect.size.rows - (whole.height + 1) / 2) / 2)
    surface.draw(image, scaledTo: whole, at: place, background: Theme.picture, clip: rect)
    drawProgress(of: detail, into: &surface)
  }

  /// The half blocks that the whole of a picture takes; one of unknown size is taken for large.
  private func halfBlocks(of size: PixelSize, isItsOwn: Bool) -> PixelSize {
    let factor = isItsOwn ? 1 : 1_000
    let large = PixelSize(width: size.width * factor, height: size.height * factor)
    guard let fitted = DetailGeometry(own: large, view: detailRect.size, rendition: rendition)
    else { return Rendition().pixelSize(of: detailRect.size) }
    return fitted.halfBlocks(at: fitted.fitScale)
  }

  private func drawProgress(of detail: Detail, into surface: inout Surface) {
    guard let progress = detail.progress else { return }
    surface.drawProgressLine(progress, in: detailRect, clip: detailRect)
  }
}
