import Prefetching

/// A table of steps and of the tracker's expected answers, one pair a line.
///
/// A step is an offset, or one of `length N`, `items N`, `per-line N`, `line N`, `off`, `on`,
/// `policy off`, `policy static`, `reload N N …`, `stop`. An answer is `load`, `prefetch` and
/// `cancel` with runs of items, in their order: `4-7` counts up, `7-4` down; `-` is no change.
struct Transcript {
  private var tracker = ViewportTracker()
  private var viewport: Viewport
  private var itemCount: Int
  private var itemsPerLine: Int
  private var lineLength: Int

  init(
    length: Int, items: Int, perLine: Int = 1, line: Int = 1,
    policy: any PrefetchPolicy = StaticPolicy()
  ) {
    tracker = ViewportTracker(policy: policy)
    viewport = Viewport(offset: 0, length: length)
    itemCount = items
    itemsPerLine = perLine
    lineLength = line
  }

  /// The table with the answers replaced by those of the tracker.
  mutating func replay(_ table: String) -> String {
    table.split(separator: "\n").map { line in
      let step = line.prefix { $0 != ":" }
      return "\(step): \(Self.describe(perform(step.split(separator: " ").map(String.init))))"
    }.joined(separator: "\n")
  }

  private mutating func perform(_ words: [String]) -> TrackerChange {
    let numbers = words.compactMap { Int($0) }
    switch (words.first, words.last) {
    case ("off", _): return tracker.setPrefetchingEnabled(false)
    case ("on", _): return tracker.setPrefetchingEnabled(true)
    case ("policy", "off"): return tracker.setPolicy(OffPolicy())
    case ("policy", _): return tracker.setPolicy(StaticPolicy())
    case ("reload", _): return tracker.reload(numbers)
    case ("stop", _): return tracker.stopAll()
    case ("length", _): viewport.length = numbers[0]
    case ("items", _): itemCount = numbers[0]
    case ("per-line", _): itemsPerLine = numbers[0]
    case ("line", _): lineLength = numbers[0]
    default: viewport.offset = numbers[0]
    }
    let layout = LineLayout(
      itemCount: itemCount, itemsPerLine: itemsPerLine, lineLength: lineLength)
    return tracker.update(viewport, in: layout)
  }

  private static func describe(_ change: TrackerChange) -> String {
    let parts = [("load", change.load), ("prefetch", change.prefetch), ("cancel", change.cancel)]
      .filter { !$0.1.isEmpty }
      .map { "\($0.0) \(runs(of: $0.1))" }
    return parts.isEmpty ? "-" : parts.joined(separator: ", ")
  }

  private static func runs(of items: [Int]) -> String {
    var runs: [[Int]] = []
    for item in items {
      if let run = runs.last, let end = run.last, let start = run.first,
        item - end == (run.count == 1 ? (item > end ? 1 : -1) : (end - start).signum())
      {
        runs[runs.count - 1].append(item)
      } else {
        runs.append([item])
      }
    }
    return runs.map { run in
      run.count == 1 ? "\(run[0])" : "\(run[0])-\(run[run.count - 1])"
    }.joined(separator: " ")
  }
}
