import Raster

/// The graphics that a terminal holds, their names, and the ones that make room for others.
///
/// When there is no room, the graphic that was off the screen for the longest time is deleted. A
/// graphic that is on the screen, or may still be because the last frames were cut short, stays.
struct GraphicHoldings {
  /// The names that are given out: 24 bits, as a color carries them.
  ///
  /// Programs that count from 1 are left alone.
  static let names: ClosedRange<UInt32> = 0x100...0xFF_FFFF

  /// One graphic in the terminal, whole or in part.
  struct Holding {
    fileprivate(set) var name: UInt32
    let costBytes: Int
    let payloadBytes: Int
    /// The part of the payload that was sent; all of it once the pixels were handed over.
    var sentBytes = 0
    /// The latest frame that shows the graphic.
    var lastFrame: Int
    /// True while the terminal's answer is awaited, that it has the whole graphic.
    var isAwaited = false
    /// True when the terminal has refused the graphic in every attempt.
    var isRefused = false
    /// The time when it was last begun, as a count of graphics from 1; 0 before.
    var order = 0
    /// The number of times that it was begun since it came to the screen.
    var attempts = 0

    var isWhole: Bool { sentBytes == payloadBytes }

    /// True when the terminal may know the graphic's name.
    var wasBegun: Bool { order > 0 }

    /// The payload that fits in some room: whole groups of Base64, but no chunk outweighed by the
    /// commands around it.
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
  ///   - firstName: the first name to give out, at random, so that two programs in one terminal
  ///     hardly meet.
  ///   - quotaBytes: the most that the terminal keeps.
  init(firstName: UInt32, quotaBytes: Int) {
    nextName = firstName
    self.quotaBytes = quotaBytes
  }

  var isEmpty: Bool { holdings.isEmpty }

  /// The ids of all graphics, sorted.
  var ids: [UInt32] { holdings.keys.sorted() }

  /// The holding of a graphic, by its id; may be set for one that is held.
  subscript(id: UInt32) -> Holding? {
    get { holdings[id] }
    set { holdings[id] = newValue }
  }

  /// The graphic that the terminal knows by a name.
  func holding(named name: UInt32) -> (id: UInt32, Holding)? {
    guard let id = idsByName[name], let holding = holdings[id] else { return nil }
    return (id, holding)
  }

  /// The ids of the graphics whose answer is awaited, among those begun up to an order.
  func awaited(through order: Int) -> [UInt32] {
    holdings.lazy.filter { $0.value.isAwaited && $0.value.order <= order }.map(\.key)
  }

  mutating func beginFrame() {
    frame += 1
  }

  /// Notes that the current frame shows a graphic.
  ///
  /// - Returns: whether the graphic is held and was not in the frame before.
  mutating func touch(_ id: UInt32) -> Bool {
    guard let lastFrame = holdings[id]?.lastFrame else { return false }
    holdings[id]?.lastFrame = frame
    return lastFrame < frame - 1
  }

  /// Notes that the screen shows the whole frame, and nothing else.
  mutating func completeFrame() {
    lastCompleteFrame = frame
  }

  func hasRoom(for graphic: Graphic) -> Bool {
    heldBytes + graphic.terminalBytes <= quotaBytes
  }

  /// The graphic that was off the screen for the longest time; nil where all may be on it.
  var oldestUnseen: UInt32? {
    holdings.lazy.filter { $0.value.lastFrame < lastCompleteFrame }
      .min { ($0.value.lastFrame, $0.key) < ($1.value.lastFrame, $1.key) }?.key
  }

  /// Gives a graphic a name; nothing of it is sent yet.
  mutating func add(_ graphic: Graphic) -> Holding {
    heldBytes += graphic.terminalBytes
    let holding = Holding(
      name: takeName(for: graphic.id), costBytes: graphic.terminalBytes,
      payloadBytes: graphic.payloadBytes, lastFrame: frame)
    holdings[graphic.id] = holding
    return holding
  }

  /// Gives a graphic another name, so that a late answer about the former one changes nothing.
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

  /// A name that no holding has.
  ///
  /// A quota of graphics never uses up the names. Each name is given out as late as possible, so a
  /// late answer is never about another graphic.
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
  /// The memory that a terminal takes for it, at most.
  fileprivate var terminalBytes: Int {
    guard case .kitty(let pixels) = payload else { return 0 }
    return 4 * pixels.size.area
  }

  /// The length of its pixels in Base64.
  var payloadBytes: Int {
    guard case .kitty(let pixels) = payload else { return 0 }
    return pixels.textBytes
  }
}
