import FoundationEssentials
import Raster

/// The detail view's picture, in every size that is loaded or loading.
struct DetailPicture: Sendable {
  /// The picture in the largest size that the screen needs, in the gallery's rendition.
  var base: Tile
  /// The picture's own size, if its item has it.
  let knownSize: PixelSize?
  /// The cells that `base` had to fill when its picture arrived.
  private(set) var fittedCells: CellSize?
  /// Plain pixels in the size for the magnification; nil while `base` suffices.
  var magnified: Tile?
  /// The number of pictures and frames that have arrived.
  private(set) var version = 0
  /// The enlargement that suits the best picture so far, if it is smaller than the screen.
  private(set) var enlargement = Enlargement.smooth

  private(set) var info: PictureInfo?
  /// The texts of `info`, as the panel of information shows them.
  private(set) var texts = InfoTexts()
  private(set) var timings: LoadTimings?
  /// The key of the pending description.
  private(set) var describing: TileKey?

  private var part = RenderedPart()

  /// The running animation, and its latest frame.
  private var animation: (key: TileKey, frame: PixelImage?)?

  init(base: Tile, knownSize: PixelSize?) {
    self.base = base
    self.knownSize = knownSize
  }

  /// The turn in which it is shown.
  var turn: Orientation { base.key.turn }

  /// The size of the upright picture: from its file, else from its item, else as loaded.
  var ownSize: PixelSize? {
    if let size = info?.size ?? knownSize { return size }
    guard case .ready(let image) = base.state else { return nil }
    if let size = image.info?.size { return size }
    if describing != nil { return nil }
    return base.key.rendition.squareSize(for: image.size).oriented(by: base.pictureTurn)
  }

  /// True while a load is pending.
  var isUnderWay: Bool { base.isUnderWay || magnified?.isUnderWay == true }

  /// Whether no load, description or rendering is pending.
  var isSettled: Bool { !isUnderWay && describing == nil && part.isRendered }

  /// The tile whose load the person is waiting for.
  var waited: Tile { base.isUnderWay ? base : magnified ?? base }

  /// The keys of its pending loads.
  var awaitedKeys: [TileKey] { [base.awaitedKey, magnified?.awaitedKey].compactMap(\.self) }

  /// Whether a load belongs to this picture.
  func shows(_ key: TileKey) -> Bool { base.key == key || magnified?.key == key }

  /// True while this load is pending.
  func awaits(_ key: TileKey) -> Bool {
    (base.key == key && base.isUnderWay)
      || (magnified?.key == key && magnified?.isUnderWay == true)
  }
}

// MARK: - Description

extension DetailPicture {
  /// Requests the picture's description, and keeps the known one until the answer comes.
  mutating func describe(_ request: TileRequest, into effects: inout [Effect]) {
    stopDescribing(into: &effects)
    describing = request.key
    effects.append(.detail(.describe(request)))
  }

  /// Loads the picture from its source again, and its description.
  mutating func reload(attempt: Int, at url: URL?, into effects: inout [Effect]) {
    let request = base.reload(attempt: attempt, at: url, for: .detail, into: &effects)
    if let request { describe(request, into: &effects) }
  }

  mutating func stopDescribing(into effects: inout [Effect]) {
    guard let key = describing else { return }
    describing = nil
    effects.append(.detail(.stopDescribing(key)))
  }

  mutating func receive(_ info: PictureInfo, for key: TileKey) {
    guard describing == key else { return }
    describing = nil
    if self.info?.texts != info.texts { texts = InfoTexts() }
    self.info = info
  }

  /// Scrolls the panel of information.
  ///
  /// - Returns: whether the movement is one of the panel, because not all of its lines are visible.
  mutating func scrollInfo(_ movement: Movement, over board: TileBoard, in scene: Scene) -> Bool {
    let panel = InfoPanel(self, of: board.item(at: scene.selection))
    guard let top = panel.top(after: movement, in: scene.layout.content) else { return false }
    texts.top = top
    return true
  }

  /// Wraps its texts, if any, to the width of a panel.
  mutating func wrapTexts(columns: Int) {
    if let info { texts.wrap(info.texts, columns: columns) }
  }

  mutating func receive(_ timings: LoadTimings, for key: TileKey) {
    if base.key == key { self.timings = timings }
  }
}

// MARK: - Renderings and animation

extension DetailPicture {
  /// The best available picture to magnify, and the turn that it still needs: of an animation, its current frame.
  ///
  /// After a turn, a smaller picture that has already been turned is better.
  var largest: (image: PixelImage, turn: Orientation)? {
    if let frame { return (frame, .upright) }
    let found = [magnified, base].compactMap { $0?.shown(in: turn) }
    return found.first { $0.turn == .upright } ?? found.first
  }

  /// The rendering of the requested part, or of another part in the same size and method.
  var welcomeRendering: (key: RenderKey, rendering: Rendering)? {
    guard let latest = part.latest, part.requested?.fits(latest.key) == true else { return nil }
    return latest
  }

  /// Requests the rendering of a part, once the picture was turned; nil requests none.
  mutating func render(_ key: RenderKey?, into effects: inout [Effect]) {
    guard let key, let (image, turn) = largest, turn == .upright else {
      part.requested = nil
      return
    }
    if key == part.requested { return }
    part.requested = key
    effects.append(.detail(.render(RenderRequest(key: key, image: image))))
  }

  /// Keeps a rendering of the requested size, even of another part.
  ///
  /// It is correct wherever it covers the visible area.
  mutating func receive(_ rendering: Rendering, for key: RenderKey) {
    guard let requested = part.requested, key.fits(requested) else { return }
    part.latest = (key, rendering)
  }

  var isAnimating: Bool { animation != nil }

  /// The current frame of an animation; nil before the first.
  var frame: PixelImage? { animation?.frame }

  /// Plays the picture's animation, if any, in the size of a key; nil stops it.
  mutating func animate(as key: TileKey?, into effects: inout [Effect]) {
    guard let key, let url = base.url, case .ready = base.state, info?.frameCount ?? 1 > 1 else {
      return stopAnimating(into: &effects)
    }
    if animation?.key == key { return }
    stopAnimating(into: &effects)
    animation = (key, nil)
    effects.append(.detail(.animate(TileRequest(key: key, url: url, purpose: .detail))))
  }

  func animates(_ key: TileKey) -> Bool { animation?.key == key }

  mutating func stopAnimating(into effects: inout [Effect]) {
    guard let key = animation?.key else { return }
    animation = nil
    effects.append(.detail(.stopAnimating(key)))
  }

  mutating func receive(_ frame: PixelImage, for key: TileKey) {
    guard animates(key) else { return }
    animation?.frame = frame
    version += 1
  }
}

// MARK: - Results of loads

extension DetailPicture {
  /// Stores a preview, which may be the only picture to magnify.
  mutating func receive(_ preview: ImagePreview, for key: TileKey) {
    change(key) { $0.receive(preview: preview) }
    if shows(key) { version += 1 }
  }

  /// Stores the complete picture, as `base` for these cells or as the magnified one.
  mutating func finish(_ key: TileKey, with image: PixelImage, fitting cells: CellSize) {
    change(key) { $0.finish(with: image) }
    guard shows(key) else { return }
    version += 1
    if base.key == key { fittedCells = cells }
    if let picture = magnified?.picture ?? base.picture {
      enlargement = Enlargement(suiting: picture)
    }
  }

  /// Changes the tile that shows the load of this key.
  mutating func change(_ key: TileKey, _ change: (inout Tile) -> Void) {
    if base.key == key { change(&base) }
    if var tile = magnified, tile.key == key {
      change(&tile)
      magnified = tile
    }
  }

  /// Clears the waits of loads for their next attempt.
  ///
  /// - Returns: whether a load was waiting.
  mutating func forgetWaits() -> Bool {
    let waiting = [base, magnified].compactMap(\.self)
      .filter { $0.progress?.isWaiting == true }
    for tile in waiting { change(tile.key) { $0.advance(to: nil) } }
    return !waiting.isEmpty
  }
}

/// The part of a picture that is rendered for the terminal.
private struct RenderedPart: Sendable {
  /// The last requested part; nil for none.
  var requested: RenderKey?
  /// The latest rendering, of that part or of an earlier one.
  var latest: (key: RenderKey, rendering: Rendering)?

  /// Whether the requested part is there, if any.
  var isRendered: Bool { requested == nil || requested == latest?.key }
}

extension Tile {
  /// Whether its picture has at least this many pixels, or can't get better.
  func suffices(for size: PixelSize) -> Bool {
    guard case .ready(let image) = state else { return false }
    return image.size.width >= size.width && image.size.height >= size.height
  }
}
