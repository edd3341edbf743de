import LinkSupport
import Raster

/// The cost of pages whose pictures are in memory: the last bytes of a page make it sharp.
struct PageMeasurement {
  static let pages = 16

  private var frames: [Int] = []
  private var bytes = 0
  private var times: [Duration] = []

  mutating func note(frames: Int, bytes: Int, time: Duration) {
    self.frames.append(frames)
    self.bytes += bytes
    times.append(time)
  }

  static let heading = row([
    "screen", "terminal", "frames", "most", "sharp ms", "most", "KB a page",
  ])

  func line(link: Link, size: CellSize) -> String {
    let (frames, times) = (frames.sorted(), times.sorted())
    guard let mostFrames = frames.last, let mostTime = times.last else { return "no pages" }
    return Self.row([
      "\(size)", link.name, "\(frames[frames.count / 2])", "\(mostFrames)",
      "\(Int(times[times.count / 2] / .milliseconds(1)))", "\(Int(mostTime / .milliseconds(1)))",
      "\(bytes / times.count / 1_000)",
    ])
  }

  private static func row(_ fields: [String]) -> String {
    zip(fields, [8, 16, 7, 5, 9, 5, 10]).enumerated().map { index, field in
      let pad = String(repeating: " ", count: max(0, field.1 - field.0.count))
      return index < 2 ? field.0 + pad : pad + field.0
    }.joined(separator: " ")
  }
}
