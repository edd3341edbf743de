import Raster

/// Which graphics a terminal holds, under which names, and what it is told so that it holds others.
///
/// The terminal takes one graphic after the other, in chunks that may be frames apart. What was not
/// on the screen for the longest time is deleted when there is no room, and nothing that is, or may
/// still be because the last frames were cut short.
struct GraphicStore {
  /// Terminals tell graphics by 24 bits of a colour; programs that count from 1 are left alone.
  static let ids: ClosedRange<UInt32> = 0x100...0xFF_FFFF

  private struct Holding {
    let name: UInt32
    let costBytes: Int
    let payloadBytes: Int
    var sentBytes = 0
    var lastFrame: Int
    /// The terminal's answer, that it has all of it, is asked for and has not come.
    var isAwaited = false
    /// When it was sent, as a count of graphics, and how often.
    var order = 0
    var attempts = 0

    /// As much payload as there is room for: whole groups of Base64, but not so few that the
    /// commands around them would outweigh them.
    func nextChunk(room: Int) -> Range<Int> {
      let fitting = min(max(room & ~3, KittyWriter.leastChunkBytes), KittyWriter.chunkBytes)
      return sentBytes..<min(sentBytes + fitting, payloadBytes)
    }
  }

  let quotaBytes: Int
  private let writer: KittyWriter
  private var holdings: [UInt32: Holding] = [:]
  /// Which of them is not all there.
  private var current: UInt32?
  private(set) var heldBytes = 0
  private var nextID: UInt32
  private var freeIDs: [UInt32] = []
  private var frame = 0
  private var lastCompleteFrame = 0
  private var begunCount = 0
  /// So many graphics are sent whole, and the terminal has not said that it has them.
  private(set) var awaitedCount = 0
  /// Some that were sent have not arrived, and the last of them may have arrived in part.
  private var hasLosses = false
  /// Whether graphics that are begun now are to be answered.
  var wantsAnswers = false
  /// What may be lost on its way is sent so often at most.
  static let mostAttempts = 3

  /// - Parameter firstID: where to start with the names, at random, so that two programs in one
  ///   terminal hardly meet.
  init(firstID: UInt32, quotaBytes: Int, writer: KittyWriter) {
    nextID = firstID
    self.quotaBytes = quotaBytes
    self.writer = writer
  }

  /// What the terminal calls a graphic; nil unless it has all of it.
  func name(of id: UInt32) -> UInt32? {
    guard let holding = holdings[id], holding.sentBytes == holding.payloadBytes else { return nil }
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
  var canMakeRoom: Bool { oldestUnseen != nil }

  mutating func beginFrame() {
    frame += 1
  }

  /// The graphic is a part of the frame that was begun.
  mutating func touch(_ id: UInt32) {
    holdings[id]?.lastFrame = frame
  }

  /// All that the frame shows is on the screen now, and nothing else.
  mutating func completeFrame() {
    lastCompleteFrame = frame
  }

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
    } while holding.sentBytes < holding.payloadBytes
      && end - bytes.count >= KittyWriter.overheadBytes + KittyWriter.leastChunkBytes
    holdings[graphic.id] = holding
    current = holding.sentBytes < holding.payloadBytes ? graphic.id : nil
    if current == nil, holding.isAwaited { awaitedCount += 1 }
    return true
  }

  /// Gives up a graphic that is not all there unless the present frame shows it.
  mutating func abandonUnseen(into bytes: inout ByteBuffer) {
    guard let current, let holding = holdings[current], holding.lastFrame < frame else { return }
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
    for id in holdings.keys.sorted() { forget(id, in: &bytes) }
  }

  private mutating func begin(_ holding: inout Holding, in bytes: inout ByteBuffer) {
    if hasLosses { writer.abandon(in: &bytes) }
    hasLosses = false
    begunCount += 1
    holding.order = begunCount
    holding.attempts += 1
    holding.isAwaited = wantsAnswers && holding.attempts < Self.mostAttempts
  }

  /// The terminal has said of a graphic that it has it, or that it can't make it of what came.
  ///
  /// It answers in order: what was sent before and is awaited still has not arrived. What is lost is
  /// missing again.
  /// - Returns: whether anything is lost.
  mutating func answered(_ name: UInt32, isThere: Bool) -> Bool {
    guard let (id, holding) = holdings.first(where: { $0.value.name == name }),
      holding.isAwaited, id != current
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
    let lost = holdings.filter {
      $0.value.isAwaited && $0.value.order <= order && $0.key != current
    }
    for id in lost.keys {
      holdings[id]?.isAwaited = false
      holdings[id]?.sentBytes = 0
    }
    awaitedCount -= lost.count
    if !lost.isEmpty { hasLosses = true }
    return !lost.isEmpty
  }

  /// A place for a graphic; nil when nothing may be deleted to make one.
  private mutating func admit(_ graphic: Graphic, in bytes: inout ByteBuffer) -> Holding? {
    let cost = graphic.terminalBytes
    while heldBytes + cost > quotaBytes {
      guard let oldest = oldestUnseen else { return nil }
      forget(oldest, in: &bytes)
    }
    heldBytes += cost
    return Holding(
      name: takeID(), costBytes: cost, payloadBytes: graphic.payloadBytes, lastFrame: frame)
  }

  private var oldestUnseen: UInt32? {
    holdings.lazy.filter { $0.value.lastFrame < lastCompleteFrame }
      .min { ($0.value.lastFrame, $0.key) < ($1.value.lastFrame, $1.key) }?.key
  }

  private mutating func forget(_ id: UInt32, in bytes: inout ByteBuffer) {
    guard let holding = holdings.removeValue(forKey: id) else { return }
    if holding.isAwaited, holding.sentBytes == holding.payloadBytes { awaitedCount -= 1 }
    if id == current {
      writer.abandon(in: &bytes)
      current = nil
    }
    writer.delete(holding.name, in: &bytes)
    heldBytes -= holding.costBytes
    freeIDs.append(holding.name)
  }

  /// A name that no holding has: there are far more of them than a quota of graphics.
  private mutating func takeID() -> UInt32 {
    if let id = freeIDs.popLast() { return id }
    defer { nextID = nextID == Self.ids.upperBound ? Self.ids.lowerBound : nextID + 1 }
    return nextID
  }
}

extension Graphic {
  /// The most that a terminal keeps of it.
  fileprivate var terminalBytes: Int {
    guard case .kitty(let pixels, _) = payload else { return 0 }
    return 4 * pixels.area
  }

  /// The length of its Base64.
  fileprivate var payloadBytes: Int {
    guard case .kitty(_, let text) = payload else { return 0 }
    return text.count
  }
}
