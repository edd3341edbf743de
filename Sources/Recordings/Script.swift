import GalleryCore
import Raster

/// An error in a script; its description names the step.
package struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

/// The keys and waits of a session without a terminal.
///
/// Steps are separated by spaces: a key name or one character, optionally `*N` for N times and
/// `@HZ` for a rate, or `wait:MS`, `idle`, `resize:CxR`, `quit`. See `Key.names`.
package struct Script: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// Key presses, `1/rate` seconds apart; without a rate, each gets a frame.
    case press(Key, times: Int, rate: Double?)
    case wait(Duration)
    /// Waits until all loads are done.
    case idle
    case resize(CellSize)
    /// An input at this time after the first step; nil only waits.
    case at(Duration, RecordedInput?)
    case quit
  }

  package let steps: [Step]

  package init(_ text: String) throws(ScriptError) {
    var steps: [Step] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      steps.append(try Self.step(String(word)))
    }
    self.steps = steps
  }

  /// Makes a script that replays a recording, with its times and until its end.
  package init(replaying recording: SessionRecording) {
    steps =
      recording.moments.map { .at($0.at, $0.input) } + [.at(recording.end, nil)]
  }

  private static func step(_ word: String) throws(ScriptError) -> Step {
    switch word {
    case "idle": return .idle
    case "quit": return .quit
    case _ where word.hasPrefix("wait:"):
      guard let milliseconds = Int(word.dropFirst(5)), (0...3_600_000).contains(milliseconds)
      else { throw ScriptError(description: "“\(word)”: wait:MS takes 0 to 3600000 ms") }
      return .wait(.milliseconds(milliseconds))
    case _ where word.hasPrefix("resize:"):
      guard let size = CellSize(word.dropFirst(7)) else {
        throw ScriptError(description: "“\(word)”: resize:CxR takes columns and rows, 1 to 2000")
      }
      return .resize(size)
    default: return try press(word)
    }
  }

  private static func press(_ word: String) throws(ScriptError) -> Step {
    let nameEnd = word.dropFirst().firstIndex { $0 == "*" || $0 == "@" } ?? word.endIndex
    guard let key = Key(name: word[..<nameEnd]) else {
      throw ScriptError(description: "“\(word)”: no such key; names: \(Key.names)")
    }
    var times = 1
    var rate: Double?
    var rest = word[nameEnd...]
    if rest.first == "*" {
      let number = rest.dropFirst().prefix { $0 != "@" }
      guard let count = Int(number), (1...1_000_000).contains(count) else {
        throw ScriptError(description: "“\(word)”: *N takes 1 to 1000000 times")
      }
      times = count
      rest = rest.dropFirst(number.count + 1)
    }
    if rest.first == "@" {
      guard let hertz = Double(rest.dropFirst()), (0.01...10_000).contains(hertz) else {
        throw ScriptError(description: "“\(word)”: @HZ takes 0.01 to 10000 a second")
      }
      rate = hertz
    }
    return .press(key, times: times, rate: rate)
  }
}
