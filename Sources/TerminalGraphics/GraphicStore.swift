import Raster

/// Sends the graphics of a frame to a terminal, and deletes others.
///
/// The terminal receives one graphic after another, in chunks that may be frames apart.
struct GraphicStore {
  private var holdings: GraphicHoldings
  let writer: KittyWriter
  /// The id of the partly sent graphic.
  private var current: UInt32?
  private var begunCount = 0
  /// The number of completely sent graphics without an answer.
  private(set) var awaitedCount = 0
  /// Whether graphics were lost; the last of them may have arrived in part.
  private var hasLosses = false
  /// Whether new graphics ask for a confirmation.
  var wantsAnswers = false
  /// The pixels that the terminal reads itself.
  private var handover: PixelHandover
  /// The graphics that came back to the screen and are not checked yet, by id.
  private var unchecked: [UInt32: Graphic] = [:]
  /// The most attempts to send a lost or refused graphic.
  static let mostAttempts = 3

  init(
    _ holdings: GraphicHoldings, writer: KittyWriter, handover: PixelHandover = PixelHandover()
  ) {
    self.holdings = holdings
    self.writer = writer
    self.handover = handover
  }

  /// The medium for pixels that the terminal can read; nil if pixels are sent.
  var medium: LocalMedium? {
    get { handover.medium }
    set { handover.medium = newValue }
  }

  /// The bytes that the current frame hands over through the medium.
  var handedBytes: Int { handover.frameBytes }

  /// The terminal's name for a graphic; nil unless it was completely sent and not refused.
  func name(of id: UInt32) -> UInt32? {
    guard let holding = holdings[id], holding.isWhole, !holding.isRefused else { return nil }
    return holding.name
  }

  /// Whether a part of a graphic is still to be sent.
  func lacks(_ id: UInt32) -> Bool { holdings[id].map { !$0.isWhole } ?? true }

  /// Whether a graphic is partly sent.
  func isUnderWay(_ id: UInt32) -> Bool { id == current }

  /// Whether a graphic may be deleted to make room.
  var canMakeRoom: Bool { holdings.oldestUnseen != nil }

  /// Whether a graphic may have room beside those on the screen.
  func mayHaveRoom(for graphic: Graphic) -> Bool {
    holdings[graphic.id] != nil || holdings.hasRoom(for: graphic) || canMakeRoom
  }

  /// The most bytes of the commands for the rest of a graphic.
  func bytesToSend(_ graphic: Graphic) -> Int {
    let sent = holdings[graphic.id]?.sentBytes ?? 0
    if sent == 0, medium != nil { return KittyWriter.namingBytes }
    return KittyWriter.commandBytes(ofPayload: graphic.payloadBytes - sent)
  }

  mutating func beginFrame() {
    holdings.beginFrame()
    handover.beginFrame()
  }

  /// Records that the current frame shows a graphic.
  ///
  /// A graphic that comes back may have been dropped by the terminal, or refused for a reason that
  /// no longer exists. Behind tmux nothing is asked, because tmux gives an answer to any pane with
  /// the keyboard. A direct placement reports errors itself.
  mutating func touch(_ graphic: Graphic) {
    guard holdings.touch(graphic.id), var holding = holdings[graphic.id], holding.isWhole,
      !writer.isWrapped
    else { return }
    holding.attempts = 0
    if holding.isRefused {
      holding.isRefused = false
      holding.sentBytes = 0
    } else if !writer.placesDirectly {
      unchecked[graphic.id] = graphic
    }
    holdings[graphic.id] = holding
  }

  /// Checks the graphics that came back, once none is partly sent, because no command may come
  /// between chunks.
  mutating func check(into bytes: inout ByteBuffer) {
    guard current == nil, !unchecked.isEmpty else { return }
    for (id, graphic) in unchecked.sorted(by: { $0.key < $1.key }) {
      guard let holding = holdings[id], holding.isWhole else { continue }
      writer.check(graphic, as: holding.name, in: &bytes)
    }
    unchecked.removeAll(keepingCapacity: true)
  }

  /// Records that the screen shows exactly the current frame.
  mutating func completeFrame() {
    holdings.completeFrame()
  }
}

// MARK: - Sending

extension GraphicStore {
  /// The result of `transmit`.
  enum Transmission {
    case isWhole, isPartial
    /// The rest of the frame is too small for it.
    case waits
    /// The graphics on the screen leave no room for it.
    case hasNoRoom
  }

  /// Hands over a graphic, or sends as much of it as fits in `limit` bytes, at least one chunk.
  ///
  /// Another partly sent graphic is abandoned.
  /// - Parameter wholeOnly: whether to wait unless all of the rest fits.
  mutating func transmit(
    _ graphic: Graphic, limit: Int, wholeOnly: Bool, into bytes: inout ByteBuffer
  ) -> Transmission {
    guard case .kitty(let pixels) = graphic.payload else { return .waits }
    let sent = holdings[graphic.id]?.sentBytes ?? 0
    let isHandedOver = sent == 0 && medium != nil
    if isHandedOver, handover.isFull(for: pixels.rgbBytes) { return .waits }
    if wholeOnly, bytesToSend(graphic) > limit { return .waits }
    if let current, current != graphic.id { forget(current, in: &bytes) }
    guard var holding = holdings[graphic.id] ?? admit(graphic, in: &bytes) else {
      return .hasNoRoom
    }
    let handed = isHandedOver ? handover.hand(pixels, of: graphic.id) : nil
    if handed == nil, wholeOnly, bytesToSend(graphic) > limit { return .waits }
    if sent == 0 { prepareSending(&holding, in: &bytes) }
    if let handed {
      writer.transmit(
        graphic, as: holding.name, reading: handed, answers: answers(to: holding), in: &bytes)
      holding.sentBytes = holding.payloadBytes
    } else {
      send(graphic, &holding, limit: limit, in: &bytes)
    }
    holdings[graphic.id] = holding
    current = holding.isWhole ? nil : graphic.id
    if current == nil, holding.isAwaited { awaitedCount += 1 }
    return holding.isWhole ? .isWhole : .isPartial
  }

  private func send(
    _ graphic: Graphic, _ holding: inout GraphicHoldings.Holding, limit: Int,
    in bytes: inout ByteBuffer
  ) {
    let end = bytes.count + min(limit, Int.max - bytes.count)
    repeat {
      let room = end - bytes.count - KittyWriter.overheadBytes
      let chunk = holding.nextChunk(room: room)
      writer.transmit(
        graphic, as: holding.name, chunk, answers: answers(to: holding), in: &bytes)
      holding.sentBytes = chunk.upperBound
    } while !holding.isWhole
      && end - bytes.count >= KittyWriter.overheadBytes + KittyWriter.leastChunkBytes
  }

  /// Whether a graphic is partly sent.
  var isWithinGraphic: Bool { current != nil }

  /// Abandons the partly sent graphic, so that another command may follow.
  mutating func abandon(into bytes: inout ByteBuffer) {
    if let current { forget(current, in: &bytes) }
  }

  /// Abandons the partly sent graphic unless it is shown.
  mutating func abandon(unless isShown: (UInt32) -> Bool, into bytes: inout ByteBuffer) {
    guard let current, !isShown(current) else { return }
    forget(current, in: &bytes)
  }

  /// Ends sequences that an interrupted frame may have sent half; this store knows only the frame's
  /// intended end.
  mutating func endCutShort(into bytes: inout ByteBuffer) {
    if let current {
      forget(current, in: &bytes)
    } else if !holdings.isEmpty {
      writer.abandon(in: &bytes)
    }
  }

  /// Deletes everything, first the partly sent graphic: no command may come between its chunks.
  mutating func close(into bytes: inout ByteBuffer) {
    abandon(into: &bytes)
    for id in holdings.ids { forget(id, in: &bytes) }
  }

  private mutating func prepareSending(
    _ holding: inout GraphicHoldings.Holding, in bytes: inout ByteBuffer
  ) {
    if hasLosses { writer.abandon(in: &bytes) }
    hasLosses = false
    if holding.wasBegun {
      writer.delete(holding.name, in: &bytes)
      holdings.rename(&holding)
    }
    begunCount += 1
    holding.order = begunCount
    holding.attempts += 1
    holding.isAwaited = wantsAnswers && holding.attempts < Self.mostAttempts
  }

  private func answers(to holding: GraphicHoldings.Holding) -> KittyWriter.Answers {
    holding.isAwaited ? .all : writer.isWrapped ? .none : .errors
  }

  /// Makes room for a graphic; nil if nothing may be deleted.
  private mutating func admit(
    _ graphic: Graphic, in bytes: inout ByteBuffer
  ) -> GraphicHoldings.Holding? {
    while !holdings.hasRoom(for: graphic) {
      guard let oldest = holdings.oldestUnseen else { return nil }
      forget(oldest, in: &bytes)
    }
    return holdings.add(graphic)
  }

  private mutating func forget(_ id: UInt32, in bytes: inout ByteBuffer) {
    guard let holding = holdings.remove(id) else { return }
    if holding.isAwaited, holding.isWhole { awaitedCount -= 1 }
    if id == current {
      writer.abandon(in: &bytes)
      current = nil
    }
    handover.release(id)
    unchecked[id] = nil
    if holding.wasBegun { writer.delete(holding.name, in: &bytes) }
  }
}

// MARK: - Answers

extension GraphicStore {
  /// Receives the terminal's answer that it has a graphic, dropped it, or could not decode it.
  ///
  /// The terminal answers in order, so awaited graphics that were sent before are lost. Lost
  /// graphics are sent again.
  /// - Returns: whether any are lost or refused.
  mutating func answered(_ name: UInt32, isThere: Bool) -> Bool {
    guard let (id, holding) = holdings.holding(named: name), id != current else { return false }
    if !holding.isAwaited { return !isThere && refused(id, holding) }
    if isThere {
      holdings[id]?.isAwaited = false
      awaitedCount -= 1
    }
    return lose(through: holding.order)
  }

  /// Schedules a graphic to be sent again, or gives it up after the last attempt.
  ///
  /// If the terminal refuses a handed-over graphic without reading it, the medium is not used
  /// again.
  private mutating func refused(_ id: UInt32, _ holding: GraphicHoldings.Holding) -> Bool {
    guard holding.isWhole, !holding.isRefused else { return false }
    if handover.isUnread(id) { handover.fail() }
    if holding.attempts < Self.mostAttempts {
      holdings[id]?.sentBytes = 0
    } else {
      holdings[id]?.isRefused = true
    }
    return true
  }

  /// Stops waiting for answers: graphics without one are sent again.
  /// - Returns: whether there were any.
  mutating func loseAwaited() -> Bool {
    lose(through: begunCount)
  }

  private mutating func lose(through order: Int) -> Bool {
    let lost = holdings.awaited(through: order).filter { $0 != current }
    for id in lost {
      holdings[id]?.isAwaited = false
      holdings[id]?.sentBytes = 0
    }
    awaitedCount -= lost.count
    if !lost.isEmpty { hasLosses = true }
    return !lost.isEmpty
  }
}
