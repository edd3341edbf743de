import Raster

/// Shows graphics by placeholders or direct placements, and transmits the missing ones: first the one
/// under way, then the nearest to the focus.
///
/// Missing graphics go before the cells if half of a frame's limit has room for all of them; the
/// cells then name them at once. Otherwise the cells come first, with coarse cells in place of
/// missing graphics, which take the rest of the limit.
final class KittyLayer: GraphicLayer {
  private var store: GraphicStore
  private var cells = ResolvedSurface()
  /// The direct placements; nil where placeholders show graphics.
  private var board: PlacementBoard?
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
    note(focus: limit.focus, into: &bytes)
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

  /// The terminal's names for the frame's graphics; nil for those that it does not have whole.
  private var names: [UInt32?] { cells.graphics.map { store.name(of: $0.id) } }

  /// Shows direct placements, if there are any: they are right with the cells of the frame.
  ///
  /// - Returns: whether any changed, as they do while the gallery scrolls.
  private func placeDirectly(into bytes: inout ByteBuffer) -> Bool {
    guard board?.want(cells.runs, of: cells.graphics, named: names) == true else { return false }
    store.abandon(into: &bytes)
    board?.show(with: store.writer, in: &bytes)
    return true
  }

  /// Tells the store which graphics are shown, and notes the missing ones.
  ///
  /// A graphic under way that is no longer shown is given up first, because no other command may
  /// come between its chunks.
  private func note(focus: CellPoint, into bytes: inout ByteBuffer) {
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
