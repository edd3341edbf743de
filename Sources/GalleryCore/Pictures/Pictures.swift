import GalleryItems
import Prefetching

/// The pictures of the gallery: those of the tiles, and the opened one.
///
/// Both request loads under the same keys. A load that one of them releases goes on while the other
/// waits for it.
struct Pictures {
  var board: TileBoard
  var detail = DetailView()
  /// The rate at which pictures arrive, for the status line.
  private(set) var rate = ReceiveRate()
  /// The number of reloads.
  private(set) var attempt = 0

  init(_ board: TileBoard) { self.board = board }
}

// MARK: - Requests

extension Pictures {
  /// Starts an update: the rate covers the time until now.
  mutating func startUpdate(at now: Duration) { rate.advance(to: now) }

  /// Compares what the views show with what they should show, and requests the difference.
  mutating func updateLoads(
    _ scene: Scene, on screen: ShownScreen, at now: Duration, into effects: inout [Effect]
  ) {
    changeTiles(in: scene, into: &effects) { $0.updateWindows($1, at: now, into: &$2) }
    switch screen {
    case .help: detail.pause(into: &effects)
    case .detail where scene.itemCount > 0 && scene.layout.isLargeEnough:
      detail.updateLoads(scene, over: board, into: &effects)
    case .detail, .tiles: detail.close(over: board, into: &effects)
    }
    board.updateWaits(scene, and: detail.picture?.awaitedKeys ?? [], at: now)
    rate.keep { board.tiles[$0] != nil }
    let isLoading =
      screen == .detail ? detail.isLoading : screen == .tiles && board.waits.isWaiting
    rate.update(isLoading: isLoading, at: now)
  }

  /// Changes the tiles; released loads continue if the opened picture awaits them.
  mutating func changeTiles(
    in scene: Scene, into effects: inout [Effect],
    _ change: (inout TileBoard, Scene, inout [Effect]) -> Void
  ) {
    let former = effects.count
    change(&board, scene, &effects)
    guard detail.isOpen else { return }
    effects[former...].removeAll {
      if case .pipeline(.cancel(let key)) = $0 { detail.awaits(key) } else { false }
    }
  }
}

// MARK: - Results of loads

extension Pictures {
  /// Takes the result or the progress of a load.
  ///
  /// - Returns: a message for the person, if any.
  mutating func receive(
    _ event: Event, in scene: Scene, at now: Duration, into effects: inout [Effect]
  ) -> String? {
    rate.record(event, of: board)
    switch event {
    case .pictureProgress(let key, let progress):
      detail.advance(key, to: progress)
      board.advance(key, to: progress, at: now)
    case .picturePreview(let key, let preview):
      detail.receive(preview, for: key)
      board.receive(preview, for: key)
    case .pictureReady(let key, let image, let cost):
      detail.finish(key, with: image, in: scene)
      board.finish(key, with: image, at: cost, now: now)
    case .pictureFailed(let key, let reason, let isTransient):
      return fail(key, because: reason, isTransient: isTransient, in: scene, into: &effects)
    case .loadStopped(let key, let bytes): board.stop(key, receivedBytes: bytes)
    case .pictureDropped(let key): board.drop(key, in: scene)
    case .described(let key, let info): detail.receive(info, for: key)
    case .timed(let key, let timings): detail.receive(timings, for: key)
    case .rendered(let key, let rendering): detail.receive(rendering, for: key)
    case .animationFrame(let key, let image): detail.receive(image, for: key)
    default: break
    }
    return nil
  }

  /// Whether a view awaits this load's picture; a late one may be of an older file.
  func isCurrent(_ key: TileKey) -> Bool { !board.isLate(key) || detail.awaits(key) }

  /// Shows and remembers a failure, unless a picture can be kept.
  ///
  /// A transient failure off the screen is forgotten instead.
  ///
  /// - Returns: a message for the person if a picture was kept.
  private mutating func fail(
    _ key: TileKey, because reason: FailureReason, isTransient: Bool, in scene: Scene,
    into effects: inout [Effect]
  ) -> String? {
    let shown = detail.fail(key, because: reason)
    if shown == .notShown {
      let isOnScreen = board.items.place(of: key.item).map(scene.visibleItems.contains) == true
      if isTransient, !isOnScreen {
        board.forget(key)
        return nil
      }
      if board.fallBack(from: key, in: scene, into: &effects) { return nil }
    }
    let keepsPicture = board.fail(key, because: reason, keepsPicture: shown == .notReloaded)
    if shown == .notSharper { return "not sharper: \(reason.sentence)" }
    return keepsPicture ? "not reloaded: \(reason.sentence)" : nil
  }
}

// MARK: - Reloading

extension Pictures {
  /// Requests failed pictures again.
  ///
  /// - Returns: false if none has failed or waits for its next attempt.
  mutating func reloadFailed(_ scene: Scene, into effects: inout [Effect]) -> Bool {
    let changes = [board.forgetFailures(), detail.forgetWaits(), detail.hasFailed]
    guard changes.contains(true) else { return false }
    attempt += 1
    changeTiles(in: scene.attempt(attempt), into: &effects) { $0.reloadFailed(in: $1, into: &$2) }
    if detail.hasFailed { detail.close(over: board, into: &effects) }
    return true
  }

  /// Reloads items in all shown sizes; old pictures stay on the screen until the answers come.
  mutating func reload(_ items: [ItemID], in scene: Scene, into effects: inout [Effect]) {
    if items.isEmpty { return }
    attempt += 1
    detail.reload(items, over: board, attempt: attempt, into: &effects)
    board.reload(items, in: scene.attempt(attempt), into: &effects)
  }
}
