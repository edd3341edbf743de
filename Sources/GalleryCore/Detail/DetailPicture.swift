import Raster

/// The picture in the detail view, in every size in which it is there or on its way.
struct DetailPicture: Sendable {
  /// As large as the screen allows, shown as all pictures are.
  var base: Tile
  /// Its own size, where its item knows that.
  let knownSize: PixelSize?
  /// The cells that `base` had to fill when its picture came.
  private(set) var fittedCells: CellSize?
  /// Plain pixels in the size that the magnification needs; nil as long as `base` is enough.
  var magnified: Tile?
  /// Counts the pictures that came.
  private(set) var version = 0

  private(set) var info: PictureInfo?
  private(set) var timings: LoadTimings?
  /// The description that is awaited.
  private(set) var describing: TileKey?

  /// What was last asked to be rendered, and what came of that or of an earlier part.
  private var rendering: RenderKey?
  private var rendered: (key: RenderKey, rendering: Rendering)?

  /// The animation that runs, and its latest frame.
  private var animation: (key: TileKey, frame: PixelImage?)?

  init(base: Tile, knownSize: PixelSize?) {
    self.base = base
    self.knownSize = knownSize
  }

  /// The size of the picture: as it says itself, as its item does, or, where neither is so, as it came.
  var ownSize: PixelSize? {
    if let size = info?.size ?? knownSize { return size }
    guard describing == nil, case .ready(let image) = base.state else { return nil }
    return base.key.rendition.squareSize(for: image.size)
  }

  /// True while a load is awaited.
  var isUnderWay: Bool { base.isUnderWay || magnified?.isUnderWay == true }

  /// What the load that matters most to the person says of itself.
  var progress: TileProgress? { base.progress ?? magnified?.progress }

  /// True when this load is one of its own.
  func shows(_ key: TileKey) -> Bool { base.key == key || magnified?.key == key }

  /// True while it waits for this load.
  func awaits(_ key: TileKey) -> Bool {
    (base.key == key && base.isUnderWay)
      || (magnified?.key == key && magnified?.isUnderWay == true)
  }
}

// MARK: - What is known of it

extension DetailPicture {
  /// Asks what there is to know of it; what is known stays until the answer.
  mutating func describe(_ request: TileRequest, into effects: inout [Effect]) {
    stopDescribing(into: &effects)
    describing = request.key
    effects.append(.describe(request))
  }

  mutating func stopDescribing(into effects: inout [Effect]) {
    guard let key = describing else { return }
    describing = nil
    effects.append(.stopDescribing(key))
  }

  mutating func note(_ info: PictureInfo, for key: TileKey) {
    guard describing == key else { return }
    describing = nil
    self.info = info
  }

  mutating func note(_ timings: LoadTimings, for key: TileKey) {
    if base.key == key { self.timings = timings }
  }
}

// MARK: - What is made of it for the terminal

extension DetailPicture {
  /// The best picture there is to magnify.
  var largest: PixelImage? { magnified?.picture ?? base.picture }

  /// What was made of the part that is wanted, or of another part in the same size and way.
  var welcomeRendering: (key: RenderKey, rendering: Rendering)? {
    guard let rendered, rendering?.fits(rendered.key) == true else { return nil }
    return rendered
  }

  /// Asks for what the terminal shows of a part; nil for no part.
  mutating func render(_ key: RenderKey?, into effects: inout [Effect]) {
    guard let key, let image = largest else {
      rendering = nil
      return
    }
    if key == rendering { return }
    rendering = key
    effects.append(.render(RenderRequest(key: key, image: image)))
  }

  /// Of the same size any part is welcome: it is right where it covers what is seen.
  mutating func note(_ rendering: Rendering, for key: RenderKey) {
    guard let wanted = self.rendering, key.fits(wanted) else { return }
    rendered = (key, rendering)
  }

  var isAnimating: Bool { animation != nil }

  /// The frame of a picture that moves; nil before the first.
  var frame: PixelImage? { animation?.frame }

  /// A picture that moves does so while the whole of it is seen.
  mutating func animate(isWhole: Bool, into effects: inout [Effect]) {
    guard isWhole, let url = base.url, case .ready = base.state, info?.frameCount ?? 1 > 1 else {
      return stopAnimating(into: &effects)
    }
    if animation?.key == base.key { return }
    stopAnimating(into: &effects)
    animation = (base.key, nil)
    effects.append(.animate(TileRequest(key: base.key, url: url, purpose: .detail)))
  }

  mutating func stopAnimating(into effects: inout [Effect]) {
    guard let key = animation?.key else { return }
    animation = nil
    effects.append(.stopAnimating(key))
  }

  mutating func note(_ frame: PixelImage, for key: TileKey) {
    if animation?.key == key { animation?.frame = frame }
  }
}

// MARK: - What becomes of its loads

extension DetailPicture {
  /// A coarse picture has come; it may be all there is to magnify.
  mutating func receive(_ preview: ImagePreview, for key: TileKey) {
    change(key) { $0.receive(preview: preview) }
    if shows(key) { version += 1 }
  }

  /// The whole picture has come, in the size that fills these cells or in the magnified one.
  mutating func finish(_ key: TileKey, with image: PixelImage, fitting cells: CellSize) {
    change(key) { $0.finish(with: image) }
    if shows(key) { version += 1 }
    if base.key == key { fittedCells = cells }
  }

  /// Changes what shows the load of this key.
  mutating func change(_ key: TileKey, _ change: (inout Tile) -> Void) {
    if base.key == key { change(&base) }
    if var tile = magnified, tile.key == key {
      change(&tile)
      magnified = tile
    }
  }

  /// Forgets that loads wait for their next attempt.
  ///
  /// - Returns: whether one did.
  mutating func forgetWaits() -> Bool {
    let waiting = [base, magnified].compactMap(\.self)
      .filter { $0.progress?.isWaiting == true }
    for tile in waiting { change(tile.key) { $0.advance(to: nil) } }
    return !waiting.isEmpty
  }
}

extension Tile {
  /// True when its picture has as many pixels as that, or is the best there will be.
  func suffices(for size: PixelSize) -> Bool {
    guard case .ready(let image) = state else { return false }
    return image.size.width >= size.width && image.size.height >= size.height
  }
}
