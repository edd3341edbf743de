import Raster

/// The geometry of a picture in its view, at any scale.
///
/// A scale of 1 shows one pixel of the picture as one pixel of the rendition. If those pixels are
/// not square, the width decides, and the height keeps the picture's shape.
struct PictureGeometry: Hashable, Sendable {
  /// The longest accepted side of a picture.
  static let longestSide = 1_000_000
  /// The most pixels requested at once: 64 MB.
  static let mostPixels = 16_000_000
  /// The smallest enlargement: less would only blur.
  static let leastEnlargement = 1.1

  let own: PixelSize
  let view: CellSize
  let rendition: Rendition
  /// The enlargement of a picture smaller than the view; nil if it keeps its size.
  let enlargement: Enlargement?

  /// - Returns: nil if the picture's size is implausible or the view is empty.
  init?(
    own: PixelSize, view: CellSize, rendition: Rendition, enlargement: Enlargement? = nil
  ) {
    let sides = 1...Self.longestSide
    guard sides.contains(own.width), sides.contains(own.height), view.columns > 0, view.rows > 0
    else { return nil }
    self.own = own
    self.view = view
    self.rendition = rendition
    self.enlargement = enlargement
  }

  /// The scale at which the whole picture is visible, filling the view if it may be enlarged.
  ///
  /// Blocks are enlarged by whole pixels of the rendition in both directions. If there is no room for that, they are
  /// whole only in width.
  var fitScale: Double {
    let room = rendition.pixelSize(of: view)
    let largest = min(Double(room.width) / Double(own.width), Double(room.height) / height)
    switch enlargement {
    case .smooth where largest >= Self.leastEnlargement: return largest
    case .blocks where largest >= 1:
      let step = Double(rendition.wholeStep)
      return largest < step ? largest.rounded(.down) : (largest / step).rounded(.down) * step
    case .smooth, .blocks, nil: return min(1, largest)
    }
  }

  /// The possible scales, ascending: the whole picture, halves and thirds of halves up to 1, then
  /// 2, 4, 8.
  var scales: [Double] {
    let fit = fitScale
    let halves = (1...20).map { 1 / Double(1 << $0) }
    let shrinking = (halves + halves.map { $0 * 4 / 3 }).filter { $0 > fit * 1.1 }
    return ([fit] + shrinking + [1, 2, 4, 8].filter { $0 != fit }).sorted()
  }

  /// The picture's height at scale 1.
  private var height: Double {
    let aspect = rendition.pixelAspect
    return Double(own.height) * Double(aspect.width) / Double(aspect.height)
  }

  /// The size of the whole picture in pixels of the rendition.
  func pixels(at scale: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(own.width) * scale).rounded())),
      height: max(1, Int((height * scale).rounded())))
  }

  /// The size of the whole picture in cells; the last ones may be partly covered.
  func cells(at scale: Double) -> CellSize {
    let pixels = pixels(at: scale)
    let cell = rendition.pixelsPerCell
    return CellSize(
      columns: (pixels.width + cell.width - 1) / cell.width,
      rows: (pixels.height + cell.height - 1) / cell.height)
  }

  /// The size of the whole picture in half blocks on the same cells.
  func halfBlocks(at scale: Double) -> PixelSize {
    rendition.halfBlocks(of: pixels(at: scale))
  }

  /// The size to load: never larger than the picture's own.
  func wantedPixels(at scale: Double) -> PixelSize {
    let whole = Double(own.width) * Double(own.height)
    let scale = min(1, scale, (Double(Self.mostPixels) / whole).squareRoot())
    return PixelSize(
      width: max(1, Int((Double(own.width) * scale).rounded())),
      height: max(1, Int((Double(own.height) * scale).rounded())))
  }
}

// MARK: - Panning

extension PictureGeometry {
  /// The cell of the picture in the top left corner of the view.
  ///
  /// The offset never shows anything outside the picture. A smaller picture is centered, at a
  /// negative offset.
  ///
  /// - Parameter center: the point of the picture in the center of the view.
  func offset(at scale: Double, center: PicturePoint) -> CellPoint {
    let cells = cells(at: scale)
    let wished = CellPoint(
      column: Int((center.x * Double(cells.columns)).rounded()) - view.columns / 2,
      row: Int((center.y * Double(cells.rows)).rounded()) - view.rows / 2)
    return inside(wished, at: scale)
  }

  /// The nearest offset that shows nothing outside the picture.
  func inside(_ offset: CellPoint, at scale: Double) -> CellPoint {
    func inside(_ offset: Int, _ length: Int, _ view: Int) -> Int {
      length <= view ? -((view - length) / 2) : min(max(0, offset), length - view)
    }
    let cells = cells(at: scale)
    return CellPoint(
      column: inside(offset.column, cells.columns, view.columns),
      row: inside(offset.row, cells.rows, view.rows))
  }

  /// The point of the picture in the center of the view at an offset.
  func center(at scale: Double, offset: CellPoint) -> PicturePoint {
    let cells = cells(at: scale)
    return PicturePoint(
      x: Double(offset.column + view.columns / 2) / Double(cells.columns),
      y: Double(offset.row + view.rows / 2) / Double(cells.rows))
  }

  /// The visible part of the picture, in pixels of the rendition.
  func window(offset: CellPoint) -> PixelRect {
    let cell = rendition.pixelsPerCell
    return PixelRect(
      x: max(0, offset.column) * cell.width, y: max(0, offset.row) * cell.height,
      size: rendition.pixelSize(of: view))
  }
}

/// A point in a picture of any size, from 0 to 1 in both directions.
struct PicturePoint: Hashable, Sendable {
  static let middle = PicturePoint(x: 0.5, y: 0.5)

  var x: Double
  var y: Double

  /// Its place after the picture was turned.
  func turned(by turn: Orientation) -> PicturePoint {
    let (x, y) = turn.inverse.stored(x: x, y: y, right: 1, bottom: 1)
    return PicturePoint(x: x, y: y)
  }
}

extension Rendition {
  /// The smallest scale that makes a pixel of a picture whole pixels of the rendition.
  fileprivate var wholeStep: Int {
    let aspect = pixelAspect
    return (1...aspect.height).first { $0 * aspect.width % aspect.height == 0 } ?? 1
  }

  /// The half blocks on the same cells as this many pixels of the rendition.
  func halfBlocks(of pixels: PixelSize) -> PixelSize {
    let cell = pixelsPerCell
    return PixelSize(
      width: max(1, (pixels.width + cell.width / 2) / cell.width),
      height: max(1, (2 * pixels.height + cell.height / 2) / cell.height))
  }
}
