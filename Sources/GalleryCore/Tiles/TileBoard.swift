import FoundationEssentials
import GalleryItems
import Prefetching
import Raster

/// The current tiles, visible or ahead, and the memory of other items.
///
/// It follows the viewport through a prefetch controller, and turns changes into effects. It
/// cancels each load that it releases, even if the detail view may wait for it.
struct TileBoard {
  var controller: PrefetchController<AnyItemSnapshot>
  /// Whether no more items come.
  var isSourceComplete: Bool
  var tiles = TileTable()
  /// The tiles being replaced; their pictures stay until the new ones arrive.
  private var outgoing: [ItemID: Tile] = [:]
  var memory = TileMemory()
  /// The sharpness of the tiles.
  var sharpness = TileSharpness()
  /// The person's waits for pictures on the screen.
  var waits = LoadWaits()
  private(set) var log = TrackerLog()
  /// The items on the latest presented frame.
  var presented = RangeSet<Int>()
  /// The number of snapshots so far.
  var revision = 0

  init(_ source: some ItemSnapshot, _ configuration: GalleryConfiguration) {
    controller = PrefetchController(
      dataSource: AnyItemSnapshot(source), policy: configuration.policy,
      slots: configuration.slots, budgetBytes: configuration.budgetBytes)
    controller.setPrefetchingEnabled(configuration.isPrefetchingEnabled)
    isSourceComplete = configuration.isSourceComplete
  }

  mutating func limitUnseen(to bytes: Int) { controller.limitUnseen(to: bytes) }

  var itemCount: Int { controller.itemCount }
  var ledger: PrefetchLedger { controller.ledger }
  var isPrefetchingEnabled: Bool { controller.isPrefetchingEnabled }

  /// The time to follow the viewport without an event; nil for none.
  var wakeAt: Duration? { controller.nextLook }

  var policyName: String {
    controller.isPrefetchingEnabled ? controller.policyName : PrefetchPolicyName.off.rawValue
  }
}

// MARK: - Following the viewport

extension TileBoard {
  /// Compares the viewport with the windows and turns the difference into effects.
  mutating func updateWindows(_ scene: Scene, at now: Duration, into effects: inout [Effect]) {
    let change =
      scene.layout.isLargeEnough
      ? controller.viewportDidChange(to: scene.viewport, layout: scene.layout.lines, at: now)
      : controller.stopAll()
    carryOut(change, in: scene, into: &effects)
    startLoads(in: scene, into: &effects)
    outgoing.removeAll()
  }

  mutating func carryOut(
    _ change: TrackerChange, in scene: Scene, into effects: inout [Effect]
  ) {
    if change.isEmpty { return }
    log.add(change)
    for place in change.cancel {
      guard let tile = tiles.remove(items.id(at: place)) else { continue }
      if tile.isOnlyHere { controller.itemDropped(place) }
      if tile.isUnderWay { effects.append(.pipeline(.cancel(tile.key))) }
    }
    for place in change.load {
      guard let tile = tiles[items.id(at: place)], let url = tile.url else { continue }
      let request = request(for: tile.key, at: url, in: scene)
      if case .ready = tile.state { effects.append(.pipeline(.used(request))) }
      if tile.isBlank { effects.append(.pipeline(.load(request))) }
    }
  }

  /// Requests the pictures that the schedule releases now.
  private mutating func startLoads(in scene: Scene, into effects: inout [Effect]) {
    while true {
      let starts = controller.takeStarts()
      if starts.isEmpty { return }
      for start in starts { startLoad(start, in: scene, into: &effects) }
    }
  }

  /// Requests an item's picture, unless it is available or known to fail.
  private mutating func startLoad(
    _ start: LoadSchedule.Start, in scene: Scene, into effects: inout [Effect]
  ) {
    let place = start.item
    let item = items.id(at: place)
    let current = tiles[item]
    if let current, !current.isBlank { return controller.itemNeedsNoLoad(place) }
    let key = current?.key ?? scene.tileKey(of: item)
    let url = current?.url ?? memory.tileURL(of: self.item(at: place), for: key)
    if let reason = memory.failure(of: item) {
      tiles[item] = Tile(key: key, url: url, state: .failed(reason))
      controller.itemFailed(place)
    } else if let url {
      if current == nil {
        var tile = outgoing[item] ?? Tile(key: key, url: url)
        tile.reload(as: key, at: url)
        tiles[item] = tile
      }
      let request = request(for: key, at: url, in: scene)
      if !start.isVisible { controller.itemStarted(place) }
      if !url.isRemote { controller.itemIsLocal(place) }
      let ahead = PipelineEffect.prefetch(request, timeToVisible: start.timeToVisible)
      effects.append(.pipeline(start.isVisible ? .load(request) : ahead))
    } else {
      tiles[item] = .withoutAddress(key, because: self.item(at: place).problem)
      controller.itemFailed(place)
    }
  }

  /// Records the items that are on a presented frame for the first time.
  mutating func recordPresented(_ visible: Range<Int>) {
    for place in visible where !presented.contains(place) { controller.itemShown(place) }
    presented = RangeSet(visible)
  }

  private func request(for key: TileKey, at url: URL, in scene: Scene) -> TileRequest {
    TileRequest(key: key, url: url, isHurried: isMovingFast(in: scene))
  }

  /// Whether the viewport moves by more than a screenful per second.
  ///
  /// Items that scroll in then leave the screen within a second.
  private func isMovingFast(in scene: Scene) -> Bool {
    guard let motion = controller.tracker.position?.motion else { return false }
    return motion.speed >= Double(scene.viewport.length)
  }
}

// MARK: - Results of loads

extension TileBoard {
  mutating func advance(_ key: TileKey, to progress: TileProgress, at now: Duration) {
    waits.recordAttempt(key, progress, at: now)
    change(key) { $0.advance(to: progress) }
  }

  mutating func receive(_ preview: ImagePreview, for key: TileKey) {
    change(key) { $0.receive(preview: preview) }
  }

  mutating func finish(_ key: TileKey, with image: PixelImage, at cost: LoadCost, now: Duration) {
    memory.noteLoaded(image, for: key.item)
    guard let place = items.place(of: key.item), tiles[key.item]?.key == key else { return }
    change(key) { $0.finish(with: image) }
    controller.itemBecameReady(
      place, bytes: cost.bytes, heldBytes: image.costBytes, after: cost.times, from: cost.host,
      at: now)
  }

  /// Shows and remembers a failure, unless a picture can be kept.
  ///
  /// - Parameter keepsPicture: whether the detail view keeps the picture that this load should
  ///   replace.
  /// - Returns: whether a picture is kept, here or there.
  mutating func fail(_ key: TileKey, because reason: FailureReason, keepsPicture: Bool) -> Bool {
    guard let place = items.place(of: key.item) else { return keepsPicture }
    memory.noteFailed(key.item)
    guard tiles[key.item]?.key == key else { return keepsPicture }
    var keepsPicture = keepsPicture
    change(key) { tile in
      if !tile.fail(because: reason) { keepsPicture = true }
    }
    if keepsPicture {
      controller.itemNeedsNoLoad(place)
    } else {
      memory.remember(reason, of: key.item)
      controller.itemFailed(place)
    }
    return keepsPicture
  }

  /// Forgets a load after a transient failure.
  ///
  /// It starts again when its tile is on the screen, with all attempts of a visible load.
  mutating func forget(_ key: TileKey) {
    guard let place = items.place(of: key.item) else { return }
    memory.noteFailed(key.item)
    guard tiles[key.item]?.key == key else { return }
    tiles[key.item] = nil
    controller.itemFailed(place)
  }

  /// Notes that a load was stopped after receiving this many bytes over a network.
  mutating func stop(_ key: TileKey, receivedBytes: Int) {
    guard let place = items.place(of: key.item) else { return }
    controller.itemStopped(place, receivedBytes: receivedBytes)
  }

  /// Notes that a picture was evicted from memory unseen: it is lost unless its tile holds it.
  ///
  /// A picture that would not be shown now, such as one of another size, does not count.
  mutating func drop(_ key: TileKey, in scene: Scene) {
    let item = key.item
    if tiles[item]?.key == key {
      tiles[item]?.isOnlyHere = true
    } else if key == scene.tileKey(of: item, attempt: key.attempt),
      let place = items.place(of: item)
    {
      controller.itemDropped(place)
    }
  }

  /// Changes the tile of this load, unless it has another key now.
  private mutating func change(_ key: TileKey, _ change: (inout Tile) -> Void) {
    guard var tile = tiles[key.item], tile.key == key else { return }
    change(&tile)
    tiles[key.item] = tile
  }
}

// MARK: - Reloading

extension TileBoard {
  /// Clears all failures and waits for the next attempt.
  ///
  /// - Returns: whether a tile showed either.
  mutating func forgetFailures() -> Bool {
    memory.forgetFailures()
    let waiting = tiles.all.values.filter { $0.progress?.isWaiting == true }.map(\.key)
    for key in waiting { change(key) { $0.advance(to: nil) } }
    return !waiting.isEmpty || tiles.all.values.contains(where: \.hasFailed)
  }

  /// Requests the pictures of all failed tiles again.
  mutating func reloadFailed(in scene: Scene, into effects: inout [Effect]) {
    let failed = tiles.all.values.filter(\.hasFailed).map(\.key.item)
    for item in failed { tiles[item] = nil }
    let places = failed.compactMap(items.place).sorted()
    carryOut(controller.reloadItems(places), in: scene, into: &effects)
  }

  /// Replaces all tiles, keeping their contents until the pictures for `scene` arrive.
  mutating func renew(in scene: Scene, into effects: inout [Effect]) {
    for item in scene.visibleItems.map(items.id) where tiles[item]?.picture != nil {
      outgoing[item] = tiles[item]
    }
    carryOut(controller.stopAll(), in: scene, into: &effects)
  }

  /// Replaces all tiles by tiles of another size, which show stretched contents until the pictures
  /// arrive.
  mutating func stretch(in scene: Scene, into effects: inout [Effect]) {
    for (item, tile) in tiles.all {
      guard
        let preview = tile.stretched(over: scene.layout.pictureCells, shownAs: scene.rendition)
      else { continue }
      outgoing[item] = Tile(key: scene.tileKey(of: item), url: tile.url, state: .preview(preview))
    }
    carryOut(controller.stopAll(), in: scene, into: &effects)
  }

  /// Sets the prefetch policy; nil toggles prefetching, with the former policy.
  ///
  /// `off` keeps the former policy too.
  mutating func switchPrefetching(
    to name: PrefetchPolicyName?, in scene: Scene, into effects: inout [Effect]
  ) {
    if let name, name != .off {
      carryOut(controller.setPolicy(name.policy), in: scene, into: &effects)
    }
    let isEnabled = name.map { $0 != .off } ?? !isPrefetchingEnabled
    carryOut(controller.setPrefetchingEnabled(isEnabled), in: scene, into: &effects)
  }
}
