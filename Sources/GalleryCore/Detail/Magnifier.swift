import GalleryItems
import Prefetching
import Raster

extension Gallery {
  /// The size of the picture in the detail view: as it says itself, as its item does, or, where
  /// neither is so, as it came.
  private var ownSize: PixelSize? {
    guard let detail else { return nil }
    if let size = detail.info?.size ?? item(detail.base.key.item).knownSize { return size }
    guard detail.describing == nil, case .ready(let image) = detail.base.state else { return nil }
    return detail.base.key.rendition.squareSize(for: image.size)
  }

  /// Where the picture is in the detail view; nil as long as its size is unknown.
  var geometry: DetailGeometry? {
    ownSize.flatMap { DetailGeometry(own: $0, view: detailRect.size, rendition: rendition) }
  }

  /// The scale of a picture of which a part is seen; nil while the whole is.
  var scale: Double? {
    guard case .scale(let wished) = magnification, let geometry, wished > geometry.fitScale else {
      return nil
    }
    return wished
  }

  /// The cell of the picture in the top left corner.
  func offset(at scale: Double, in geometry: DetailGeometry) -> CellPoint {
    geometry.offset(at: scale, center: center)
  }

  /// Goes through the scales that there are for the picture; the middle stays where it is.
  mutating func magnify(by steps: Int) {
    guard let geometry else {
      notice = "its size is not known yet"
      return
    }
    for _ in 0..<abs(steps) {
      let now = scale ?? geometry.fitScale
      if steps > 0 {
        guard let next = geometry.scales.first(where: { $0 > now }) else { break }
        magnification = .scale(next)
      } else {
        magnification = geometry.scales.last { $0 < now }.map(Magnification.scale) ?? .fit
      }
    }
  }

  /// Shows pictures pixel by pixel, or as a whole.
  mutating func toggleMagnification() {
    magnification = magnification == .scale(1) ? .fit : .scale(1)
  }
}

// MARK: - Moving

extension Gallery {
  /// Moves about in a picture of which a part is seen; goes on to others while the whole is.
  mutating func moveInDetail(_ movement: Movement) {
    let step = CellSize(
      columns: max(1, detailRect.size.columns / 10), rows: max(1, detailRect.size.rows / 10))
    switch movement {
    case .scroll(let rows): magnify(by: -rows.signum())
    case .pages(let pages): select(selection + pages)
    case .lines(let lines) where scale != nil: pan(columns: 0, rows: lines * step.rows)
    case .items(let items) where scale != nil: pan(columns: items * step.columns, rows: 0)
    case .halfPages(let halves) where scale != nil:
      pan(columns: 0, rows: halves * max(1, detailRect.size.rows / 2))
    case .first where scale != nil: center = PicturePoint(x: 0, y: 0)
    case .last where scale != nil: center = PicturePoint(x: 1, y: 1)
    case .select(let column, let row):
      pan(
        columns: column - detailRect.size.columns / 2, rows: row - detailRect.size.rows / 2)
    case .halfPages(let halves): select(selection + halves)
    case .lines, .items, .first, .last: move(movement)
    }
  }

  private mutating func pan(columns: Int, rows: Int) {
    guard let scale, let geometry else { return }
    let offset = offset(at: scale, in: geometry)
    let moved = CellPoint(column: offset.column + columns, row: offset.row + rows)
    center = geometry.center(at: scale, offset: geometry.inside(moved, at: scale))
  }
}
