import Prefetching

/// What a trace over a link came to with each policy, and the least that it could have come to.
package struct LaboratoryCell: Hashable, Sendable {
  /// What a clairvoyant has to leave blank.
  package struct Bound: Hashable, Sendable {
    /// No scheduler leaves less.
    package let tileMs: Double
    /// What the best schedule that was found leaves; the optimum is between the two.
    package let scheduleTileMs: Double

    package init(tileMs: Double, scheduleTileMs: Double) {
      self.tileMs = tileMs
      self.scheduleTileMs = scheduleTileMs
    }

    /// Whether nothing has to be blank at all.
    package var isZero: Bool { tileMs < LaboratoryCell.resolution }
  }

  /// Blank times, in tile-milliseconds, that lie no further apart are equal but for rounding.
  package static let resolution = 0.001
  /// The policy that is judged.
  package static let candidate = PrefetchPolicyName.adaptive

  package let trace: String
  package let link: String
  package let seed: UInt64
  /// Nil where nobody has looked for it.
  package let bound: Bound?
  /// Without what was on screen when.
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

  /// As it is called in sentences.
  package var name: String { "\(trace) over \(link)" }

  /// Whether where the trace leads next can be told from where it has led.
  package var isPredictable: Bool { trace != "random-seek" }

  /// How many times the bound a policy left blank; nil if it was not played, or if the bound is zero or
  /// unknown.
  package func ratio(of policy: PrefetchPolicyName) -> Double? {
    guard let bound, !bound.isZero, let outcome = outcomes[policy] else { return nil }
    return outcome.blankTileMs / bound.tileMs
  }
}

extension LaboratoryCell {
  /// What the candidate came to; nil if it was not played.
  var candidate: Outcome? { outcomes[Self.candidate] }

  /// The other policies and what they came to, from the plainest on.
  var rivals: [(policy: PrefetchPolicyName, outcome: Outcome)] {
    policies.filter { $0 != Self.candidate }.compactMap { policy in
      outcomes[policy].map { (policy, $0) }
    }
  }

  /// Whether prefetching is of use here: any policy leaves less blank than none.
  var isWorthwhile: Bool {
    guard let off = outcomes[.off] else { return false }
    return outcomes.values.contains { $0.blankTileMs < off.blankTileMs - Self.resolution }
  }
}
