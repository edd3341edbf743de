/// The results of a trace over a link with each policy, and the bounds.
package struct LaboratoryCell: Hashable, Sendable {
  /// The unavoidable blank time, for three kinds of knowledge.
  package struct Bounds: Hashable, Sendable {
    /// The bound if the whole trace is known.
    package let clairvoyant: Bound
    /// The bound if a jump is known only when its key is pressed, and everything else before.
    package let withoutForesight: Bound
    /// The same bound before the first key, and from the first key on.
    package let firstScreenTileMs: Double
    package let beyondFirstScreenTileMs: Double

    package init(
      clairvoyant: Bound, withoutForesight: Bound, firstScreenTileMs: Double,
      beyondFirstScreenTileMs: Double
    ) {
      self.clairvoyant = clairvoyant
      self.withoutForesight = withoutForesight
      self.firstScreenTileMs = firstScreenTileMs
      self.beyondFirstScreenTileMs = beyondFirstScreenTileMs
    }
  }

  /// A lower bound on blank time.
  package struct Bound: Hashable, Sendable {
    /// The bound: no scheduler leaves less.
    package let tileMs: Double
    /// The blank time of the best schedule found; the optimum lies between the two.
    package let scheduleTileMs: Double

    package init(tileMs: Double, scheduleTileMs: Double) {
      self.tileMs = tileMs
      self.scheduleTileMs = scheduleTileMs
    }

    init(_ demands: [Demand], over link: Link) {
      let bound = ClairvoyantBound(demands: demands, over: link)
      self.init(
        tileMs: bound.tileMilliseconds, scheduleTileMs: bound.schedule.tileMilliseconds)
    }

    /// Whether a schedule could leave nothing blank.
    package var isZero: Bool { tileMs < LaboratoryCell.resolution }
  }

  /// The difference in tile-milliseconds below which blank times count as equal.
  package static let resolution = 0.001
  /// The relative difference below which blank times count as equal.
  package static let negligible = 0.05
  /// The policy that the verdicts judge.
  package static let candidate = ComparedPolicy.adaptive

  package let trace: String
  package let link: String
  /// Whether the link keeps up with scrolling.
  package let isQuick: Bool
  package let seed: UInt64
  /// The bounds; nil if not requested.
  package let bounds: Bounds?
  /// The outcomes by policy, without their showings.
  package let outcomes: [ComparedPolicy: Outcome]
  /// The outcomes of other policies without our schedule: everything is requested immediately, as by the originals.
  package let outcomesAtOnce: [ComparedPolicy: Outcome]

  package init(
    trace: String, link: String, isQuick: Bool, seed: UInt64, bounds: Bounds?,
    outcomes: [ComparedPolicy: Outcome], outcomesAtOnce: [ComparedPolicy: Outcome] = [:]
  ) {
    self.trace = trace
    self.link = link
    self.isQuick = isQuick
    self.seed = seed
    self.bounds = bounds
    self.outcomes = outcomes
    self.outcomesAtOnce = outcomesAtOnce
  }

  /// The policies that were played, from the plainest to the best.
  package var policies: [ComparedPolicy] {
    ComparedPolicy.allCases.filter { outcomes[$0] != nil }
  }

  /// The name of the cell in sentences.
  package var name: String { "\(trace) over \(link)" }

  /// The clairvoyant's bound; nil if not requested.
  package var bound: Bound? { bounds?.clairvoyant }

  /// The blank time of a policy divided by the bound; nil if the policy was not played, or if the bound is zero or
  /// unknown.
  package func ratio(of policy: ComparedPolicy) -> Double? {
    guard let bound, !bound.isZero, let outcome = outcomes[policy] else { return nil }
    return outcome.blankTileMs / bound.tileMs
  }

  /// The blank time of a policy from the first key on, divided by the bound without foresight of jumps.
  ///
  /// A twentieth of the first screen's blank time is added to both, because ratios of tiny numbers are meaningless.
  ///
  /// - Returns: nil if the policy was not played, or if the bounds are unknown or all zero.
  package func ratioWithoutForesight(of policy: ComparedPolicy) -> Double? {
    guard let bounds, let outcome = outcomes[policy] else { return nil }
    let grain = bounds.firstScreenTileMs * Self.negligible
    let least = bounds.beyondFirstScreenTileMs + grain
    guard least > 0 else { return nil }
    return (outcome.blankTileMs - outcome.blankBeforeKeysTileMs + grain) / least
  }

  /// The blank time of a policy divided by the bound without foresight of jumps, the first screen included.
  ///
  /// - Returns: nil if the policy was not played, or if the bound is zero or unknown.
  package func wholeRatioWithoutForesight(of policy: ComparedPolicy) -> Double? {
    guard let bound = bounds?.withoutForesight, !bound.isZero, let outcome = outcomes[policy]
    else { return nil }
    return outcome.blankTileMs / bound.tileMs
  }
}

extension [LaboratoryCell] {
  /// The cells of the first seed.
  package var ofFirstSeed: [LaboratoryCell] { filter { $0.seed == first?.seed } }
}

extension LaboratoryCell {
  /// The outcome of the candidate; nil if it was not played.
  var candidate: Outcome? { outcomes[Self.candidate] }

  /// The other policies and their outcomes, from the plainest on; each also with immediate requests.
  var rivals: [(name: String, outcome: Outcome)] {
    policies.filter { $0 != Self.candidate }.flatMap { policy in
      [
        outcomes[policy].map { (policy.rawValue, $0) },
        outcomesAtOnce[policy].map { ("\(policy.rawValue) at once", $0) },
      ].compactMap(\.self)
    }
  }

  /// Whether prefetching helps: some policy leaves less blank time than `off`.
  var isWorthwhile: Bool {
    guard let off = outcomes[.off] else { return false }
    return [outcomes, outcomesAtOnce].joined().contains {
      $0.value.blankTileMs < off.blankTileMs - Self.resolution
    }
  }
}
