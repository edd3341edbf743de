import GalleryCore
import Raster
import Recordings

/// A session of the gallery that the laboratory replays, with a name for tables.
package struct ScrollTrace: Hashable, Sendable {
  package let name: String
  package let recording: SessionRecording

  package init(name: String, recording: SessionRecording) {
    self.name = name
    self.recording = recording
  }

  /// The number of items of every trace in the library.
  package static let itemCount = 2_000

  /// The traces of the laboratory: seven made-up kinds of use, a recorded session, and five habits.
  ///
  /// Each lasts 40 to 60 seconds. The seed determines how long a reader rests and where seeks lead, but not the kind of
  /// use. The recorded session is the same for every seed.
  ///
  /// - Throws: if the built-in session can't be read.
  package static func library(seed: UInt64) throws(RecordingError) -> [ScrollTrace] {
    [
      slowReading(seed: seed), heldArrow(seed: seed), pageByPage(seed: seed),
      flingAndStop(seed: seed), reversal(seed: seed), homeEnd(seed: seed), randomSeek(seed: seed),
      try mixedSession(),
    ] + habits(seed: seed)
  }

  /// A recorded session of the program in a terminal: reading, holding an arrow, paging, turning back, a
  /// search, the wheel, a jump, both ends.
  ///
  /// A script sent its keys at a person's pace.
  private static func mixedSession() throws(RecordingError) -> ScrollTrace {
    let text = String(decoding: PackageResources.mixed_session_txt, as: UTF8.self)
    return ScrollTrace(name: "mixed-session", recording: try SessionRecording(parsing: text))
  }
}

/// The made-up kinds of use. Times are milliseconds.
extension ScrollTrace {
  /// The time after which a hand begins nothing new.
  static let length = 45_000

  /// A line at a time with a rest of a second or more; every fourth time two more lines, every ninth time back.
  static func slowReading(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 101)
    var turn = 0
    while hand.now < length {
      turn += 1
      hand.press(turn.isMultiple(of: 9) ? .up : .down)
      if turn.isMultiple(of: 4) {
        hand.rest(180...320)
        hand.press(.down, resting: 180...320)
        hand.press(.down)
      }
      hand.rest(1_000...3_000)
    }
    return ScrollTrace(name: "slow-reading", recording: hand.recording())
  }

  /// The down arrow held for seconds, with stops to look.
  static func heldArrow(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 102)
    while hand.now < length {
      hand.hold(.down, for: hand.draw(4_000...6_500))
      hand.rest(1_500...3_000)
    }
    return ScrollTrace(name: "held-arrow", recording: hand.recording())
  }

  /// A page at a time in a large grid, every sixth backwards.
  static func pageByPage(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 103)
    var turn = 0
    while hand.now < length {
      turn += 1
      hand.press(turn.isMultiple(of: 6) ? .pageUp : .pageDown, resting: 1_500...3_000)
    }
    // Three columns of 34 and three lines of 14 fill it, besides the status line.
    let screen = CellSize(columns: 102, rows: 43)
    return ScrollTrace(
      name: "page-by-page", recording: hand.recording(screen: screen, layout: .grid))
  }

  /// Bursts of the wheel and of a held arrow in turn, each followed by a stop; every fifth backwards.
  static func flingAndStop(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 104)
    var turn = 0
    while hand.now < length {
      turn += 1
      let goesBack = turn.isMultiple(of: 5)
      let burst = hand.draw(500...1_500)
      if turn.isMultiple(of: 2) {
        hand.hold(goesBack ? .up : .down, for: burst)
      } else {
        hand.spin(goesBack ? -1 : 1, for: burst)
      }
      hand.rest(1_500...3_000)
    }
    return ScrollTrace(name: "fling-and-stop", recording: hand.recording())
  }

  /// A reversal every two seconds; the way back is half as long, so that new pictures keep coming.
  static func reversal(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 105)
    while hand.now < length {
      hand.hold(.down, for: hand.draw(1_850...2_150))
      let leg = hand.draw(1_850...2_150)
      let held = hand.draw(900...1_200)
      hand.hold(.up, for: held)
      hand.rest(for: leg - held)
    }
    return ScrollTrace(name: "reversal", recording: hand.recording())
  }

  /// To one end and some pages back, then the same at the other end.
  static func homeEnd(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 106)
    var turn = 0
    while hand.now < length {
      turn += 1
      let isHome = turn.isMultiple(of: 2)
      hand.press(isHome ? .home : .end, resting: 1_500...3_000)
      for _ in 0..<hand.draw(3...6) {
        hand.press(isHome ? .pageDown : .pageUp, resting: 700...1_500)
      }
    }
    return ScrollTrace(name: "home-end", recording: hand.recording())
  }

  /// Jumps to numbers anywhere, and a few lines down from there.
  static func randomSeek(seed: UInt64) -> ScrollTrace {
    var hand = ReadersHand(seed: seed, purpose: 107)
    while hand.now < length {
      hand.type(":\(hand.draw(1...itemCount))")
      hand.press(.enter, resting: 700...1_300)
      for _ in 0..<hand.draw(0...3) { hand.press(.down, resting: 250...500) }
      hand.rest(300...900)
    }
    return ScrollTrace(name: "random-seek", recording: hand.recording())
  }
}
