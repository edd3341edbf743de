import CNcursesw
import Raster

/// Inks of 24-bit colours: pairs are given out as colours come up, and taken back from colours
/// that are not on the screen any more.
///
/// ncurses repaints what is on the screen in a pair's new colours, so a pair is taken back only
/// after a whole frame without it. When all are in use, the rest of a frame gets the nearest
/// colours of the 256-colour palette, whose pairs are set aside.
struct ExactInks: InkSource {
  let depth = ColorDepth.trueColor
  private var fallback = PaletteInks(exactly: .indexed256)
  private var pairs: [UInt64: Int32] = [:]
  private let first: Int
  private var keys: [UInt64] = []
  /// The frame in which each pair was last used.
  private var lastUse: [UInt32] = []
  private var frame: UInt32 = 1
  private let capacity: Int
  /// The next pair to be looked at, and how many this frame still may be.
  private var hand = 0
  private var looks = 0

  /// - Parameter pairLimit: the pairs that ncurses has for this screen.
  init(pairLimit: Int) {
    first = PaletteInks.pairCount(of: .indexed256) + 1
    capacity = max(0, pairLimit - first)
    pairs.reserveCapacity(capacity)
    keys.reserveCapacity(capacity)
    lastUse.reserveCapacity(capacity)
    // ncurses grows its table by doubling, up to 250 ms at a time; asked for its last entry once,
    // it allocates all
    init_extended_pair(Int32(clamping: pairLimit - 1), 0, 0)
  }

  mutating func beginFrame() {
    frame &+= 1
    looks = capacity
  }

  mutating func ink(foreground: Color, background: Color) -> Ink {
    let isFixed = foreground.isTerminalDefault || background.isTerminalDefault
    let isSwapped = !isFixed && foreground.rawValue > background.rawValue
    let low = isSwapped ? background : foreground
    let high = isSwapped ? foreground : background
    let key = UInt64(low.rawValue) << 32 | UInt64(high.rawValue)
    if let pair = pairs[key] {
      lastUse[Int(pair) - first] = frame
      return Ink(pair: pair, isSwapped: isSwapped)
    }
    guard let slot = freeSlot() else {
      return fallback.ink(foreground: foreground, background: background)
    }
    let pair = Int32(first + slot)
    (keys[slot], lastUse[slot], pairs[key]) = (key, frame, pair)
    define(pair, Self.number(low), Self.number(high))
    return Ink(pair: pair, isSwapped: isSwapped)
  }

  /// A slot that is new, or whose colours were in neither this frame nor the one on the screen.
  private mutating func freeSlot() -> Int? {
    if keys.count < capacity {
      keys.append(0)
      lastUse.append(0)
      return keys.count - 1
    }
    while looks > 0 {
      looks -= 1
      hand = hand + 1 < capacity ? hand + 1 : 0
      if frame &- lastUse[hand] > 1 {
        pairs[keys[hand]] = nil
        return hand
      }
    }
    return nil
  }

  /// Gives a pair its colours.
  ///
  /// When a pair changes, ncurses searches the whole screen for cells with it; there are none, and
  /// it does not search a screen that is about to be cleared.
  private func define(_ pair: Int32, _ foreground: Int32, _ background: Int32) {
    let physical = curses_physical_screen()
    let isToBeCleared = is_cleared(physical)
    clearok(physical, true)
    init_extended_pair(pair, foreground, background)
    clearok(physical, isToBeCleared)
  }

  private static func number(_ color: Color) -> Int32 {
    color.isTerminalDefault ? -1 : Int32(color.rawValue & 0xFF_FFFF)
  }
}
