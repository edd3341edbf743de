import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

/// The view of one picture, as large as the screen or larger, with information about it.
///
/// It requests the picture in all sizes that it needs, and its description. Once the picture has
/// arrived, it requests the pictures next to it. Closing it does not cancel a load that a tile
/// waits for.
struct DetailView {
  /// The effect of a failed load on the view.
  enum Failure: Hashable {
    /// The view does not show it.
    case notShown
    case shown
    /// The picture that was reloaded stays.
    case notReloaded
    /// The picture is available, but not in the requested size.
    case notSharper
  }

  private(set) var picture: DetailPicture?
  /// The scale and the visible part of pictures, which also apply to the next one.
  private(set) var magnifier = Magnifier()
  var turns = PictureTurns()
  /// Whether the view shows information about the picture.
  private(set) var showsInfo = false
  private(set) var neighbors = DetailNeighbors()

  /// Whether it shows a picture or has a pending load.
  var isOpen: Bool { picture != nil || !neighbors.isEmpty }

  /// True while its picture loads.
  var isLoading: Bool { picture?.isUnderWay == true }

  /// True if this load or frame changes what the view shows.
  func shows(_ key: TileKey) -> Bool {
    picture?.shows(key) == true || picture?.animates(key) == true
  }

  /// True while the view waits for this load.
  func awaits(_ key: TileKey) -> Bool { picture?.awaits(key) == true || neighbors.awaits(key) }
}

// MARK: - Commands

extension DetailView {
  /// Steps through the picture's scales.
  ///
  /// - Returns: a message for the person, if any.
  mutating func magnify(by steps: Int, in scene: Scene) -> String? {
    guard let geometry = geometry(in: scene) else { return "its size is not known yet" }
    magnifier.magnify(by: steps, in: geometry)
    return nil
  }

  /// Shows pictures pixel by pixel, or as a whole.
  mutating func toggleMagnification() { magnifier.toggle() }

  /// Shows pictures as a whole from now on.
  mutating func resetMagnification() { magnifier = Magnifier() }

  /// Turns the view of an item's picture.
  mutating func turn(_ item: ItemID, by turn: PictureTurn) {
    let former = turns[item]
    turns[item] = turn.applied(to: former)
    magnifier.follow(former.inverse.then(turns[item]))
  }

  /// - Parameter isShown: nil for the other state.
  mutating func showInfo(_ isShown: Bool? = nil) { showsInfo = isShown ?? !showsInfo }

  /// Scrolls long information, or pans a partly visible picture.
  ///
  /// - Returns: the movement of the selection instead; nil if the selection stays.
  mutating func move(_ movement: Movement, over board: TileBoard, in scene: Scene) -> Movement? {
    if showsInfo, picture?.scrollInfo(movement, over: board, in: scene) == true { return nil }
    if let geometry = geometry(in: scene), magnifier.pan(movement, in: geometry) { return nil }
    return switch movement {
    case .pages(let count), .halfPages(let count): .items(count)
    case .lines, .items, .first, .last, .sections: movement
    case .scroll, .select: nil
    }
  }
}

// MARK: - Results of loads

extension DetailView {
  mutating func advance(_ key: TileKey, to progress: TileProgress?) {
    picture?.change(key) { $0.advance(to: progress) }
  }

  mutating func receive(_ preview: ImagePreview, for key: TileKey) {
    picture?.receive(preview, for: key)
  }

  /// Stores a loaded picture: one of the sizes that the view shows, or a neighbor.
  mutating func finish(_ key: TileKey, with image: PixelImage, in scene: Scene) {
    neighbors.finish(key)
    picture?.finish(key, with: image, fitting: scene.layout.content.size)
  }

  mutating func fail(_ key: TileKey, because reason: FailureReason) -> Failure {
    neighbors.finish(key)
    guard let picture, picture.shows(key) else { return .notShown }
    let isSharper = picture.magnified?.key == key
    var keepsPicture = false
    self.picture?.change(key) { tile in
      if !tile.fail(because: reason) { keepsPicture = true }
    }
    return isSharper ? .notSharper : keepsPicture ? .notReloaded : .shown
  }

  mutating func receive(_ info: PictureInfo, for key: TileKey) { picture?.receive(info, for: key) }
  mutating func receive(_ timings: LoadTimings, for key: TileKey) {
    picture?.receive(timings, for: key)
  }
  mutating func receive(_ part: Rendering, for key: RenderKey) { picture?.receive(part, for: key) }
  mutating func receive(_ frame: PixelImage, for key: TileKey) { picture?.receive(frame, for: key) }
}

// MARK: - Requests

extension DetailView {
  /// Compares what the view shows with what it should show, and requests the difference.
  mutating func updateLoads(_ scene: Scene, over board: TileBoard, into effects: inout [Effect]) {
    showSelected(of: scene, over: board, into: &effects)
    picture?.wrapTexts(columns: InfoPanel.textColumns(in: scene.layout.content))
    requestMagnified(in: scene, over: board, into: &effects)
    requestNeighbors(in: scene, over: board, into: &effects)
    let frames = animationKey(in: scene)
    // A part is rendered from the animation's frame, unless the animation ends here.
    picture?.animate(as: frames, into: &effects)
    let part = visiblePart(in: scene)
    picture?.render(part, into: &effects)
  }

  /// Releases everything that the view shows, and cancels its pending loads.
  mutating func close(over board: TileBoard, into effects: inout [Effect]) {
    leavePicture(over: board, into: &effects)
    for key in neighbors.drop(allBut: []) { giveUp(key, over: board, into: &effects) }
  }

  /// Shows the selected picture, in the current size.
  private mutating func showSelected(
    of scene: Scene, over board: TileBoard, into effects: inout [Effect]
  ) {
    let key = key(at: scene.selection, in: scene, over: board)
    guard let shown = picture?.base.key, shown.item == key.item else {
      return replacePicture(with: key, over: board, into: &effects)
    }
    if (shown.size, shown.rendition, shown.turn) == (key.size, key.rendition, key.turn) { return }
    refit(to: key, over: board, into: &effects)
  }

  /// The key of the picture at a place, as large as the screen, in its turn.
  private func key(at place: Int, in scene: Scene, over board: TileBoard) -> TileKey {
    let item = board.items.id(at: place)
    return scene.key(of: item, covering: scene.layout.content.size, turn: turns[item])
  }

  private mutating func replacePicture(
    with key: TileKey, over board: TileBoard, into effects: inout [Effect]
  ) {
    leavePicture(over: board, into: &effects)
    neighbors.remove(key)
    let item = board.item(key.item)
    guard let url = board.address(of: key) else {
      let base = Tile.withoutAddress(key, because: item?.problem)
      return picture = DetailPicture(base: base, knownSize: item?.knownSize)
    }
    picture = DetailPicture(base: Tile(key: key, url: url), knownSize: item?.knownSize)
    let request = TileRequest(key: key, url: url, purpose: .detail)
    effects.append(.pipeline(.load(request)))
    picture?.describe(request, into: &effects)
  }

  /// Requests the picture for the new size or turn, and keeps the old one until it arrives.
  private mutating func refit(
    to key: TileKey, over board: TileBoard, into effects: inout [Effect]
  ) {
    guard let old = picture?.base, let url = board.address(of: key) else {
      return replacePicture(with: key, over: board, into: &effects)
    }
    picture?.base.reload(as: key, at: url)
    picture?.stopAnimating(into: &effects)
    if old.isUnderWay { giveUp(old.key, over: board, into: &effects) }
    let request = TileRequest(key: key, url: url, purpose: .detail)
    effects.append(.pipeline(.load(request)))
    // A URL template's picture has the size in the request.
    if old.url != url { picture?.describe(request, into: &effects) }
  }

  /// Requests the pixels that the current scale needs, if there are fewer.
  private mutating func requestMagnified(
    in scene: Scene, over board: TileBoard, into effects: inout [Effect]
  ) {
    guard let base = picture?.base, let url = base.url else { return }
    guard let geometry = geometry(in: scene), let scale = ownScale(in: scene),
      !base.hasFailed, !base.suffices(for: geometry.wantedPixels(at: scale))
    else {
      // An available picture is kept, because it may be wanted again.
      if let key = picture?.magnified?.key, picture?.magnified?.isUnderWay == true {
        picture?.magnified = nil
        giveUp(key, over: board, into: &effects)
      }
      return
    }
    // During a reload, the source's answer comes first.
    if case .reloading = base.state { return }
    let key = base.key.plain(geometry.wantedPixels(at: scale))
    if picture?.magnified?.key == key { return }
    let old = picture?.magnified
    if picture?.magnified == nil { picture?.magnified = Tile(key: key, url: url) }
    picture?.magnified?.reload(as: key, at: url)
    if let old, old.isUnderWay { giveUp(old.key, over: board, into: &effects) }
    effects.append(.pipeline(.load(TileRequest(key: key, url: url, purpose: .magnified))))
  }

  /// Requests the previous and the next picture, once this one has arrived.
  private mutating func requestNeighbors(
    in scene: Scene, over board: TileBoard, into effects: inout [Effect]
  ) {
    let near = [scene.selection + 1, scene.selection - 1].filter { 0..<scene.itemCount ~= $0 }
      .map { key(at: $0, in: scene, over: board) }
    let wanted = board.isPrefetchingEnabled ? near : []
    for key in neighbors.drop(allBut: wanted) { giveUp(key, over: board, into: &effects) }
    if picture?.isUnderWay == false { neighbors.request(wanted, over: board, into: &effects) }
  }
}

// MARK: - Cancellation

extension DetailView {
  private mutating func leavePicture(over board: TileBoard, into effects: inout [Effect]) {
    pause(into: &effects)
    picture?.stopDescribing(into: &effects)
    guard let left = picture.take() else { return }
    for tile in [left.base, left.magnified].compactMap(\.self) where tile.isUnderWay {
      giveUp(tile.key, over: board, into: &effects)
    }
  }

  /// Pauses the animation.
  mutating func pause(into effects: inout [Effect]) { picture?.stopAnimating(into: &effects) }

  /// Cancels a load, unless another part of the view or a tile still waits for it.
  private func giveUp(_ key: TileKey, over board: TileBoard, into effects: inout [Effect]) {
    if !awaits(key), !board.awaits(key) { effects.append(.pipeline(.cancel(key))) }
  }
}

// MARK: - Reloading

extension DetailView {
  var hasFailed: Bool { picture?.base.hasFailed == true }

  /// - Returns: whether a load was shown as waiting for its next attempt.
  mutating func forgetWaits() -> Bool { picture?.forgetWaits() == true }

  /// Reloads the picture from its source if its item is among these, and keeps the old one until the answer.
  mutating func reload(
    _ items: [ItemID], over board: TileBoard, attempt: Int, into effects: inout [Effect]
  ) {
    guard let key = picture?.base.key, items.contains(key.item) else { return }
    picture?.reload(attempt: attempt, at: board.address(of: key), into: &effects)
  }
}
