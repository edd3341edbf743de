import Raster

/// Shows graphics by placeholders, and transmits those that the terminal has not got: what is under
/// way to its end, then what is nearest to the focus.
///
/// What fits in half of a frame's limit goes before the cells, so that these name it at once; the
/// rest takes what the cells leave of the limit, and the fallback is shown meanwhile.
final class KittyLayer: GraphicLayer {
  private var store: GraphicStore
  private var cells = ResolvedSurface()
  /// The graphics of which the frame has parts, and the nearest of their rows to the focus.
  private var distances: [UInt32: Int] = [:]
  /// Those of them that are to be transmitted, the most urgent first.
  private var missing: [Graphic] = []
  /// For some there is no room as long as others may be on the screen.
  private var isRoomShort = false

  let allowsScrolling = true

  init(store: GraphicStore) {
    self.store = store
  }

  func prepare(_ surface: Surface, limit: FrameLimit, into bytes: inout ByteBuffer) -> Surface {
    store.beginFrame()
    cells.load(surface)
    measure(surface, focus: limit.focusRow)
    store.abandonUnseen(into: &bytes)
    transmit(limit: limit.bytes / 2, wholeOnly: true, into: &bytes)
    return cells.replaceRuns(of: surface) { [store] run in
      store.name(of: run.graphic.id).map { .placeholders($0) } ?? .fallback
    }
  }

  func finish(limit: FrameLimit, into bytes: inout ByteBuffer) -> Bool {
    store.completeFrame()
    if missing.isEmpty { return !(isRoomShort && store.canMakeRoom) }
    let room = limit.bytes - bytes.count
    if room > 0 || bytes.count == 0 {
      transmit(limit: max(1, room), wholeOnly: false, into: &bytes)
    }
    return false
  }

  func endCutShort(into bytes: inout ByteBuffer) {
    store.endCutShort(into: &bytes)
  }

  func close(into bytes: inout ByteBuffer) {
    store.close(into: &bytes)
  }

  /// Notes what the surface shows, and what of it is missing.
  private func measure(_ surface: Surface, focus: Int) {
    distances.removeAll(keepingCapacity: true)
    missing.removeAll(keepingCapacity: true)
    isRoomShort = false
    for run in cells.runs {
      let distance = abs(run.place.row - focus)
      distances[run.graphic.id] = min(distance, distances[run.graphic.id] ?? .max)
    }
    for (id, graphic) in surface.graphics where distances[id] != nil {
      store.touch(id)
      if store.name(of: id) == nil, graphic.isPlaceable { missing.append(graphic) }
    }
    missing.sort { urgency($0) < urgency($1) }
  }

  private func urgency(_ graphic: Graphic) -> (Int, Int, UInt32) {
    (store.isUnderWay(graphic.id) ? 0 : 1, distances[graphic.id] ?? .max, graphic.id)
  }

  /// Transmits what is missing, in order, as far as the limit allows.
  private func transmit(limit: Int, wholeOnly: Bool, into bytes: inout ByteBuffer) {
    var room = limit
    while room > 0, let graphic = missing.first {
      if wholeOnly, store.missingBytes(of: graphic) > room { return }
      let start = bytes.count
      if store.transmit(graphic, limit: room, into: &bytes) {
        if store.name(of: graphic.id) == nil { return }
      } else {
        isRoomShort = true
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
  /// False for a graphic with more columns or rows than there are diacritics for, or of another
  /// protocol.
  fileprivate var isPlaceable: Bool {
    guard case .kitty = payload else { return false }
    return max(size.columns, size.rows) <= PlaceMark.count
  }
}
