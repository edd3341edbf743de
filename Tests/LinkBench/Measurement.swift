import LinkSupport
import Raster

/// The cost of a held key.
struct Measurement {
  /// From the last key to the last movement: only sharpening follows.
  let rest: Duration
  /// From the last key until every pixel was there, in a color near its own or in its own.
  let sharp: Duration
  /// From the last key until every cell was as it stayed.
  let exact: Duration
  let bytes: Int
  let bytesAfter: Int
  /// The most that was written and not yet received.
  let mostUnderWay: Int
  /// Rows without anything on them, summed over the time that they were so.
  let emptyRowMilliseconds: Double

  static let heading = row([
    "screen", "key", "link", "rest ms", "sharp ms", "exact ms", "KB", "KB after", "KB queued",
    "blank row-ms",
  ])

  func line(link: Link, key: String, size: CellSize) -> String {
    Self.row([
      "\(size)", key, link.name, "\(Int(rest / .milliseconds(1)))",
      "\(Int(sharp / .milliseconds(1)))", "\(Int(exact / .milliseconds(1)))",
      "\(bytes / 1_000)", "\(bytesAfter / 1_000)", "\(mostUnderWay / 1_000)",
      "\(Int(emptyRowMilliseconds))",
    ])
  }

  private static func row(_ fields: [String]) -> String {
    let widths = [8, 12, 16, 9, 9, 9, 8, 9, 10, 13]
    return zip(fields, widths).enumerated().map { index, field in
      let pad = String(repeating: " ", count: max(0, field.1 - field.0.count))
      return index < 3 ? field.0 + pad : pad + field.0
    }.joined(separator: " ")
  }
}
