import PrefetchLab

/// The outcomes of a trace's runs, beside the laboratory's prediction.
struct ScrollReport: Encodable {
  let trace: String
  let link: String
  let policy: String
  let seed: UInt64
  let runs: [OutcomeFigures]
  let median: OutcomeFigures
  let laboratory: OutcomeFigures
  /// Whether the laboratory's blank time is within 15 % or 100 tile-milliseconds of the median.
  let agrees: Bool

  /// Makes the report of runs; nil if there are none.
  init?(_ run: ScrollBenchmark, runs: [Outcome]) {
    guard let median = Outcome.median(of: runs) else { return nil }
    let simulated = run.simulate()
    trace = run.trace.name
    link = run.link.name
    policy = run.policy.rawValue
    seed = run.seed
    self.runs = runs.map(OutcomeFigures.init)
    self.median = OutcomeFigures(median)
    laboratory = OutcomeFigures(simulated)
    agrees = simulated.agrees(withMeasured: median)
  }
}

extension ScrollReport {
  /// The table with a line per figure: the runs, their median, the laboratory, and its difference.
  var table: String {
    let heading =
      "\(trace) over \(link), \(policy), seed \(seed)\n"
      + Self.line("", runs.indices.map { "run \($0 + 1)" } + ["median", "lab", "lab - median"])
    let verdict =
      agrees
      ? "blank time agrees: within 15 % or 100 tile-ms\n"
      : "blank time does not agree: it is neither within 15 % nor within 100 tile-ms\n"
    return heading
      + line("blank tile-ms", \.blankTileMs) + line("visible tile-ms", \.visibleTileMs)
      + line("wait p50 ms", \.waitP50Ms) + line("wait p95 ms", \.waitP95Ms)
      + line("received KB", \.receivedKB) + line("wasted KB", \.wastedKB)
      + line("peak resident KB", \.peakResidentKB) + verdict
  }

  private func line(_ name: String, _ value: (OutcomeFigures) -> Double) -> String {
    let all = (runs + [median, laboratory]).map(value)
    let difference = value(laboratory) - value(median)
    return Self.line(name, (all + [difference]).map { "\(Int($0.rounded()))" })
  }

  private static func line(_ name: String, _ columns: [String]) -> String {
    let cells = columns.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(1, 18 - name.count)) + cells.joined() + "\n"
  }
}

extension OutcomeFigures {
  fileprivate var receivedKB: Double { Double(receivedBytes) / 1_024 }
  fileprivate var wastedKB: Double { Double(wastedBytes) / 1_024 }
  fileprivate var peakResidentKB: Double { Double(peakResidentBytes) / 1_024 }
}
