import FoundationEssentials
import Keys
import Prefetching
import Raster

extension Gallery {
  /// Takes what happened since the last call, in order, and returns what to ask of the world.
  ///
  /// The viewport is compared with the windows once, after the last event, so that items which
  /// were only passed over between two frames are never asked for.
  ///
  /// - Parameter now: on a clock that never goes back.
  package mutating func update(_ events: [Event], at now: Duration) -> [Effect] {
    self.now = now
    for event in events { apply(event) }
    track()
    trackDetail()
    defer { effects.removeAll(keepingCapacity: true) }
    return effects
  }

  private mutating func apply(_ event: Event) {
    switch event {
    case .key(let key): press(key)
    case .resized(let size): relayout(screen: size)
    case .renditionChanged(let rendition): adapt(to: rendition)
    case .scrolled(let rows): move(.scroll(rows))
    case .pictureProgress(let key, let progress): change(key) { $0.advance(to: progress) }
    case .picturePreview(let key, let preview):
      change(key) { $0.receive(preview: preview) }
      detail?.notePreview(key)
    case .pictureReady(let key, let image, let cost): finish(key, with: image, at: cost)
    case .pictureFailed(let key, let reason, let isTransient):
      fail(key, because: reason, isTransient: isTransient)
    case .loadStopped(let key, let bytes):
      controller.itemStopped(key.item, receivedBytes: bytes)
    case .pictureDropped(let key): noteDropped(key)
    case .described(let key, let info): note(info, for: key)
    case .timed(let key, let timings): note(timings, for: key)
    case .rendered(let key, let rendering): note(rendering, for: key)
    case .animationFrame(let key, let image): noteFrame(image, for: key)
    case .graphicsChanged(let graphics): allow(graphics)
    case .woke: break
    case .tick:
      continueCounting()
      continueSearch()
    }
  }

  private mutating func press(_ key: Key) {
    notice = nil
    if prompt != nil {
      edit(with: key)
    } else if let command = KeyBindings.command(for: key) {
      perform(command)
    }
  }

  /// Compares viewport and windows and turns the difference into effects.
  mutating func track() {
    let change =
      layout.isLargeEnough
      ? controller.viewportDidChange(to: viewport, layout: layout.lines, at: now)
      : controller.stopAll()
    carryOut(change)
    startLoads()
    outgoing.removeAll()
  }

  mutating func carryOut(_ change: TrackerChange) {
    if change.isEmpty { return }
    log.add(change)
    let chance = controller.chanceOfReturn
    for item in change.cancel {
      guard let tile = tiles.removeValue(forKey: item) else { continue }
      noteGivenUp(tile)
      if tile.isUnderWay { giveUp(tile.key, chanceOfReturn: chance) }
    }
    for item in change.load {
      noteShown(item)
      raise(item)
    }
  }

  /// Says that a picture which was prefetched is now seen.
  private mutating func noteShown(_ item: Int) {
    guard let tile = tiles[item], case .ready = tile.state, let url = tile.url else { return }
    effects.append(.shown(TileRequest(key: tile.key, url: url)))
  }

  /// A picture that is on its way is wanted on screen now.
  private mutating func raise(_ item: Int) {
    guard let tile = tiles[item], tile.isBlank, let url = tile.url else { return }
    effects.append(.load(TileRequest(key: tile.key, url: url, isHurried: isMovingFast)))
  }

  /// Asks for what is to be asked for now.
  private mutating func startLoads() {
    while true {
      let starts = controller.takeStarts()
      if starts.isEmpty { return }
      for start in starts { self.start(start) }
    }
  }

  /// Asks for an item's picture, unless it is there or is known to fail.
  private mutating func start(_ start: LoadSchedule.Start) {
    let item = start.item
    if let tile = tiles[item], !tile.isBlank { return controller.itemNeedsNoLoad(item) }
    let key = tiles[item]?.key ?? key(for: item, covering: layout.pictureCells)
    let url = tiles[item]?.url ?? address(of: key)
    if let reason = failures[item] {
      tiles[item] = Tile(key: key, url: url, state: .failed(reason))
      controller.itemFailed(item)
    } else if let url {
      if tiles[item] == nil {
        var tile = outgoing[item] ?? Tile(key: key, url: url)
        tile.reload(as: key, at: url)
        tiles[item] = tile
      }
      let request = TileRequest(key: key, url: url, isHurried: isMovingFast)
      if !start.isVisible { controller.itemStarted(item) }
      if !url.isRemote { controller.itemIsLocal(item) }
      effects.append(
        start.isVisible ? .load(request) : .prefetch(request, timeToVisible: start.timeToVisible))
    } else {
      tiles[item] = .withoutAddress(key)
      controller.itemFailed(item)
    }
  }

  /// Lays out anew; the selected item stays where it is on the screen, as far as all of it can be
  /// seen there.
  mutating func relayout(
    screen: CellSize? = nil, mode: GalleryLayout.Mode? = nil
  ) {
    let mode = mode ?? layout.mode
    let former = layout
    let row = layout.tileRect(of: selection, offset: viewport.offset).origin.row
    layout = GalleryLayout(
      mode: mode, screen: screen ?? layout.screen,
      tile: wishedTiles[mode] ?? GalleryLayout.defaultTile(for: mode), itemCount: itemCount)
    if layout == former { return }
    let start = layout.lines.offset(ofLine: layout.lines.line(of: selection))
    viewport = Viewport(offset: start - row, length: layout.viewportLength)
      .clamped(to: layout.lines).revealing(selection, in: layout.lines)
    if layout.pictureCells != former.pictureCells {
      stretchPictures()
      carryOut(controller.stopAll())
    }
  }

  /// Tells the ledger which items a frame showed for the first time.
  ///
  /// Call it for every frame that is presented.
  package mutating func frameWasShown() {
    let visible = screen == .tiles ? visibleItems : 0..<0
    for item in visible where !shown.contains(item) { controller.itemShown(item) }
    shown = visible
  }
}

extension URL {
  /// Whether its picture comes over a link.
  fileprivate var isRemote: Bool {
    let scheme = scheme?.lowercased()
    return scheme == "http" || scheme == "https"
  }
}
