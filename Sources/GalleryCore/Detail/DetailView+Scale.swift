import Raster

/// The size in which the picture is shown, and the pixels that it needs.
extension DetailView {
  /// The turned picture's geometry in the view; nil while its size is unknown.
  func geometry(in scene: Scene) -> PictureGeometry? {
    guard let picture, let size = picture.ownSize else { return nil }
    return PictureGeometry(
      own: size.oriented(by: picture.turn), view: scene.layout.content.size,
      rendition: scene.rendition, enlargement: picture.enlargement)
  }

  /// The scale of the picture; nil if it fits the screen without scaling.
  func scale(in scene: Scene) -> Double? {
    geometry(in: scene).flatMap(magnifier.scale)
  }

  /// The scale at which the view itself draws the picture's own pixels; nil if the picture is shown
  /// as loaded for this screen.
  func ownScale(in scene: Scene) -> Double? {
    guard let geometry = geometry(in: scene) else { return nil }
    if let scale = magnifier.scale(in: geometry) { return scale }
    return geometry.fitScale > 1 && picture?.base.isBlank == false && !hasFailed
      ? geometry.fitScale : nil
  }

  /// The visible part to render for the terminal; nil if the picture's pixels are drawn directly.
  ///
  /// Only a picture that fits is enlarged smoothly: a zoomed one shows its pixels.
  func visiblePart(in scene: Scene) -> RenderKey? {
    guard let picture, let geometry = geometry(in: scene), let scale = ownScale(in: scene)
    else { return nil }
    let enlargement = scale == geometry.fitScale ? picture.enlargement : .blocks
    guard scene.rendition.needsRendering || enlargement == .smooth else { return nil }
    return RenderKey(
      item: picture.base.key.item, turn: picture.turn, version: picture.version,
      whole: geometry.pixels(at: scale),
      window: geometry.window(offset: magnifier.offset(at: scale, in: geometry)),
      enlargement: enlargement, rendition: scene.rendition)
  }

  /// The key of the shown animation frames, with the picture's own pixels if they are enlarged; nil
  /// while the picture is zoomed.
  func animationKey(in scene: Scene) -> TileKey? {
    guard let base = picture?.base, scale(in: scene) == nil else { return nil }
    guard ownScale(in: scene) != nil, let geometry = geometry(in: scene) else { return base.key }
    return base.key.plain(geometry.own)
  }
}

extension TileKey {
  /// The key of the picture's plain pixels in another size.
  func plain(_ size: PixelSize) -> TileKey {
    TileKey(item: item, size: size, attempt: attempt, turn: turn)
  }
}
