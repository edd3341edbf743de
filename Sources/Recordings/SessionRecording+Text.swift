import GalleryCore
import Raster

extension SessionRecording {
  /// The most bytes in a recording's text.
  package static let mostBytes = 16_000_000
  /// The longest accepted time, in seconds: 31 years.
  static let mostSeconds = 999_999_999
  /// The word in the first line between the program's name and the version.
  static let title = "session"
  static let version = 1

  /// The recording as text, with a line for each fact of the session, each input, and the end.
  ///
  ///     gallery session 1
  ///     screen 80x24
  ///     layout list
  ///     tile 24x8
  ///     fit cover
  ///     items 100
  ///     1.250 down
  ///     end 3.000
  ///
  /// Times are in seconds. A tile is a size in cells, `fitting`, or both with a comma: the size in
  /// the layout of the start, and the rule for the other. Without its line it is `standard`, and
  /// without one for the fit that is `contain`. `init(parsing:)` reads exactly this recording from
  /// the text.
  ///
  /// - Parameter program: the name of the recording program, one word; any name can be read.
  package func text(by program: String) -> String {
    var text = """
      \(program) \(Self.title) \(Self.version)
      screen \(screen)
      layout \(layout.rawValue)

      """
    if tile != .standard { text += "tile \(tile)\n" }
    if fit != .contain { text += "fit \(fit.rawValue)\n" }
    text += "items \(itemCount)\n"
    for moment in moments { text += "\(moment.at.inSeconds) \(moment.input.name)\n" }
    return text + "end \(end.inSeconds)\n"
  }

  /// Reads the output of `text(by:)`, possibly edited by a person.
  ///
  /// Empty lines and comments from a `#` to the end of the line are ignored.
  ///
  /// - Throws: the first error, with its line.
  /// - Complexity: O(bytes).
  package init(parsing text: String) throws(RecordingError) {
    guard text.utf8.count <= Self.mostBytes else {
      throw RecordingError(
        description: "longer than \(Self.mostBytes / 1_000_000) MB: no recording")
    }
    var parser = RecordingParser()
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      try parser.read(line: Substring(line))
    }
    self = try parser.recording()
  }
}

extension Duration {
  /// The time in seconds with three decimals: `12.034`.
  fileprivate var inSeconds: String {
    let milliseconds = wholeMilliseconds
    let decimals = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(decimals)"
  }
}
