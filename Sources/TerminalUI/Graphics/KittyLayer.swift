import Raster

/// Shows graphics by placeholders or direct placements, and transmits the missing ones: first the one
/// under way, then the nearest to the focus.
///
/// Graphics that fit in half of a frame's limit go before the cells, which then name them at once.
/// Others take the rest of the limit behind the cells, and show their fallback meanwhile.
final class KittyLayer: GraphicLayer {
  private var store: GraphicStore
  private var cells = ResolvedSurface()
  /// The direct placements; nil where placeholders show graphics.
  private var board: PlacementBoard?
  /// The graphics with parts in the frame, each with the distance of its nearest row to the focus.
  private var distances: [UInt32: Int] = [:]
  /// The graphics of the frame that are not transmitted yet, the most urgent first.
  private var missing: [Graphic] = []
  /// True when some have no room as long as others may be on the screen.
  private var isRoomShort = false

  let allowsScrolling = true

  var medium: LocalMedium? {
    get { store.medium }
    set { store.medium = newValue }
  }

  var handedBytes: Int { store.handedBytes }

  init(store: GraphicStore) {
    self.store = store
    board = store.writer.placesDirectly ? PlacementBoard() : nil
  }

  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface {
    store.beginFrame()
    cells.load(surface)
    measure(surface, focus: limit.focusRow)
    note(surface, into: &bytes)
    transmit(limit: limit.bytes / 2, wholeOnly: true, into: &bytes)
    store.check(into: &bytes)
    let isDirect = board != nil
    return cells.replaceRuns(of: surface) { [store] run in
      guard let name = store.name(of: run.graphic.id) else { return .fallback }
      return isDirect ? .blank : .placeholders(name)
    }
  }

  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool {
    store.completeFrame()
    let hasPlaced = placeDirectly(into: &bytes)
    if missing.isEmpty { return !(isRoomShort && store.canMakeRoom) }
    let room = limit.bytes - bytes.count
    if room > 0 || bytes.count == 0 {
      transmit(limit: max(1, room), wholeOnly: hasPlaced, into: &bytes)
    }
    return false
  }

  func endCutShort(into bytes: inout ByteBuffer) {
    store.endCutShort(into: &bytes)
  }

  func close(into bytes: inout ByteBuffer) {
    store.close(into: &bytes)
    if board != nil { board = PlacementBoard() }
  }

  func rowsMoved() { board?.rowsMoved() }

  /// Shows direct placements, if there are any: they are right with the cells of the frame.
  ///
  /// - Returns: whether any changed, as they do while the gallery scrolls.
  private func placeDirectly(into bytes: inout ByteBuffer) -> Bool {
    board?.want(cells.runs) { [store] in store.name(of: $0) }
    guard board?.hasChanges == true else { return false }
    store.abandon(into: &bytes)
    board?.show(with: store.writer, in: &bytes)
    return true
  }

  /// Notes how far the graphics of the surface are from the focus.
  private func measure(_ surface: Surface, focus: Int) {
    distances.removeAll(keepingCapacity: true)
    for run in cells.runs {
      let distance = abs(run.place.row - focus)
      distances[run.graphic.id] = min(distance, distances[run.graphic.id] ?? .max)
    }
  }

  /// Tells the store which graphics are shown, and notes the missing ones.
  ///
  /// A graphic under way that is no longer shown is given up first, because no other command may
  /// come between its chunks.
  private func note(_ surface: Surface, into bytes: inout ByteBuffer) {
    missing.removeAll(keepingCapacity: true)
    isRoomShort = false
    store.abandon(unless: { [distances] in distances[$0] != nil }, into: &bytes)
    for (id, graphic) in surface.graphics where distances[id] != nil {
      store.touch(graphic)
      if store.lacks(id), graphic.isPlaceable { missing.append(graphic) }
    }
    missing.sort { urgency($0) < urgency($1) }
  }

  private func urgency(_ graphic: Graphic) -> (Int, Int, UInt32) {
    (store.isUnderWay(graphic.id) ? 0 : 1, distances[graphic.id] ?? .max, graphic.id)
  }

  /// Transmits missing graphics in order, as far as the limit allows.
  ///
  /// A direct placement gives up the graphic under way. So the part of one is sent only in a frame
  /// after which no placement is due.
  private func transmit(limit: Int, wholeOnly: Bool, into bytes: inout ByteBuffer) {
    var (room, wholeOnly) = (limit, wholeOnly)
    while room > 0, let graphic = missing.first {
      let start = bytes.count
      switch store.transmit(graphic, limit: room, wholeOnly: wholeOnly, into: &bytes) {
      case .isWhole: wholeOnly = wholeOnly || board != nil
      case .hasNoRoom: isRoomShort = true
      case .isPartial, .waits: return
      }
      missing.removeFirst()
      room -= bytes.count - start
    }
  }
}

extension KittyLayer: GraphicAnswering {
  var answers: (any GraphicAnswering)? { self }

  var wantsAnswers: Bool {
    get { store.wantsAnswers }
    set { store.wantsAnswers = newValue }
  }

  var awaitedCount: Int { store.awaitedCount }

  func answered(_ name: UInt32, isThere: Bool) -> Bool { store.answered(name, isThere: isThere) }

  func loseAwaited() -> Bool { store.loseAwaited() }
}

extension Graphic {
  /// False for a graphic of another protocol, or with more columns or rows than there are
  /// diacritics.
  fileprivate var isPlaceable: Bool {
    guard case .kitty = payload else { return false }
    return max(size.columns, size.rows) <= PlaceMark.count
  }
}
