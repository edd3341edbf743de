import Raster

/// Sends a terminal the graphics of a frame, and deletes others.
///
/// The terminal takes one graphic after the other, in chunks that may be frames apart.
struct GraphicStore {
  private var holdings: GraphicHoldings
  let writer: KittyWriter
  /// The graphic that is sent in part.
  private var current: UInt32?
  private var begunCount = 0
  /// The number of graphics that were sent whole and have no answer yet.
  private(set) var awaitedCount = 0
  /// True when graphics that were sent have not arrived; the last of them may have arrived in part.
  private var hasLosses = false
  /// Whether graphics that are begun now ask for a confirmation.
  var wantsAnswers = false
  /// The pixels that the terminal reads itself.
  private var handover: PixelHandover
  /// The graphics that came back to the screen, to be checked by their ids.
  private var unchecked: [UInt32: Graphic] = [:]
  /// The most attempts for a graphic that is lost on its way or refused.
  static let mostAttempts = 3

  init(
    _ holdings: GraphicHoldings, writer: KittyWriter, handover: PixelHandover = PixelHandover()
  ) {
    self.holdings = holdings
    self.writer = writer
    self.handover = handover
  }

  /// The way to hand over pixels, where the terminal can read them; nil where they are sent.
  var medium: LocalMedium? {
    get { handover.medium }
    set { handover.medium = newValue }
  }

  /// The bytes that the current frame hands over.
  var handedBytes: Int { handover.frameBytes }

  /// The terminal's name for a graphic; nil unless the whole of it was sent, and not refused.
  func name(of id: UInt32) -> UInt32? {
    guard let holding = holdings[id], holding.isWhole, !holding.isRefused else { return nil }
    return holding.name
  }

  /// True when there is something of a graphic to send.
  func lacks(_ id: UInt32) -> Bool { holdings[id].map { !$0.isWhole } ?? true }

  /// True when a part of the graphic is sent.
  func isUnderWay(_ id: UInt32) -> Bool { id == current }

  /// True when a graphic may be deleted to make room.
  var canMakeRoom: Bool { holdings.oldestUnseen != nil }

  /// False when there is no room for a graphic beside those on the screen.
  func mayHaveRoom(for graphic: Graphic) -> Bool {
    holdings[graphic.id] != nil || holdings.hasRoom(for: graphic) || canMakeRoom
  }

  /// The most bytes of the commands that transmit the rest of a graphic.
  func bytesToSend(_ graphic: Graphic) -> Int {
    let sent = holdings[graphic.id]?.sentBytes ?? 0
    if sent == 0, medium != nil { return KittyWriter.namingBytes }
    return KittyWriter.commandBytes(ofPayload: graphic.payloadBytes - sent)
  }

  mutating func beginFrame() {
    holdings.beginFrame()
    handover.beginFrame()
  }

  /// Notes that the current frame shows a graphic.
  ///
  /// One that comes back to the screen may have been dropped by the terminal, or refused for a
  /// reason that is over. Tmux hands an answer to whichever pane has the keyboard, so behind it
  /// nothing is asked. A direct placement asks by itself.
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

  /// Checks the graphics that came back, as soon as none is sent in part: no command may come
  /// between its chunks.
  mutating func check(into bytes: inout ByteBuffer) {
    guard current == nil, !unchecked.isEmpty else { return }
    for (id, graphic) in unchecked.sorted(by: { $0.key < $1.key }) {
      guard let holding = holdings[id], holding.isWhole else { continue }
      writer.check(graphic, as: holding.name, in: &bytes)
    }
    unchecked.removeAll(keepingCapacity: true)
  }

  /// Notes that the screen shows the whole frame, and nothing else.
  mutating func completeFrame() {
    holdings.completeFrame()
  }
}

// MARK: - Sending

extension GraphicStore {
  /// What became of a graphic that was to be transmitted.
  enum Transmission {
    case isWhole, isPartial
    /// It takes more of the frame than is left.
    case waits
    /// There is no room for it beside the graphics on the screen.
    case hasNoRoom
  }

  /// Hands over a graphic, or sends it, or as much more of it as fits in `limit` bytes, but one
  /// chunk at least.
  ///
  /// Another graphic that was sent in part is given up.
  /// - Parameter wholeOnly: whether a graphic waits unless the rest of it fits.
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
    if sent == 0 { begin(&holding, in: &bytes) }
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

  /// Gives up the graphic that is sent in part, so that another command may follow.
  mutating func abandon(into bytes: inout ByteBuffer) {
    if let current { forget(current, in: &bytes) }
  }

  /// Gives up the graphic that is sent in part unless it is shown.
  mutating func abandon(unless isShown: (UInt32) -> Bool, into bytes: inout ByteBuffer) {
    guard let current, !isShown(current) else { return }
    forget(current, in: &bytes)
  }

  /// Ends sequences that a frame that was cut short may have left half sent; this store knows only
  /// the frame's intended end.
  mutating func endCutShort(into bytes: inout ByteBuffer) {
    if let current {
      forget(current, in: &bytes)
    } else if !holdings.isEmpty {
      writer.abandon(in: &bytes)
    }
  }

  /// Deletes everything, first the graphic under way: no command may come between its chunks.
  mutating func close(into bytes: inout ByteBuffer) {
    abandon(into: &bytes)
    for id in holdings.ids { forget(id, in: &bytes) }
  }

  private mutating func begin(_ holding: inout GraphicHoldings.Holding, in bytes: inout ByteBuffer)
  {
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

  /// A place for a graphic; nil when nothing may be deleted to make one.
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
  /// Takes the terminal's answer that it has a graphic, or that it has not: it dropped the graphic,
  /// or could not make it from the bytes that came.
  ///
  /// It answers in order, so awaited graphics that were sent before have not arrived. Lost graphics
  /// are missing again.
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

  /// Makes a graphic missing again, or gives it up after the last attempt.
  ///
  /// A terminal that refuses what was handed over, and has not read it, gets no more in that way.
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

  /// Gives up the awaited answers: those graphics are missing again.
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
