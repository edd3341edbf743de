import GalleryApp
import PrefetchLab
import Prefetching

/// The laboratory's complete results, as JSON.
struct LaboratoryReport: Encodable {
  struct Cell: Encodable {
    let trace: String
    let link: String
    let seed: UInt64
    let boundTileMs: Nullable<Double>
    /// The blank time of the best schedule found; the optimum is between the two.
    let scheduleTileMs: Nullable<Double>
    /// The bound for a scheduler that learns of a jump when its key is pressed.
    let boundWithoutForesightTileMs: Nullable<Double>
    /// The same bound before the first key, and from the first key on.
    let firstScreenTileMs: Nullable<Double>
    let beyondFirstScreenTileMs: Nullable<Double>
    let policies: [String: Play]
    /// The outcomes without our schedule: everything that a policy wants is requested immediately.
    let policiesAtOnce: [String: OutcomeFigures]
  }

  /// The result of a policy in a cell.
  struct Play: Encodable {
    let figures: OutcomeFigures
    /// The ratio of blank time to bound; null if the bound is zero or unknown.
    let ratioToBound: Nullable<Double>
    /// The ratio of blank time from the first key on to the bound without foresight of jumps.
    let ratioWithoutForesight: Nullable<Double>
    let ledger: Report.Prefetch
  }

  struct Verdict: Encodable {
    let bar: String
    let finding: String
    /// Whether the verdict holds; null if no cell decides it.
    let holds: Nullable<Bool>
    let misses: [String]
  }

  let seeds: [UInt64]
  let cells: [Cell]
  let verdicts: [Verdict]

  init(_ cells: [LaboratoryCell], seeds: [UInt64]) {
    self.seeds = seeds
    self.cells = cells.map(Cell.init)
    verdicts = cells.verdicts.map(Verdict.init)
  }
}

extension LaboratoryReport.Cell {
  fileprivate init(_ cell: LaboratoryCell) {
    trace = cell.trace
    link = cell.link
    seed = cell.seed
    boundTileMs = Nullable(cell.bound?.tileMs)
    scheduleTileMs = Nullable(cell.bound?.scheduleTileMs)
    boundWithoutForesightTileMs = Nullable(cell.bounds?.withoutForesight.tileMs)
    firstScreenTileMs = Nullable(cell.bounds?.firstScreenTileMs)
    beyondFirstScreenTileMs = Nullable(cell.bounds?.beyondFirstScreenTileMs)
    let plays = cell.outcomes.map { policy, outcome in
      let play = LaboratoryReport.Play(
        figures: OutcomeFigures(outcome), ratioToBound: Nullable(cell.ratio(of: policy)),
        ratioWithoutForesight: Nullable(cell.ratioWithoutForesight(of: policy)),
        ledger: Report.Prefetch(policy: policy.rawValue, outcome.ledger))
      return (policy.rawValue, play)
    }
    policies = Dictionary(uniqueKeysWithValues: plays)
    policiesAtOnce = Dictionary(
      uniqueKeysWithValues: cell.outcomesAtOnce.map { ($0.rawValue, OutcomeFigures($1)) })
  }
}

extension LaboratoryReport.Verdict {
  fileprivate init(_ verdict: any PrefetchLab.Verdict) {
    bar = verdict.bar
    finding = verdict.finding
    holds = Nullable(verdict.holds)
    misses = verdict.misses
  }
}
