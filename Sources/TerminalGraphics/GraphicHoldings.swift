import Raster

/// The graphics held by a terminal, with their names and the order of eviction.
///
/// When the quota is full, the graphic that left the screen first is deleted. A graphic stays while
/// it is on the screen, or may be because the last frames were partial.
struct GraphicHoldings {
  /// The names of graphics: 24 bits, because a color carries them.
  ///
  /// Names below are left to programs that count from 1.
  static let names: ClosedRange<UInt32> = 0x100...0xFF_FFFF

  /// One graphic in the terminal, whole or in part.
  struct Holding {
    fileprivate(set) var name: UInt32
    let costBytes: Int
    let payloadBytes: Int
    /// The bytes of the payload sent so far; all of it once the pixels were handed over.
    var sentBytes = 0
    /// The latest frame with the graphic.
    var lastFrame: Int
    /// Whether the terminal's confirmation is awaited.
    var isAwaited = false
    /// Whether the terminal refused all attempts.
    var isRefused = false
    /// The sequence number of its last transmission, from 1; 0 before.
    var order = 0
    /// The number of transmissions since it came to the screen.
    var attempts = 0

    var isWhole: Bool { sentBytes == payloadBytes }

    /// True when the terminal may know the graphic's name.
    var wasBegun: Bool { order > 0 }

    /// The next range of the payload for some room: whole groups of Base64, and large enough to be
    /// worth its commands.
    func nextChunk(room: Int) -> Range<Int> {
      let fitting = min(max(room & ~3, KittyWriter.leastChunkBytes), KittyWriter.chunkBytes)
      return sentBytes..<min(sentBytes + fitting, payloadBytes)
    }
  }

  private let quotaBytes: Int
  private var heldBytes = 0
  private var holdings: [UInt32: Holding] = [:]
  /// The ids of the graphics by their names.
  private var idsByName: [UInt32: UInt32] = [:]
  private var nextName: UInt32
  private var frame = 0
  private var lastCompleteFrame = 0

  /// Creates the record of a terminal that holds no graphics.
  ///
  /// - Parameters:
  ///   - firstName: the first name to give out, chosen at random to avoid collisions between
  ///     programs in one terminal.
  ///   - quotaBytes: the memory that the terminal may use.
  init(firstName: UInt32, quotaBytes: Int) {
    nextName = firstName
    self.quotaBytes = quotaBytes
  }

  var isEmpty: Bool { holdings.isEmpty }

  /// The ids of all graphics, sorted.
  var ids: [UInt32] { holdings.keys.sorted() }

  /// The holding of a graphic, by its id; may be set only for one that is held.
  subscript(id: UInt32) -> Holding? {
    get { holdings[id] }
    set { holdings[id] = newValue }
  }

  /// The graphic with a name in the terminal.
  func holding(named name: UInt32) -> (id: UInt32, Holding)? {
    guard let id = idsByName[name], let holding = holdings[id] else { return nil }
    return (id, holding)
  }

  /// The ids of graphics with an awaited answer, up to a sequence number.
  func awaited(through order: Int) -> [UInt32] {
    holdings.lazy.filter { $0.value.isAwaited && $0.value.order <= order }.map(\.key)
  }

  mutating func beginFrame() {
    frame += 1
  }

  /// Records that the current frame shows a graphic.
  ///
  /// - Returns: whether the graphic is held and was not in the frame before.
  mutating func touch(_ id: UInt32) -> Bool {
    guard let lastFrame = holdings[id]?.lastFrame else { return false }
    holdings[id]?.lastFrame = frame
    return lastFrame < frame - 1
  }

  /// Records that the screen shows exactly the current frame.
  mutating func completeFrame() {
    lastCompleteFrame = frame
  }

  func hasRoom(for graphic: Graphic) -> Bool {
    heldBytes + graphic.terminalBytes <= quotaBytes
  }

  /// The graphic that has been off the screen for longest; nil if all may be on it.
  var oldestUnseen: UInt32? {
    holdings.lazy.filter { $0.value.lastFrame < lastCompleteFrame }
      .min { ($0.value.lastFrame, $0.key) < ($1.value.lastFrame, $1.key) }?.key
  }

  /// Adds a graphic under a new name, without sending it.
  mutating func add(_ graphic: Graphic) -> Holding {
    heldBytes += graphic.terminalBytes
    let holding = Holding(
      name: takeName(for: graphic.id), costBytes: graphic.terminalBytes,
      payloadBytes: graphic.payloadBytes, lastFrame: frame)
    holdings[graphic.id] = holding
    return holding
  }

  /// Renames a graphic, so that late answers about the former name have no effect.
  mutating func rename(_ holding: inout Holding) {
    guard let id = idsByName.removeValue(forKey: holding.name) else { return }
    holding.name = takeName(for: id)
  }

  mutating func remove(_ id: UInt32) -> Holding? {
    guard let holding = holdings.removeValue(forKey: id) else { return nil }
    idsByName[holding.name] = nil
    heldBytes -= holding.costBytes
    return holding
  }

  /// An unused name.
  ///
  /// The quota never uses up all names. Each name is reused as late as possible, so a late answer
  /// is never about another graphic.
  private mutating func takeName(for id: UInt32) -> UInt32 {
    var name = nextName
    repeat {
      name = nextName
      nextName = name == Self.names.upperBound ? Self.names.lowerBound : name + 1
    } while idsByName[name] != nil
    idsByName[name] = id
    return name
  }
}

extension Graphic {
  /// The most memory that a terminal needs for the graphic.
  fileprivate var terminalBytes: Int {
    guard case .kitty(let pixels) = payload else { return 0 }
    return 4 * pixels.size.area
  }

  /// The length of the pixels in Base64.
  var payloadBytes: Int {
    guard case .kitty(let pixels) = payload else { return 0 }
    return pixels.textBytes
  }
}
