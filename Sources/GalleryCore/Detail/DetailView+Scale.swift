import Raster

/// The size in which the picture is shown, and the pixels that this takes.
extension DetailView {
  /// The picture's geometry in the view; nil while its size is unknown.
  func geometry(in scene: Scene) -> PictureGeometry? {
    picture?.ownSize.flatMap {
      PictureGeometry(
        own: $0, view: scene.layout.content.size, rendition: scene.rendition,
        enlargement: picture?.enlargement)
    }
  }

  /// The scale of a picture that is shown in another size than the whole screen's; nil where it is
  /// not.
  func scale(in scene: Scene) -> Double? {
    geometry(in: scene).flatMap(magnifier.scale)
  }

  /// The scale to which the view itself brings the picture's own pixels; nil where the picture is
  /// shown as it was loaded for this screen.
  func ownScale(in scene: Scene) -> Double? {
    guard let geometry = geometry(in: scene) else { return nil }
    if let scale = magnifier.scale(in: geometry) { return scale }
    return geometry.fitScale > 1 && picture?.base.isBlank == false && !hasFailed
      ? geometry.fitScale : nil
  }

  /// The visible part to render for the terminal; nil where the picture's pixels are drawn
  /// directly.
  ///
  /// Only a whole picture is enlarged smoothly: a zoomed one shows its pixels.
  func visiblePart(in scene: Scene) -> RenderKey? {
    guard let picture, let geometry = geometry(in: scene), let scale = ownScale(in: scene)
    else { return nil }
    let enlargement = scale == geometry.fitScale ? picture.enlargement : .blocks
    guard scene.rendition.needsRendering || enlargement == .smooth else { return nil }
    return RenderKey(
      item: picture.base.key.item, version: picture.version, whole: geometry.pixels(at: scale),
      window: geometry.window(offset: magnifier.offset(at: scale, in: geometry)),
      enlargement: enlargement, rendition: scene.rendition)
  }

  /// The key of the frames that the view shows: the picture's own pixels where they are enlarged;
  /// nil while the picture is zoomed.
  func animationKey(in scene: Scene) -> TileKey? {
    guard let base = picture?.base, scale(in: scene) == nil else { return nil }
    guard ownScale(in: scene) != nil, let geometry = geometry(in: scene) else { return base.key }
    return base.key.plain(geometry.own)
  }
}

extension TileKey {
  /// The key of the same picture's plain pixels, in another size.
  func plain(_ size: PixelSize) -> TileKey {
    TileKey(item: item, size: size, attempt: attempt)
  }
}
