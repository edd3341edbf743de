import CNcursesw
import Raster

/// Inks of 24-bit colours: pairs are given out as colours come up, and all that are not on the
/// screen are taken back when a frame might need more than are left.
///
/// ncurses repaints what is on the screen in a pair's new colours, so a pair on the screen keeps
/// them. If there are still too few, the rest of a frame gets the nearest colours of the 256-colour
/// palette, whose pairs are set aside.
struct ExactInks: InkSource {
  let depth = ColorDepth.trueColor
  private var fallback = PaletteInks(exactly: .indexed256)
  /// The pairs in use, by their colours.
  private var pairs: [UInt64: Int32] = [:]
  /// The numbers that are not in use.
  private var free: [Int32]
  private let first: Int32

  /// - Parameter pairLimit: the pairs that ncurses has for this screen.
  init(pairLimit: Int32) {
    first = Int32(PaletteInks.pairCount(of: .indexed256) + 1)
    free = (first..<max(first, pairLimit)).reversed()
    pairs.reserveCapacity(free.count)
    // ncurses doubles its table as it grows, which takes up to 250 ms; asked for the last entry, it
    // makes all of it now
    init_extended_pair(pairLimit - 1, 0, 0)
  }

  mutating func makeRoom(for cells: Int, keeping shown: UnsafeBufferPointer<cchar_t>) {
    guard free.count < cells else { return }
    let visible = Set(shown.lazy.map(\.ext_color))
    for (key, pair) in pairs where !visible.contains(pair) {
      pairs[key] = nil
      free.append(pair)
    }
  }

  mutating func ink(foreground: Color, background: Color) -> Ink {
    let isFixed = foreground.isTerminalDefault || background.isTerminalDefault
    let isSwapped = !isFixed && foreground.rawValue > background.rawValue
    let low = isSwapped ? background : foreground
    let high = isSwapped ? foreground : background
    let key = UInt64(low.rawValue) << 32 | UInt64(high.rawValue)
    if let pair = pairs[key] { return Ink(pair: pair, isSwapped: isSwapped) }
    guard let pair = free.popLast() else {
      return fallback.ink(foreground: foreground, background: background)
    }
    pairs[key] = pair
    define(pair, Self.number(low), Self.number(high))
    return Ink(pair: pair, isSwapped: isSwapped)
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
