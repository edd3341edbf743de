import Raster

extension Duration {
  /// The duration in milliseconds with two decimals.
  var text: String { milliseconds.text(decimals: 2) }

  /// The rounded duration as text: `0.4 s`, `2 s`, `5 min`.
  var spokenText: String {
    let seconds = max(0, milliseconds / 1_000)
    return switch seconds {
    case ..<0.95: "\(seconds.text(decimals: 1)) s"
    case ..<90: "\(seconds.text(decimals: 0)) s"
    default: "\((seconds / 60).text(decimals: 0)) min"
    }
  }

  /// The time since midnight as text: `14:03:22`.
  var timeOfDayText: String {
    let seconds = components.seconds
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension String {
  /// The first of the figures separated by ` · ` that fit into a number of columns, at least one.
  func figures(fitting columns: Int) -> String {
    var figures = self[...]
    while figures.count > columns, let point = figures.lastIndex(of: "·") {
      figures = figures[..<point].dropLast()
    }
    return String(figures)
  }
}

/// A number of bytes as text: `812 B`, `7.3 KB`, `12.0 MB`, `1.5 GB`.
///
/// Units are powers of 1,000, as in the values of options.
package func byteText(_ bytes: Int) -> String {
  // From half a decimal below a unit, the text would be 1000.0 of the one before.
  switch bytes {
  case ..<1_000: "\(bytes) B"
  case ..<999_950: "\((Double(bytes) / 1e3).text(decimals: 1)) KB"
  case ..<999_950_000: "\((Double(bytes) / 1e6).text(decimals: 1)) MB"
  default: "\((Double(bytes) / 1e9).text(decimals: 1)) GB"
  }
}

/// Wraps a sentence into lines of at most `columns` characters; longer words are cut.
package func wrapped(_ text: String, columns: Int) -> [String] {
  guard columns > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  // Counting the characters of a line for each word would take most of the time.
  var length = 0
  for word in text.split(separator: " ", omittingEmptySubsequences: true) {
    let count = word.count
    if length > 0, length + 1 + count <= columns {
      line += " \(word)"
      length += 1 + count
      continue
    }
    if length > 0 { lines.append(line) }
    line = String(word.prefix(columns))
    length = min(count, columns)
  }
  return line.isEmpty ? lines : lines + [line]
}
