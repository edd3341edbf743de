import Raster

/// What a terminal is told so that it holds the graphics of a frame.
///
/// The terminal takes one graphic after the other, in chunks that may be frames apart.
struct GraphicStore {
  private var holdings: GraphicHoldings
  private let writer: KittyWriter
  /// Which of them is not all there.
  private var current: UInt32?
  private var begunCount = 0
  /// So many graphics are sent whole, and the terminal has not said that it has them.
  private(set) var awaitedCount = 0
  /// Some that were sent have not arrived, and the last of them may have arrived in part.
  private var hasLosses = false
  /// Whether graphics that are begun now are to be answered.
  var wantsAnswers = false
  /// What may be lost on its way is sent so often at most.
  static let mostAttempts = 3

  init(_ holdings: GraphicHoldings, writer: KittyWriter) {
    self.holdings = holdings
    self.writer = writer
  }

  /// What the terminal calls a graphic; nil unless it has all of it.
  func name(of id: UInt32) -> UInt32? {
    guard let holding = holdings[id], holding.isWhole else { return nil }
    return holding.name
  }

  /// A part of it is sent.
  func isUnderWay(_ id: UInt32) -> Bool { id == current }

  /// What it takes to transmit what the terminal has not got of a graphic.
  func missingBytes(of graphic: Graphic) -> Int {
    let payload = graphic.payloadBytes - (holdings[graphic.id]?.sentBytes ?? 0)
    return payload + (payload / KittyWriter.chunkBytes + 1) * KittyWriter.overheadBytes
  }

  /// Something may be deleted to make room.
  var canMakeRoom: Bool { holdings.oldestUnseen != nil }

  mutating func beginFrame() {
    holdings.beginFrame()
  }

  /// The graphic is a part of the frame that was begun.
  mutating func touch(_ id: UInt32) {
    holdings.touch(id)
  }

  /// All that the frame shows is on the screen now, and nothing else.
  mutating func completeFrame() {
    holdings.completeFrame()
  }
}

// MARK: - Sending

extension GraphicStore {
  /// Sends a graphic, or as much more of it as fits in `limit` bytes, but one chunk at least.
  ///
  /// A graphic of which only a part was sent is given up when another one is asked for.
  /// - Returns: false when there is no room for it beside what is on the screen.
  mutating func transmit(_ graphic: Graphic, limit: Int, into bytes: inout ByteBuffer) -> Bool {
    if let current, current != graphic.id { forget(current, in: &bytes) }
    guard var holding = holdings[graphic.id] ?? admit(graphic, in: &bytes) else { return false }
    if holding.sentBytes == 0 { begin(&holding, in: &bytes) }
    let end = bytes.count + min(limit, Int.max - bytes.count)
    repeat {
      let room = end - bytes.count - KittyWriter.overheadBytes
      let chunk = holding.nextChunk(room: room)
      writer.transmit(
        graphic, as: holding.name, chunk, isAnswered: holding.isAwaited, in: &bytes)
      holding.sentBytes = chunk.upperBound
    } while !holding.isWhole
      && end - bytes.count >= KittyWriter.overheadBytes + KittyWriter.leastChunkBytes
    holdings[graphic.id] = holding
    current = holding.isWhole ? nil : graphic.id
    if current == nil, holding.isAwaited { awaitedCount += 1 }
    return true
  }

  /// Gives up a graphic that is not all there unless the present frame shows it.
  mutating func abandonUnseen(into bytes: inout ByteBuffer) {
    guard let current, let holding = holdings[current], !holdings.isInFrame(holding) else {
      return
    }
    forget(current, in: &bytes)
  }

  /// Ends what a frame that was cut short may have left half sent, of which this store knows only where
  /// the frame would have ended.
  mutating func endCutShort(into bytes: inout ByteBuffer) {
    if let current {
      forget(current, in: &bytes)
    } else if !holdings.isEmpty {
      writer.abandon(in: &bytes)
    }
  }

  /// Deletes everything, what is under way first: nothing may come between its chunks.
  mutating func close(into bytes: inout ByteBuffer) {
    if let current { forget(current, in: &bytes) }
    for id in holdings.ids { forget(id, in: &bytes) }
  }

  private mutating func begin(_ holding: inout GraphicHoldings.Holding, in bytes: inout ByteBuffer)
  {
    if hasLosses { writer.abandon(in: &bytes) }
    hasLosses = false
    begunCount += 1
    holding.order = begunCount
    holding.attempts += 1
    holding.isAwaited = wantsAnswers && holding.attempts < Self.mostAttempts
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
    writer.delete(holding.name, in: &bytes)
  }
}

// MARK: - Answers

extension GraphicStore {
  /// The terminal has said of a graphic that it has it, or that it can't make it of what came.
  ///
  /// It answers in order: what was sent before and is awaited still has not arrived. What is lost is
  /// missing again.
  /// - Returns: whether anything is lost.
  mutating func answered(_ name: UInt32, isThere: Bool) -> Bool {
    guard let (id, holding) = holdings.holding(named: name), holding.isAwaited, id != current
    else { return false }
    if isThere {
      holdings[id]?.isAwaited = false
      awaitedCount -= 1
    }
    return lose(through: holding.order)
  }

  /// What is awaited is not answered any more: it is missing again.
  /// - Returns: whether anything is lost.
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
