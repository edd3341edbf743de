import Prefetching

/// The results of a trace over a link with each policy, and the least possible one.
package struct LaboratoryCell: Hashable, Sendable {
  /// The blank time that a clairvoyant must leave.
  package struct Bound: Hashable, Sendable {
    /// The bound: no scheduler leaves less.
    package let tileMs: Double
    /// The blank time of the best schedule found; the optimum lies between the two.
    package let scheduleTileMs: Double

    package init(tileMs: Double, scheduleTileMs: Double) {
      self.tileMs = tileMs
      self.scheduleTileMs = scheduleTileMs
    }

    /// Whether a schedule could leave nothing blank.
    package var isZero: Bool { tileMs < LaboratoryCell.resolution }
  }

  /// The difference, in tile-milliseconds, up to which blank times are equal but for rounding.
  package static let resolution = 0.001
  /// The policy that the verdicts judge.
  package static let candidate = PrefetchPolicyName.adaptive

  package let trace: String
  package let link: String
  package let seed: UInt64
  /// The bound; nil if it was not asked for.
  package let bound: Bound?
  /// The outcomes by policy, without their showings.
  package let outcomes: [PrefetchPolicyName: Outcome]

  package init(
    trace: String, link: String, seed: UInt64, bound: Bound?,
    outcomes: [PrefetchPolicyName: Outcome]
  ) {
    self.trace = trace
    self.link = link
    self.seed = seed
    self.bound = bound
    self.outcomes = outcomes
  }

  /// The policies that were played, from the plainest to the best.
  package var policies: [PrefetchPolicyName] {
    PrefetchPolicyName.allCases.filter { outcomes[$0] != nil }
  }

  /// The name of the cell in sentences.
  package var name: String { "\(trace) over \(link)" }

  /// Whether the past of the trace tells where it leads next.
  package var isPredictable: Bool { trace != "random-seek" }

  /// The blank time of a policy divided by the bound; nil if the policy was not played, or if the bound is zero
  /// or unknown.
  package func ratio(of policy: PrefetchPolicyName) -> Double? {
    guard let bound, !bound.isZero, let outcome = outcomes[policy] else { return nil }
    return outcome.blankTileMs / bound.tileMs
  }
}

extension LaboratoryCell {
  /// The outcome of the candidate; nil if it was not played.
  var candidate: Outcome? { outcomes[Self.candidate] }

  /// The other policies and their outcomes, from the plainest on.
  var rivals: [(policy: PrefetchPolicyName, outcome: Outcome)] {
    policies.filter { $0 != Self.candidate }.compactMap { policy in
      outcomes[policy].map { (policy, $0) }
    }
  }

  /// Whether prefetching is of use here: some policy leaves less blank than `off`.
  var isWorthwhile: Bool {
    guard let off = outcomes[.off] else { return false }
    return outcomes.values.contains { $0.blankTileMs < off.blankTileMs - Self.resolution }
  }
}
