import GalleryItems
import Prefetching
import Raster

extension DetailView {
  /// Draws the picture, and the information about it, into the content area.
  ///
  /// - Parameters:
  ///   - board: provides the placeholder picture until the picture arrives.
  ///   - surface: has a blank content area.
  func draw(_ scene: Scene, over board: TileBoard, into surface: inout Surface) {
    let rect = scene.layout.content
    let colors = board.placeholderColors(of: scene.selection, scene.theme)
    guard let picture else {
      return surface.draw(
        board.tile(of: scene.selection, in: scene), LoadWords(progress: nil), in: rect,
        colors: colors, clip: rect, scene.theme, saying: \.sentence)
    }
    let standIn = board.tiles[picture.base.key.item]
    if let geometry = geometry(in: scene), let scale = ownScale(in: scene),
      let (image, turn) = picture.largest ?? standIn?.shown(in: picture.turn)
    {
      let corner = magnifier.offset(at: scale, in: geometry)
      let whole = geometry.halfBlocks(at: scale)
      let origin = CellPoint(column: -corner.column, row: rect.origin.row - corner.row)
      let part = (picture.largest == nil ? standIn : nil)?.place(
        turned: turn, on: whole, at: origin)
      surface.draw(
        image, turned: turn, scaledTo: part?.size ?? whole, at: part?.corner ?? origin,
        background: scene.rendition.paper.color, clip: rect)
      drawRendered(picture, corner: corner, in: scene, into: &surface)
      surface.drawProgressLine(
        board.words(on: picture.waited), in: rect, clip: rect, scene.theme)
    } else {
      drawWhole(
        picture, board.words(on: picture.waited), standIn: standIn, colors: colors, in: scene,
        into: &surface)
    }
    if showsInfo {
      InfoPanel(picture, of: board.item(at: scene.selection)).draw(
        into: &surface, in: rect, scene.theme)
    }
  }

  /// Draws the rendering of the visible part, or the visible area of another part's rendering.
  private func drawRendered(
    _ picture: DetailPicture, corner: CellPoint, in scene: Scene, into surface: inout Surface
  ) {
    guard let (key, rendering) = picture.welcomeRendering else { return }
    let cell = scene.rendition.pixelsPerCell
    let place = CellRect(
      column: key.window.x / cell.width - corner.column,
      row: scene.layout.content.origin.row + key.window.y / cell.height - corner.row,
      columns: rendering.size.columns, rows: rendering.size.rows)
    surface.draw(rendering, in: place, clip: scene.layout.content)
  }

  /// Draws a picture loaded for this screen, unscaled.
  ///
  /// Until it arrives, a picture of another size or turn is turned and enlarged, as in a tile.
  private func drawWhole(
    _ picture: DetailPicture, _ words: LoadWords, standIn: Tile?, colors: PlaceholderColors,
    in scene: Scene, into surface: inout Surface
  ) {
    let rect = scene.layout.content
    let base = picture.base
    if let frame = picture.frame {
      return surface.drawPicture(frame, shownAs: base.key.rendition, in: rect, clip: rect)
    }
    let isFitted =
      picture.fittedCells == rect.size && !base.isBlank
      && base.missingTurn(to: picture.turn) == .upright
    let shown = (base.picture == nil ? standIn : nil) ?? base
    guard !isFitted, !base.hasFailed, let (image, turn) = shown.shown(in: picture.turn) else {
      return surface.draw(
        base, words, in: rect, colors: colors, clip: rect, scene.theme, saying: \.sentence)
    }
    let whole = halfBlocks(of: shown, image, turned: turn, in: scene)
    let corner = CellPoint(
      column: (rect.size.columns - whole.width) / 2,
      row: rect.origin.row + (rect.size.rows - (whole.height + 1) / 2) / 2)
    let part = shown.place(turned: turn, on: whole, at: corner)
    surface.draw(
      image, turned: turn, scaledTo: part.size, at: part.corner,
      background: scene.rendition.paper.color, clip: rect)
    surface.drawProgressLine(words, in: rect, clip: rect, scene.theme)
  }

  /// The size of the whole picture in half blocks; a picture of unknown size counts as large.
  private func halfBlocks(
    of shown: Tile, _ image: PixelImage, turned turn: Orientation, in scene: Scene
  ) -> PixelSize {
    let view = scene.layout.content.size
    let own = shown.pictureRendition.squareSize(for: shown.pictureSize ?? image.size)
      .oriented(by: turn)
    guard
      let fitted = geometry(in: scene)
        ?? PictureGeometry(
          own: own.multiplied(by: 1_000), view: view, rendition: scene.rendition)
    else { return Rendition().pixelSize(of: view) }
    return fitted.halfBlocks(at: fitted.fitScale)
  }
}

// MARK: - Figures

extension DetailView {
  /// The figures of the picture, as far as known.
  func figures(in scene: Scene) -> [String] {
    picture?.figures(scale: scale(in: scene), in: geometry(in: scene)) ?? []
  }
}

extension DetailPicture {
  /// The scale, the turn, the upright size and the frames.
  ///
  /// - Parameter scale: nil if it fits the screen.
  fileprivate func figures(scale: Double?, in geometry: PictureGeometry?) -> [String] {
    guard let geometry else { return turn.words }
    let percentage = "\(max(1, Int(((scale ?? geometry.fitScale) * 100).rounded()))) %"
    let frames = isAnimating ? info?.frameCount : nil
    let own = geometry.own.oriented(by: turn)
    return [scale == nil ? "whole, \(percentage)" : percentage] + turn.words
      + ["\(own)", frames.map { "\($0) frames" }, base.flaw].compactMap(\.self)
  }
}
