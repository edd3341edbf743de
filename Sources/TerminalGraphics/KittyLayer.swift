import Raster

/// Shows graphics by placeholders or direct placements, and transmits missing ones by urgency.
///
/// The partly sent graphic is first, then the one nearest to the focus. If all missing graphics fit in half of the
/// frame's limit, they are sent before the cells, which can then name them. Otherwise the cells are sent first, with
/// coarse cells for missing graphics, which use the rest of the limit.
final class KittyLayer: GraphicLayer {
  private var store: GraphicStore
  private var cells = ResolvedSurface()
  /// The direct placements; nil if placeholders show graphics.
  private var board: PlacementBoard?
  /// The graphics of the frame that are not transmitted, most urgent first.
  private var missing: [Graphic] = []
  /// Whether some have no room until others leave the screen.
  private var isRoomShort = false

  let allowsScrolling = true

  var medium: LocalMedium? {
    get { store.medium }
    set { store.medium = newValue }
  }

  var isWithinGraphic: Bool { store.isWithinGraphic }

  var handedBytes: Int { store.handedBytes }

  init(store: GraphicStore) {
    self.store = store
    board = store.writer.placesDirectly ? PlacementBoard() : nil
  }

  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface {
    store.beginFrame()
    cells.load(surface)
    listMissing(around: limit.focus, into: &bytes)
    let room = limit.transmissionBytes / 2
    if missing.reduce(0, { $0 + store.bytesToSend($1) }) <= room {
      transmit(limit: room, wholeOnly: true, into: &bytes)
    }
    store.check(into: &bytes)
    let isDirect = board != nil
    let waiting = Set(missing.map(\.id))
    return cells.replaceRuns(of: surface) { [names, graphics = cells.graphics] run in
      if let name = names[run.graphic] { return isDirect ? .blank : .placeholders(name) }
      return waiting.contains(graphics[run.graphic].id) ? .coarse : .fallback
    }
  }

  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool {
    store.completeFrame()
    let hasPlaced = placeDirectly(into: &bytes)
    if missing.isEmpty { return !(isRoomShort && store.canMakeRoom) }
    let room = limit.transmissionBytes - bytes.count
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

  /// The terminal's names for the frame's graphics; nil for those not completely sent.
  private var names: [UInt32?] { cells.graphics.map { store.name(of: $0.id) } }

  /// Updates direct placements, which fit the cells of the frame.
  ///
  /// - Returns: whether any changed, as while scrolling.
  private func placeDirectly(into bytes: inout ByteBuffer) -> Bool {
    guard board?.want(cells.runs, of: cells.graphics, named: names) == true else { return false }
    store.abandon(into: &bytes)
    board?.show(with: store.writer, in: &bytes)
    return true
  }

  /// Records the shown graphics in the store, and lists the missing ones.
  ///
  /// A partly sent graphic that is no longer shown is abandoned first, because no other command may
  /// come between its chunks.
  private func listMissing(around focus: CellPoint, into bytes: inout ByteBuffer) {
    isRoomShort = false
    missing.removeAll(keepingCapacity: true)
    store.abandon(
      unless: { [cells] id in cells.graphics.contains { $0.id == id } }, into: &bytes)
    for graphic in cells.graphics { store.touch(graphic) }
    guard cells.graphics.contains(where: { store.lacks($0.id) }) else { return }
    for graphic in cells.order(around: focus).map({ cells.graphics[$0] })
    where store.lacks(graphic.id) && graphic.isPlaceable {
      if store.mayHaveRoom(for: graphic) {
        missing.append(graphic)
      } else {
        isRoomShort = true
      }
    }
    if let index = missing.firstIndex(where: { store.isUnderWay($0.id) }) {
      missing.insert(missing.remove(at: index), at: 0)
    }
  }

  /// Transmits missing graphics in order, up to the limit.
  ///
  /// A direct placement would abandon the partly sent graphic. So a part is sent only in a frame
  /// without placements after it.
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
  /// Whether the graphic is for this protocol, and has at most as many columns and rows as there
  /// are marks.
  fileprivate var isPlaceable: Bool {
    guard case .kitty = payload else { return false }
    return max(size.columns, size.rows) <= PlaceMark.count
  }
}
