import Raster

/// Which graphics a terminal holds, under which names, and which of them make room for others.
///
/// What was not on the screen for the longest time is deleted when there is no room, and nothing that is, or may
/// still be because the last frames were cut short.
struct GraphicHoldings {
  /// Terminals tell graphics by 24 bits of a color; programs that count from 1 are left alone.
  static let names: ClosedRange<UInt32> = 0x100...0xFF_FFFF

  /// One graphic of the terminal's, all there or in part.
  struct Holding {
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

    var isWhole: Bool { sentBytes == payloadBytes }

    /// As much payload as there is room for: whole groups of Base64, but not so few that the
    /// commands around them would outweigh them.
    func nextChunk(room: Int) -> Range<Int> {
      let fitting = min(max(room & ~3, KittyWriter.leastChunkBytes), KittyWriter.chunkBytes)
      return sentBytes..<min(sentBytes + fitting, payloadBytes)
    }
  }

  private let quotaBytes: Int
  private var heldBytes = 0
  private var holdings: [UInt32: Holding] = [:]
  private var nextName: UInt32
  private var freeNames: [UInt32] = []
  private var frame = 0
  private var lastCompleteFrame = 0

  /// - Parameters:
  ///   - firstName: where to start with the names, at random, so that two programs in one
  ///     terminal hardly meet.
  ///   - quotaBytes: the most that the terminal keeps.
  init(firstName: UInt32, quotaBytes: Int) {
    nextName = firstName
    self.quotaBytes = quotaBytes
  }

  var isEmpty: Bool { holdings.isEmpty }

  /// The ids of all, in order.
  var ids: [UInt32] { holdings.keys.sorted() }

  /// What is held of a graphic by its id; may be set for one that is held.
  subscript(id: UInt32) -> Holding? {
    get { holdings[id] }
    set { holdings[id] = newValue }
  }

  /// The graphic that the terminal calls by a name.
  func holding(named name: UInt32) -> (id: UInt32, Holding)? {
    holdings.first { $0.value.name == name }.map { ($0.key, $0.value) }
  }

  /// The ids of the graphics that the terminal has not answered about, among those that were begun
  /// up to an order.
  func awaited(through order: Int) -> [UInt32] {
    holdings.lazy.filter { $0.value.isAwaited && $0.value.order <= order }.map(\.key)
  }

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

  /// Whether the frame that was begun has a part of it.
  func isInFrame(_ holding: Holding) -> Bool { holding.lastFrame == frame }

  func hasRoom(for graphic: Graphic) -> Bool {
    heldBytes + graphic.terminalBytes <= quotaBytes
  }

  /// What has not been on the screen for the longest time; nil where everything may be.
  var oldestUnseen: UInt32? {
    holdings.lazy.filter { $0.value.lastFrame < lastCompleteFrame }
      .min { ($0.value.lastFrame, $0.key) < ($1.value.lastFrame, $1.key) }?.key
  }

  /// Gives a graphic a name; nothing of it is sent yet.
  mutating func add(_ graphic: Graphic) -> Holding {
    heldBytes += graphic.terminalBytes
    let holding = Holding(
      name: takeName(), costBytes: graphic.terminalBytes, payloadBytes: graphic.payloadBytes,
      lastFrame: frame)
    holdings[graphic.id] = holding
    return holding
  }

  mutating func remove(_ id: UInt32) -> Holding? {
    guard let holding = holdings.removeValue(forKey: id) else { return nil }
    heldBytes -= holding.costBytes
    freeNames.append(holding.name)
    return holding
  }

  /// A name that no holding has: there are far more of them than a quota of graphics.
  private mutating func takeName() -> UInt32 {
    if let name = freeNames.popLast() { return name }
    defer {
      nextName = nextName == Self.names.upperBound ? Self.names.lowerBound : nextName + 1
    }
    return nextName
  }
}

extension Graphic {
  /// The most that a terminal keeps of it.
  fileprivate var terminalBytes: Int {
    guard case .kitty(let pixels, _) = payload else { return 0 }
    return 4 * pixels.area
  }

  /// The length of its Base64.
  var payloadBytes: Int {
    guard case .kitty(_, let text) = payload else { return 0 }
    return text.count
  }
}
