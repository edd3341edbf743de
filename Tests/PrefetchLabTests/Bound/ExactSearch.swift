import GalleryCore

@testable import PrefetchLab

/// The optimum on a small link with few demands, by trying all that is worth trying.
///
/// It is exact over all schedules whose transfers start at whole ticks. The optimum over all start times is
/// at most this, and the bound at most that. Three things need no trial:
/// - a transfer that is stopped: without it, all others are complete no later, and a slot is free;
/// - a wait with nothing under way and nothing to be released: all that comes after can move a tick ahead, and no
///   cost rises;
/// - a start that would complete when nothing is left to win.
///
/// Starts are tried in ascending order. So a branch knows how many slots are taken, and later starts can only
/// delay what it has started. O((n · ticks)^n) at worst: for up to seven demands.
struct ExactSearch {
  private(set) var tileMilliseconds: Double
  /// The starts by position in the demands; nil is never loaded.
  private(set) var starts: [Duration?]

  private let demands: [Demand]
  private let transfers: TransferList
  private let connections: Int
  private let tick: Duration
  private var entries: [SharedPipe.Entry] = []
  /// The transfers started, each with its tick.
  private var path: [(index: Int, tick: Int)] = []

  init(demands: [Demand], bandwidth: Int, connections: Int, tick: Duration) {
    self.demands = demands
    self.connections = connections
    self.tick = tick
    transfers = TransferList(demands, bandwidth: bandwidth)
    starts = demands.map { _ in nil }
    tileMilliseconds = transfers.transfers.reduce(0) { $0 + $1.never }
    search()
  }

  private mutating func search() {
    let completions = SharedPipe.completions(of: entries)
    var spent = 0.0
    for (step, completion) in zip(path, completions) {
      spent += transfers.cost(of: transfers.transfers[step.index], completion: completion)
    }
    let left = demands.indices.filter { index in !path.contains { $0.index == index } }
    keepIfBest(spent + left.reduce(0) { $0 + transfers.transfers[$1].never })
    let first = path.last?.tick ?? 0
    let width = tick.milliseconds
    // A wait beyond the tick by which all is complete and released is of no use.
    let released = left.map { demands[$0].release.milliseconds }.max() ?? 0
    let idle = max(completions.max() ?? 0, released)
    let last = max(first, Int((idle / width - 1e-9).rounded(.up)))
    for start in first...last {
      let time = Double(start) * width
      guard spent + least(left, from: time) < tileMilliseconds - 1e-9 else { return }
      guard completions.count(where: { $0 > time + 1e-9 }) < connections else { continue }
      for index in left where start > first || index > path.last?.index ?? -1 {
        guard demands[index].release.milliseconds <= time + 1e-9 else { continue }
        descend(index, start, time)
      }
    }
  }

  private mutating func descend(_ index: Int, _ start: Int, _ time: Double) {
    let transfer = transfers.transfers[index]
    let earliest = transfers.cost(of: transfer, completion: time + transfer.span)
    guard earliest < transfer.never else { return }
    path.append((index, start))
    entries.append(
      SharedPipe.Entry(arrival: time + transfer.latency, length: transfer.length))
    search()
    path.removeLast()
    entries.removeLast()
  }

  /// The least cost of demands that start no earlier than a time: each as if it were alone.
  private func least(_ left: [Int], from time: Double) -> Double {
    left.reduce(0) { sum, index in
      let transfer = transfers.transfers[index]
      return sum + transfers.cost(of: transfer, completion: time + transfer.span)
    }
  }

  private mutating func keepIfBest(_ cost: Double) {
    guard cost < tileMilliseconds else { return }
    tileMilliseconds = cost
    starts = demands.map { _ in nil }
    for step in path { starts[step.index] = tick * step.tick }
  }
}
