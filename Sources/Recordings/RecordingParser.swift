import GalleryCore
import Raster

/// Reads a recording line by line.
///
/// It works on bytes, because a hostile line may contain combining marks that join spaces or line
/// feeds.
struct RecordingParser {
  private var line = 0
  private var isTitled = false
  private var screen: CellSize?
  private var layout: GalleryLayout.Mode?
  private var tile: TileSize?
  private var fit: PictureFit?
  private var itemCount: Int?
  private var moments: [SessionRecording.Moment] = []
  private var end: Duration?

  mutating func read(line text: Substring) throws(RecordingError) {
    line += 1
    let words = words(of: text)
    guard let first = words.first else { return }
    guard isTitled else { return try readTitle(words) }
    guard end == nil else { throw wrong(first, "nothing may follow the end") }
    guard words.count == 2 else {
      throw wrong(first, "a line has two words, and a comment begins with #")
    }
    if first.utf8.first.map(Self.isDigit) == true {
      try readMoment(at: first, words[1])
    } else if first == "end" {
      end = try time(words[1])
    } else {
      try readHeader(first, words[1])
    }
  }

  /// The recording that was read.
  ///
  /// - Throws: if something is missing.
  func recording() throws(RecordingError) -> SessionRecording {
    guard isTitled else { throw Self.untitled }
    guard let screen else { throw Self.missing("screen", "screen 80x24") }
    guard let layout else { throw Self.missing("layout", "layout list") }
    guard let itemCount else { throw Self.missing("items", "items 100") }
    guard let end else {
      throw RecordingError(
        description: "it has no end, so some of it may be lost; its last line is “end SECONDS”")
    }
    return SessionRecording(
      screen: screen, layout: layout, tile: tile ?? .standard, fit: fit ?? .contain,
      itemCount: itemCount, moments: moments, end: end)
  }
}

// MARK: - Lines

extension RecordingParser {
  private mutating func readTitle(_ words: [Substring]) throws(RecordingError) {
    guard words.count == 3, words[1] == SessionRecording.title else {
      throw Self.untitled
    }
    guard Int(words[2]) == SessionRecording.version else {
      throw wrong(words[2], "only version \(SessionRecording.version) of recordings is known")
    }
    isTitled = true
  }

  private mutating func readHeader(
    _ name: Substring, _ value: Substring
  ) throws(RecordingError) {
    guard moments.isEmpty else { throw wrong(name, "times and the end come after the first time") }
    switch name {
    case "screen":
      screen = try only(screen, name, CellSize(value), "columns and rows, 1 to 2000, as 80x24")
    case "layout":
      layout = try only(layout, name, GalleryLayout.Mode(rawValue: String(value)), "list or grid")
    case "tile":
      tile = try only(
        tile, name, TileSize(String(value)),
        "fitting, columns and rows, 1 to 2000, as 24x8, or 24x8,fitting")
    case "fit":
      fit = try only(fit, name, PictureFit(rawValue: String(value)), "contain or cover")
    case "items":
      let count = Int(value).flatMap { (0...SessionRecording.mostItems).contains($0) ? $0 : nil }
      itemCount = try only(itemCount, name, count, "0 to \(SessionRecording.mostItems)")
    default:
      throw wrong(name, "no such line; there are screen, layout, tile, fit, items, times and end")
    }
  }

  /// The value of a header that must occur exactly once.
  private func only<Value>(
    _ old: Value?, _ name: Substring, _ value: Value?, _ wanted: String
  ) throws(RecordingError) -> Value {
    guard old == nil else { throw wrong(name, "stands twice") }
    guard let value else { throw wrong(name, "takes \(wanted)") }
    return value
  }

  private mutating func readMoment(
    at word: Substring, _ name: Substring
  ) throws(RecordingError) {
    guard moments.count < SessionRecording.mostMoments else {
      throw wrong(word, "more than \(SessionRecording.mostMoments) lines with a time")
    }
    let time = try time(word)
    guard let input = RecordedInput(name: name) else {
      throw wrong(name, "no such key; names: \(Key.names); or resize:CxR or scroll:ROWS")
    }
    moments.append(SessionRecording.Moment(at: time, input))
  }

  /// Reads seconds with at most three decimals.
  private func time(_ word: Substring) throws(RecordingError) -> Duration {
    let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : word.utf8[word.endIndex...]
    guard (1...2).contains(parts.count), (parts.count == 1) == decimals.isEmpty,
      decimals.count <= 3, parts[0].allSatisfy(Self.isDigit), decimals.allSatisfy(Self.isDigit),
      let seconds = Int(Substring(parts[0])), seconds <= SessionRecording.mostSeconds
    else {
      throw wrong(word, "times are seconds, as 12.034, up to \(SessionRecording.mostSeconds)")
    }
    let padded = Substring(decimals) + String(repeating: "0", count: 3 - decimals.count)
    let time = Duration.milliseconds(seconds * 1_000 + (Int(padded) ?? 0))
    guard time >= moments.last?.at ?? .zero else {
      throw wrong(word, "times must not go back")
    }
    return time
  }
}

// MARK: - Words and errors

extension RecordingParser {
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  /// The words of a line before its comment.
  ///
  /// The second word never begins a comment: `#` is also a key.
  private func words(of line: Substring) -> [Substring] {
    let words = line.utf8.split(whereSeparator: Self.isBlank).map(Substring.init)
    let comment = words.indices.first { $0 != 1 && words[$0].utf8.first == UInt8(ascii: "#") }
    return Array(words[..<(comment ?? words.endIndex)])
  }

  private static let untitled = RecordingError(
    description: """
      no recording: the first line of one is \
      “PROGRAM \(SessionRecording.title) \(SessionRecording.version)”
      """)

  private static func missing(_ name: String, _ example: String) -> RecordingError {
    RecordingError(description: "it has no \(name): add a line as “\(example)” after the first")
  }

  /// Makes an error that quotes a word, shortened and made safe, because it may hold anything.
  private func wrong(_ word: Substring, _ what: String) -> RecordingError {
    let shown = DisplayText.shortened(String(word), toColumns: 40, .end)
    return RecordingError(description: "line \(line): “\(shown)”: \(what)")
  }
}

/// An error in a recording; its description names the line and what belongs there.
package struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}
