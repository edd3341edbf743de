import CNcursesw
import Raster

/// Inks of a palette: every combination of its colours has a pair number of its own, so none is
/// ever given to other colours.
///
/// For n colours the pairs are n(n+1)/2 unordered ones, and n each for the terminal's default
/// foreground and background, which cannot change sides: 52 for 8 colours, 168 for 16, 29,400 for
/// 240, within the 63, 255 and 32,766 that terminals have.
struct PaletteInks: InkSource {
  let depth: ColorDepth
  private let palette: Palette
  /// What ncurses calls each colour of the palette.
  private let numbers: [Int32]
  private var isKnown: [Bool]

  /// The pairs that it uses, from 1.
  static func pairCount(of palette: Palette) -> Int {
    let count = palette.colors.count
    return count * (count + 1) / 2 + 2 * count
  }

  /// Inks of a terminal that numbers the palette's colours.
  init(_ palette: Palette, depth: ColorDepth) {
    self.init(
      palette, depth: depth, numbers: palette.colors.indices.map { palette.firstNumber + Int32($0) }
    )
  }

  /// Inks of a terminal whose colour numbers are 24-bit colours.
  init(exactly palette: Palette) {
    self.init(
      palette, depth: .trueColor, numbers: palette.colors.map { Int32($0.rawValue) })
  }

  private init(_ palette: Palette, depth: ColorDepth, numbers: [Int32]) {
    self.palette = palette
    self.depth = depth
    self.numbers = numbers
    isKnown = Array(repeating: false, count: Self.pairCount(of: palette) + 1)
  }

  func makeRoom(for cells: Int, keeping shown: UnsafeBufferPointer<cchar_t>) {}

  mutating func ink(foreground: Color, background: Color) -> Ink {
    let count = numbers.count
    let unordered = count * (count + 1) / 2
    switch (palette.index(of: foreground), palette.index(of: background)) {
    case (nil, nil): return Ink(pair: 0, isSwapped: false)
    case (nil, let back?):
      return Ink(pair: known(1 + unordered + back, -1, numbers[back]), isSwapped: false)
    case (let fore?, nil):
      return Ink(pair: known(1 + unordered + count + fore, numbers[fore], -1), isSwapped: false)
    case (let fore?, let back?):
      let (low, high) = (min(fore, back), max(fore, back))
      let pair = known(1 + high * (high + 1) / 2 + low, numbers[low], numbers[high])
      return Ink(pair: pair, isSwapped: fore > back)
    }
  }

  /// Tells ncurses about a pair when it is first used.
  private mutating func known(_ pair: Int, _ foreground: Int32, _ background: Int32) -> Int32 {
    let number = Int32(pair)
    if !isKnown[pair] {
      isKnown[pair] = true
      init_extended_pair(number, foreground, background)
    }
    return number
  }
}
