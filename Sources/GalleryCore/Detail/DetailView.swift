import Prefetching
import Raster

extension Gallery {
  /// The part of the screen that the detail view's picture may fill.
  var detailRect: CellRect { layout.content }

  mutating func openDetail() {
    guard itemCount > 0, layout.isLargeEnough else { return }
    screen = .detail
  }

  /// Back to the tiles; the next picture that is opened is seen as a whole.
  mutating func leaveDetail() {
    screen = .tiles
    magnification = .fit
    center = .middle
  }

  /// Compares what the detail view shows with what it should, once for a batch of events, and asks
  /// for the difference.
  mutating func trackDetail() {
    switch screen {
    case .tiles: closeDetail()
    case .help: stopAnimating()
    case .detail:
      guard itemCount > 0, layout.isLargeEnough else { return closeDetail() }
      showSelected()
      requestMagnified()
      requestNeighbours()
      requestRendering()
      requestAnimation()
    }
  }

  /// Has the selected picture in the detail view, in the present size.
  private mutating func showSelected() {
    let key = key(for: selection, covering: detailRect.size)
    guard let shown = detail?.base.key, shown.item == key.item else { return turn(to: key) }
    if shown.size != key.size || shown.rendition != key.rendition { refit(to: key) }
  }

  private mutating func turn(to key: TileKey) {
    leavePicture()
    neighbours[key] = nil
    guard let url = address(of: key) else {
      detail = Detail(base: .withoutAddress(key))
      return
    }
    detail = Detail(base: Tile(key: key, url: url))
    let request = TileRequest(key: key, url: url, purpose: .detail)
    effects.append(.load(request))
    describe(request)
  }

  /// The picture stays, whatever its size, until the one that fits is there.
  private mutating func refit(to key: TileKey) {
    guard let old = detail?.base, let url = address(of: key) else { return turn(to: key) }
    detail?.base.reload(as: key, at: url)
    stopAnimating()
    if old.isUnderWay { giveUp(old.key) }
    let request = TileRequest(key: key, url: url, purpose: .detail)
    effects.append(.load(request))
    // A template's picture has the size that it is asked for in.
    if old.url != url { describe(request) }
  }

  /// Asks what there is to know of a picture; what is known stays until the answer.
  mutating func describe(_ request: TileRequest) {
    stopDescribing()
    detail?.describing = request.key
    effects.append(.describe(request))
  }

  mutating func closeDetail() {
    leavePicture()
    for (key, isUnderWay) in neighbours {
      neighbours[key] = nil
      if isUnderWay { giveUp(key) }
    }
  }

  private mutating func leavePicture() {
    stopAnimating()
    stopDescribing()
    guard let left = detail else { return }
    detail = nil
    for tile in [left.base, left.magnified].compactMap(\.self) where tile.isUnderWay {
      giveUp(tile.key)
    }
  }

  private mutating func stopDescribing() {
    guard let key = detail?.describing else { return }
    detail?.describing = nil
    effects.append(.stopDescribing(key))
  }
}

// MARK: - What it asks for

extension Gallery {
  /// Asks for the pixels that the present scale needs, if there are fewer.
  private mutating func requestMagnified() {
    guard let base = detail?.base, let url = base.url else { return }
    guard let scale, let size = geometry?.wantedPixels(at: scale), !base.hasFailed,
      !base.suffices(for: size)
    else {
      // What is there is kept, because it may be wanted again.
      if let key = detail?.magnified?.key, detail?.magnified?.isUnderWay == true {
        detail?.magnified = nil
        giveUp(key)
      }
      return
    }
    // The answer of the source comes first while it is asked again.
    if case .reloading = base.state { return }
    let key = TileKey(item: base.key.item, size: size, attempt: base.key.attempt)
    if detail?.magnified?.key == key { return }
    let old = detail?.magnified
    if detail?.magnified == nil { detail?.magnified = Tile(key: key, url: url) }
    detail?.magnified?.reload(as: key, at: url)
    if let old, old.isUnderWay { giveUp(old.key) }
    effects.append(.load(TileRequest(key: key, url: url, purpose: .magnified)))
  }

  /// Has the pictures before and after this one loaded, once this one is there.
  private mutating func requestNeighbours() {
    let near = [selection + 1, selection - 1].filter { 0..<itemCount ~= $0 }
      .map { key(for: $0, covering: detailRect.size) }
    for (key, isUnderWay) in neighbours
    where !near.contains(key) || !controller.isPrefetchingEnabled {
      neighbours[key] = nil
      if isUnderWay { giveUp(key) }
    }
    guard controller.isPrefetchingEnabled, detail?.isUnderWay == false else { return }
    for key in near where neighbours[key] == nil {
      guard let url = address(of: key) else { continue }
      neighbours[key] = true
      effects.append(.prefetch(TileRequest(key: key, url: url, purpose: .detail)))
    }
  }

  /// Asks for what the terminal shows of the part that is seen, unless its pixels are drawn as they
  /// are.
  private mutating func requestRendering() {
    guard rendition.needsRendering, let scale, let geometry, let detail,
      let image = detail.magnified?.picture ?? detail.base.picture
    else {
      self.detail?.rendering = nil
      return
    }
    let key = RenderKey(
      item: detail.base.key.item, version: detail.version, whole: geometry.pixels(at: scale),
      window: geometry.window(offset: offset(at: scale, in: geometry)), rendition: rendition)
    if key == detail.rendering { return }
    self.detail?.rendering = key
    effects.append(.render(RenderRequest(key: key, image: image)))
  }

  /// A picture that moves does so while the whole of it is seen.
  private mutating func requestAnimation() {
    guard scale == nil, let detail, let url = detail.base.url, case .ready = detail.base.state,
      detail.info?.frameCount ?? 1 > 1
    else { return stopAnimating() }
    if detail.animating == detail.base.key { return }
    stopAnimating()
    self.detail?.animating = detail.base.key
    effects.append(
      .animate(TileRequest(key: detail.base.key, url: url, purpose: .detail)))
  }

  private mutating func stopAnimating() {
    guard let key = detail?.animating else { return }
    detail?.animating = nil
    detail?.frame = nil
    effects.append(.stopAnimating(key))
  }
}

extension Tile {
  /// True when its picture has as many pixels as that, or is the best there will be.
  fileprivate func suffices(for size: PixelSize) -> Bool {
    guard case .ready(let image) = state else { return false }
    return image.size.width >= size.width && image.size.height >= size.height
  }
}
