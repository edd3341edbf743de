import PrefetchLab
import Prefetching

/// What runs of a trace came to, beside what the laboratory says of it.
struct ScrollReport: Encodable {
  let trace: String
  let link: String
  let policy: String
  let seed: UInt64
  let runs: [OutcomeFigures]
  let median: OutcomeFigures
  let laboratory: OutcomeFigures
  /// Whether the laboratory's blank time is the median's, by 15 % or 100 tile-milliseconds.
  let agrees: Bool

  /// Nil of no runs.
  init?(_ run: ScrollRun, runs: [Outcome]) {
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
