import GalleryCore
import Raster

/// People's habits, on larger screens than the first kinds of use. Times are in milliseconds.
extension ScrollTrace {
  /// The habits, in the order of tables.
  static func habits(seed: UInt64) -> [ScrollTrace] {
    [
      pausedReading(seed: seed), quickPages(seed: seed), wheelAndFlicks(seed: seed),
      searchToAndFro(seed: seed), holdAndCorrect(seed: seed),
    ]
  }

  /// Lines and pages of a tall list with natural pauses: most are short, a few long.
  static func pausedReading(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 108)
    var turn = 0
    while hand.now < length {
      turn += 1
      hand.press(turn.isMultiple(of: 5) ? .pageDown : .down)
      hand.rest(around: 1_200, atMost: 8_000)
    }
    return ScrollTrace(
      name: "paused-reading", recording: hand.recording(screen: CellSize(columns: 120, rows: 60)))
  }

  /// Pages of a large grid, every 0.3 to 3 seconds; sometimes one back.
  static func quickPages(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 109)
    while hand.now < length {
      hand.press(.pageDown, resting: 300...(hand.draw(1...3) == 1 ? 3_000 : 900))
      if hand.draw(1...8) == 1 { hand.press(.pageUp, resting: 600...1_500) }
    }
    return ScrollTrace(
      name: "quick-pages",
      recording: hand.recording(screen: CellSize(columns: 200, rows: 60), layout: .grid))
  }

  /// Notches of a wheel one by one, then flicks that roll on, in a grid.
  static func wheelAndFlicks(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 110)
    while hand.now < length {
      for _ in 0..<hand.draw(2...6) { hand.press(.wheel(1), resting: 120...400) }
      hand.rest(500...2_500)
      for _ in 0..<hand.draw(1...3) {
        hand.spin(hand.draw(1...6) == 1 ? -1 : 1, for: hand.draw(250...900))
        hand.rest(200...700)
      }
      hand.rest(800...2_500)
    }
    return ScrollTrace(
      name: "wheel-and-flicks",
      recording: hand.recording(screen: CellSize(columns: 120, rows: 40), layout: .grid))
  }

  /// A search, the next matches, back to one of them, and some lines there.
  static func searchToAndFro(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 111)
    while hand.now < length {
      hand.type("/\(hand.draw(10...99))")
      hand.press(.enter, resting: 800...1_600)
      for _ in 0..<hand.draw(2...5) { hand.press(.character("n"), resting: 500...1_400) }
      for _ in 0..<hand.draw(0...2) { hand.press(.character("N"), resting: 500...1_400) }
      for _ in 0..<hand.draw(0...4) { hand.press(.down, resting: 250...600) }
    }
    return ScrollTrace(
      name: "search-to-and-fro",
      recording: hand.recording(screen: CellSize(columns: 120, rows: 40)))
  }

  /// An arrow held to get somewhere, then a correction back.
  static func holdAndCorrect(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 112)
    while hand.now < length {
      hand.hold(.down, for: hand.draw(1_000...3_500))
      hand.rest(150...400)
      hand.hold(.up, for: hand.draw(550...1_000))
      hand.rest(200...500)
      for _ in 0..<hand.draw(0...3) { hand.press(.down, resting: 200...450) }
      hand.rest(around: 1_500, atMost: 5_000)
    }
    return ScrollTrace(
      name: "hold-and-correct",
      recording: hand.recording(screen: CellSize(columns: 120, rows: 40)))
  }
}
