import FoundationEssentials
import Raster

/// What a tile has to show, and how far the load behind it has got.
package struct Tile: Sendable {
  package enum State: Sendable {
    case loading
    /// A coarse picture, shown until the whole one is there.
    case preview(ImagePreview)
    case ready(PixelImage)
    /// The picture as it was, shown until its source has answered again.
    case reloading(PixelImage)
    /// A sentence that says why.
    case failed(String)
  }

  package private(set) var key: TileKey
  /// Where its picture is; nil where its item has no valid address.
  package private(set) var url: URL?
  package private(set) var state: State
  /// How the picture in `state` is shown, which another load may be about to replace.
  package private(set) var pictureRendition: Rendition
  /// Nil until the load takes long enough to be worth a word, and once it has ended.
  package private(set) var progress: TileProgress?
  /// Whether no cache has its picture any more.
  var isOnlyHere = false

  init(key: TileKey, url: URL?, state: State = .loading) {
    self.key = key
    self.url = url
    self.state = state
    pictureRendition = key.rendition
  }

  /// A tile of an item that has no valid address.
  static func withoutAddress(_ key: TileKey) -> Tile {
    Tile(key: key, url: nil, state: .failed("its address is not a URL"))
  }

  /// True without a picture of its own or a failure; a preview does not count.
  package var isBlank: Bool {
    switch state {
    case .loading, .preview: true
    case .ready, .reloading, .failed: false
    }
  }

  /// True while an answer is awaited.
  package var isUnderWay: Bool {
    switch state {
    case .loading, .preview, .reloading: true
    case .ready, .failed: false
    }
  }

  package var hasFailed: Bool {
    if case .failed = state { true } else { false }
  }

  /// The picture that it shows, coarse or outdated as it may be.
  package var picture: PixelImage? {
    switch state {
    case .preview(let preview): preview.image
    case .ready(let image), .reloading(let image): image
    case .loading, .failed: nil
    }
  }

  /// What there is to say of a picture that is there but not whole.
  var flaw: String? {
    if case .ready(let image) = state, image.endsEarly { "ends early" } else { nil }
  }

  /// The size of the whole of that picture in pixels of `pictureRendition`, over which it is stretched.
  var pictureSize: PixelSize? {
    if case .preview(let preview) = state { preview.size } else { picture?.size }
  }
}

// MARK: - What happens to it

extension Tile {
  /// The load goes on; nil takes back what was said of it before.
  mutating func advance(to progress: TileProgress?) {
    if isUnderWay { self.progress = progress }
  }

  /// A coarse picture has come; it is not shown over a better one, nor over one that is being reloaded.
  mutating func receive(preview: ImagePreview) {
    guard isBlank else { return }
    if case .preview(let shown) = state, !preview.replaces(shown) { return }
    state = .preview(preview)
    pictureRendition = key.rendition
  }

  /// The load has ended well.
  mutating func finish(with image: PixelImage) {
    state = .ready(image)
    pictureRendition = key.rendition
    progress = nil
    isOnlyHere = false
  }

  /// The load has ended badly.
  ///
  /// - Returns: whether the failure is what the tile shows now; a picture that was only being
  ///   reloaded stays.
  mutating func fail(because reason: String) -> Bool {
    progress = nil
    if case .reloading(let image) = state {
      state = .ready(image)
      return false
    }
    state = .failed(reason)
    return true
  }

  /// A load with another key takes over; a picture or preview that is there stays until it ends.
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

// MARK: - Loading it again

extension Tile {
  /// Asks its source for its picture once more; what is there stays until the answer.
  ///
  /// - Returns: what was asked for; nil without an address.
  @discardableResult
  mutating func reload(
    attempt: Int, for purpose: TileRequest.Purpose, into effects: inout [Effect]
  ) -> TileRequest? {
    guard let url else { return nil }
    if isUnderWay { effects.append(.cancel(key)) }
    let key = TileKey(
      item: key.item, size: key.size, attempt: attempt, rendition: key.rendition)
    reload(as: key, at: url)
    let request = TileRequest(key: key, url: url, bypassesCaches: true, purpose: purpose)
    effects.append(.load(request))
    return request
  }

  /// What it shows, in place of the same picture on so many cells.
  ///
  /// A picture that was shrunk for neither side of its tile has its own size, and is not enlarged.
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

extension PixelSize {
  fileprivate func multiplied(by factor: Int) -> PixelSize {
    PixelSize(width: width * factor, height: height * factor)
  }
}
