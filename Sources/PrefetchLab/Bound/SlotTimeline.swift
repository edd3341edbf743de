import Prefetching

/// The slots and the pipe over time in nanoseconds, for a schedule that never shares the pipe.
struct SlotTimeline {
  let connections: Int
  /// The intervals in which the pipe is used, ascending and disjoint.
  private var pipe: [Range<Int>] = []
  /// The times at which the number of used slots changes, each with the new number.
  private var changes: [(time: Int, used: Int)] = [(0, 0)]

  init(connections: Int) { self.connections = connections }

  /// The earliest first byte of a transfer that has the pipe alone and starts after a time.
  func earliestArrival(latency: Int, length: Int, after release: Int) -> Int {
    var arrival = release + latency
    while true {
      if let taken = pipeEnd(in: arrival..<arrival + length) {
        arrival = taken
      } else if let full = fullEnd(in: arrival - latency..<arrival + length) {
        arrival = full + latency
      } else {
        return arrival
      }
    }
  }

  /// The latest first byte of a transfer that completes by a time; nil if there is none.
  func latestArrival(
    latency: Int, length: Int, after release: Int, by completion: Int
  ) -> Int? {
    var arrival = completion - length
    while arrival >= release + latency {
      if let taken = pipeBegin(in: arrival..<arrival + length) {
        arrival = taken - length
      } else if let full = fullBegin(in: arrival - latency..<arrival + length) {
        arrival = full - length
      } else {
        return arrival
      }
    }
    return nil
  }

  private func pipeBegin(in times: Range<Int>) -> Int? {
    let index = pipe.partitioningIndex { $0.upperBound > times.lowerBound }
    guard index < pipe.count, pipe[index].lowerBound < times.upperBound else { return nil }
    return pipe[index].lowerBound
  }

  private func fullBegin(in times: Range<Int>) -> Int? {
    var index = max(0, changes.partitioningIndex { $0.time > times.lowerBound } - 1)
    while index < changes.count, changes[index].time < times.upperBound {
      if changes[index].used >= connections { return changes[index].time }
      index += 1
    }
    return nil
  }

  mutating func place(arrival: Int, latency: Int, length: Int) {
    let bytes = arrival..<arrival + length
    reserve(bytes)
    let start = cut(arrival - latency)
    let end = cut(arrival + length)
    for index in start..<end { changes[index].used += 1 }
  }

  /// Reserves the pipe for an interval; adjacent intervals are joined, so that a busy time is
  /// skipped at once.
  private mutating func reserve(_ bytes: Range<Int>) {
    let index = pipe.partitioningIndex { $0.lowerBound >= bytes.upperBound }
    let joinsNext = index < pipe.count && pipe[index].lowerBound == bytes.upperBound
    let joinsLast = index > 0 && pipe[index - 1].upperBound == bytes.lowerBound
    let from = joinsLast ? pipe[index - 1].lowerBound : bytes.lowerBound
    let to = joinsNext ? pipe[index].upperBound : bytes.upperBound
    pipe.replaceSubrange(
      index - (joinsLast ? 1 : 0)..<index + (joinsNext ? 1 : 0), with: CollectionOfOne(from..<to))
  }

  /// The end of the last reservation of the pipe that overlaps an interval.
  private func pipeEnd(in times: Range<Int>) -> Int? {
    let after = pipe.partitioningIndex { $0.lowerBound >= times.upperBound }
    guard after > 0, pipe[after - 1].upperBound > times.lowerBound else { return nil }
    return pipe[after - 1].upperBound
  }

  /// The end of the last part of an interval in which all slots are used.
  private func fullEnd(in times: Range<Int>) -> Int? {
    var index = changes.partitioningIndex { $0.time >= times.upperBound } - 1
    while index >= 0 {
      if changes[index].used >= connections, index + 1 < changes.count,
        changes[index + 1].time > times.lowerBound
      {
        return changes[index + 1].time
      }
      if changes[index].time <= times.lowerBound { return nil }
      index -= 1
    }
    return nil
  }

  /// The index of the change at a time, inserted if there is none.
  private mutating func cut(_ time: Int) -> Int {
    let index = changes.partitioningIndex { $0.time >= time }
    if index == changes.count || changes[index].time != time {
      changes.insert((time, changes[index - 1].used), at: index)
    }
    return index
  }
}
