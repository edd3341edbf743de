import Foundation
import PrefetchLab
import Prefetching

/// What runs of a trace came to, beside what the laboratory says of it.
struct ScrollReport: Encodable {
  /// One run, a simulated one or the median, its times in milliseconds.
  struct Figures: Encodable {
    let blankTileMs: Double
    let visibleTileMs: Double
    let waitP50Ms: Double
    let waitP95Ms: Double
    let receivedBytes: Int
    let wastedBytes: Int
    let peakResidentBytes: Int

    init(_ outcome: Outcome) {
      blankTileMs = outcome.blankTileMs
      visibleTileMs = outcome.visibleTileMs
      waitP50Ms = outcome.waitP50Ms
      waitP95Ms = outcome.waitP95Ms
      receivedBytes = outcome.receivedBytes
      wastedBytes = outcome.wastedBytes
      peakResidentBytes = outcome.peakResidentBytes
    }
  }

  let trace: String
  let link: String
  let policy: String
  let seed: UInt64
  let runs: [Figures]
  let median: Figures
  let laboratory: Figures
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
    self.runs = runs.map(Figures.init)
    self.median = Figures(median)
    laboratory = Figures(simulated)
    agrees = simulated.agrees(withMeasured: median)
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
