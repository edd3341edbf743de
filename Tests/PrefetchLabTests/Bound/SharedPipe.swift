/// The completions of transfers whose bytes share a pipe equally once their latency is over.
struct SharedPipe {
  struct Entry {
    /// The time of the first byte, in milliseconds.
    let arrival: Double
    /// The time of its bytes with the whole pipe, in milliseconds.
    let length: Double
  }

  /// The completion of every entry, in milliseconds.
  ///
  /// - Complexity: O(n log n + n · those that share at a time).
  static func completions(of entries: [Entry]) -> [Double] {
    let order = entries.indices.sorted {
      (entries[$0].arrival, $0) < (entries[$1].arrival, $1)
    }
    var completions = Array(repeating: 0.0, count: entries.count)
    var sharing: [(index: Int, left: Double)] = []
    var next = 0
    var time = 0.0
    while next < order.count || !sharing.isEmpty {
      let arrival = next < order.count ? entries[order[next]].arrival : .infinity
      let least = sharing.map(\.left).min() ?? .infinity
      let completion = time + least * Double(sharing.count)
      let isArrival = sharing.isEmpty || arrival < completion
      let received = isArrival ? (arrival - time) / Double(max(1, sharing.count)) : least
      time = isArrival ? arrival : completion
      for index in sharing.indices { sharing[index].left -= received }
      if isArrival {
        sharing.append((order[next], entries[order[next]].length))
        next += 1
      } else {
        for entry in sharing where entry.left <= 0 { completions[entry.index] = time }
        sharing.removeAll { $0.left <= 0 }
      }
    }
    return completions
  }
}
