import Raster

/// The scale and the visible part of pictures in the detail view.
struct Magnifier: Hashable, Sendable {
  /// The requested scale, even if the current picture can't be shown at it.
  enum Magnification: Hashable, Sendable {
    /// The whole picture, as large as the screen allows.
    case fit
    /// This many screen pixels per pixel of the picture, if that is at least `fit` or 1.
    case scale(Double)
  }

  private(set) var magnification = Magnification.fit
  private var center = PicturePoint.middle

  /// The scale of a picture that does not fit the screen; nil if it does.
  func scale(in geometry: PictureGeometry) -> Double? {
    guard case .scale(let wished) = magnification else { return nil }
    let fit = geometry.fitScale
    return wished >= min(fit, 1) && wished != fit ? wished : nil
  }

  /// The picture's cell in the top left corner of the view.
  func offset(at scale: Double, in geometry: PictureGeometry) -> CellPoint {
    geometry.offset(at: scale, center: center)
  }

  /// Steps through a picture's scales, keeping the center in place.
  mutating func magnify(by steps: Int, in geometry: PictureGeometry) {
    for _ in 0..<abs(steps) {
      let now = scale(in: geometry) ?? geometry.fitScale
      let scales = geometry.scales
      guard
        let next = steps > 0 ? scales.first(where: { $0 > now }) : scales.last(where: { $0 < now })
      else { break }
      magnification = next == geometry.fitScale ? .fit : .scale(next)
    }
  }

  /// Shows pictures pixel by pixel, or as a whole.
  mutating func toggle() { magnification = magnification == .scale(1) ? .fit : .scale(1) }

  /// Follows a turn of the picture, so that the same part stays visible.
  mutating func follow(_ turn: Orientation) { center = center.turned(by: turn) }

  /// Pans a partly visible picture.
  ///
  /// - Returns: whether it panned; otherwise the movement is for the selection.
  mutating func pan(_ movement: Movement, in geometry: PictureGeometry) -> Bool {
    guard let scale = scale(in: geometry), scale > geometry.fitScale else { return false }
    let view = geometry.view
    let step = CellSize(columns: max(1, view.columns / 10), rows: max(1, view.rows / 10))
    switch movement {
    case .lines(let lines): pan(columns: 0, rows: lines * step.rows, at: scale, in: geometry)
    case .items(let items): pan(columns: items * step.columns, rows: 0, at: scale, in: geometry)
    case .halfPages(let halves):
      pan(columns: 0, rows: halves * max(1, view.rows / 2), at: scale, in: geometry)
    case .first: center = PicturePoint(x: 0, y: 0)
    case .last: center = PicturePoint(x: 1, y: 1)
    case .select(let column, let row):
      pan(columns: column - view.columns / 2, rows: row - view.rows / 2, at: scale, in: geometry)
    case .pages, .scroll, .sections: return false
    }
    return true
  }

  private mutating func pan(columns: Int, rows: Int, at scale: Double, in geometry: PictureGeometry)
  {
    let offset = offset(at: scale, in: geometry)
    let moved = CellPoint(column: offset.column + columns, row: offset.row + rows)
    center = geometry.center(at: scale, offset: geometry.inside(moved, at: scale))
  }
}
