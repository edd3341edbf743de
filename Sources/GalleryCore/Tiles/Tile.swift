import FoundationEssentials
import Raster

/// The content of a tile, and the progress of its load.
package struct Tile: Sendable {
  package enum State: Sendable {
    case loading
    /// A coarse picture, shown until the load ends.
    case preview(ImagePreview)
    case ready(PixelImage)
    /// The old picture, shown until the source has answered again.
    case reloading(PixelImage)
    /// The load failed.
    case failed(FailureReason)
  }

  package private(set) var key: TileKey
  /// The picture's URL; nil if its item has no valid one.
  package private(set) var url: URL?
  package private(set) var state: State
  /// The key of the picture in `state`; another load may be replacing it.
  private var pictureKey: TileKey
  /// The load's progress; nil for a fast load, and after its end.
  package private(set) var progress: TileProgress?
  /// Whether no cache has its picture anymore.
  var isOnlyHere = false

  init(key: TileKey, url: URL?, state: State = .loading) {
    self.key = key
    self.url = url
    self.state = state
    pictureKey = key
  }

  /// Makes a tile of an item without a valid address.
  ///
  /// - Parameter reason: the reason given by the item, if any.
  static func withoutAddress(_ key: TileKey, because reason: String?) -> Tile {
    let reason = reason ?? "its address is not a URL"
    return Tile(
      key: key, url: nil, state: .failed(FailureReason(summary: reason, sentence: reason)))
  }

  /// Whether it shows neither its picture nor a failure; a preview does not count.
  package var isBlank: Bool {
    switch state {
    case .loading, .preview: true
    case .ready, .reloading, .failed: false
    }
  }

  /// True while an answer is pending.
  package var isUnderWay: Bool {
    switch state {
    case .loading, .preview, .reloading: true
    case .ready, .failed: false
    }
  }

  /// The key of the pending load, if any.
  var awaitedKey: TileKey? { isUnderWay ? key : nil }

  package var hasFailed: Bool {
    if case .failed = state { true } else { false }
  }

  /// The displayed picture, even if coarse or outdated.
  package var picture: PixelImage? {
    switch state {
    case .preview(let preview): preview.image
    case .ready(let image), .reloading(let image): image
    case .loading, .failed: nil
    }
  }

  /// The rendition of the displayed picture.
  package var pictureRendition: Rendition { pictureKey.rendition }

  /// The turn in which the displayed picture was made.
  var pictureTurn: Orientation { pictureKey.turn }

  /// The turn that the displayed picture still needs to be in another one.
  func missingTurn(to turn: Orientation) -> Orientation { pictureTurn.inverse.then(turn) }

  /// The displayed picture and the turn that it still needs.
  func shown(in turn: Orientation) -> (image: PixelImage, turn: Orientation)? {
    picture.map { ($0, missingTurn(to: turn)) }
  }

  /// A remark about an incomplete picture.
  var flaw: String? {
    if case .ready(let image) = state, image.endsEarly { "ends early" } else { nil }
  }

  /// The size to which the picture is stretched, in pixels of `pictureRendition`.
  var pictureSize: PixelSize? {
    if case .preview(let preview) = state { preview.size } else { picture?.size }
  }
}

// MARK: - Events

extension Tile {
  /// Updates the load's progress; nil clears it.
  mutating func advance(to progress: TileProgress?) {
    if isUnderWay { self.progress = progress }
  }

  /// Stores a preview, unless a better picture is shown or a picture is being reloaded.
  mutating func receive(preview: ImagePreview) {
    guard isBlank else { return }
    if case .preview(let shown) = state, !preview.replaces(shown) { return }
    state = .preview(preview)
    pictureKey = key
  }

  /// Ends the load with its picture.
  mutating func finish(with image: PixelImage) {
    state = .ready(image)
    pictureKey = key
    progress = nil
    isOnlyHere = false
  }

  /// Ends the load with a failure.
  ///
  /// - Returns: whether the tile shows the failure; a picture that was being reloaded stays.
  mutating func fail(because reason: FailureReason) -> Bool {
    progress = nil
    if case .reloading(let image) = state {
      state = .ready(image)
      return false
    }
    state = .failed(reason)
    return true
  }

  /// Starts a load with another key; the current picture or preview stays until it ends.
  mutating func reload(as key: TileKey, at url: URL?) {
    self.key = key
    self.url = url
    progress = nil
    switch state {
    case .ready(let image): state = .reloading(image)
    case .failed: state = .loading
    case .loading, .preview, .reloading: break
    }
  }
}

// MARK: - Reloading

extension Tile {
  /// Reloads its picture from the source, keeping the old one until the answer.
  ///
  /// - Parameter address: the picture's new address; nil for the old one.
  /// - Returns: the request; nil without an address.
  @discardableResult
  mutating func reload(
    attempt: Int, at address: URL? = nil, for purpose: TileRequest.Purpose,
    into effects: inout [Effect]
  ) -> TileRequest? {
    guard let url = address ?? url else { return nil }
    if isUnderWay { effects.append(.pipeline(.cancel(key))) }
    let key = TileKey(
      item: key.item, size: key.size, attempt: attempt, rendition: key.rendition, fit: key.fit,
      turn: key.turn)
    reload(as: key, at: url)
    let request = TileRequest(key: key, url: url, bypassesCaches: true, purpose: purpose)
    effects.append(.pipeline(.load(request)))
    return request
  }

  /// The tile's picture, as a placeholder for the same picture on this many cells.
  ///
  /// A picture that was not shrunk on any side is in its own size, and is not enlarged.
  func stretched(over cells: CellSize, shownAs rendition: Rendition) -> ImagePreview? {
    guard let image = picture, let size = pictureSize else { return nil }
    let isItsOwn = size.width < key.size.width && size.height < key.size.height
    let own = pictureRendition.squareSize(for: size).multiplied(by: isItsOwn ? 1 : 1_000)
    guard let geometry = PictureGeometry(own: own, view: cells, rendition: rendition) else {
      return nil
    }
    var isWhole = true
    if case .preview(let preview) = state { isWhole = preview.isWhole }
    return ImagePreview(image, of: geometry.pixels(at: geometry.fitScale), isWhole: isWhole)
  }
}

// MARK: - Placeholders

extension Tile {
  /// The position of its picture on a whole picture: size and corner, in half blocks and in cells.
  ///
  /// A picture that covers its tile is the middle of the whole, as large as its shape allows. The same is assumed for
  /// one of another shape, because many thumbnails are square.
  ///
  /// - Parameter turn: the turn that its picture still needs; none by default.
  func place(
    turned turn: Orientation = .upright, on whole: PixelSize, at corner: CellPoint
  ) -> (size: PixelSize, corner: CellPoint) {
    guard let size = pictureSize else { return (whole, corner) }
    let shape = pictureRendition.squareSize(for: size).oriented(by: turn)
    guard pictureKey.fit == .cover || !shape.isShaped(like: whole) else { return (whole, corner) }
    let part = PixelSize(
      width: min(whole.width, max(1, whole.height * shape.width / max(1, shape.height))),
      height: min(whole.height, max(1, whole.width * shape.height / max(1, shape.width))))
    return (
      part,
      CellPoint(
        column: corner.column + (whole.width - part.width) / 2,
        row: corner.row + (whole.height - part.height) / 4)
    )
  }
}

extension URL {
  /// Whether its picture comes over a network link.
  var isRemote: Bool {
    let scheme = scheme?.lowercased()
    return scheme == "http" || scheme == "https"
  }
}

extension PixelSize {
  /// Whether both have nearly the same aspect ratio; small sizes are too coarse to tell.
  fileprivate func isShaped(like other: PixelSize) -> Bool {
    let sides = [width, height, other.width, other.height]
    guard let least = sides.min(), least > 8 else { return true }
    let (mine, its) = (width * other.height, other.width * height)
    return Double(abs(mine - its)) < 0.22 * Double(max(mine, its))
  }

  func multiplied(by factor: Int) -> PixelSize {
    PixelSize(width: width * factor, height: height * factor)
  }
}
