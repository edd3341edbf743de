import GalleryCore
import Prefetching
import Recordings

/// Plays every trace over every link with every policy, and computes the clairvoyant's bound.
///
/// Equal laboratories give exactly the same cells, in any order.
package struct Laboratory: Sendable {
  /// A trace and a link, to play with every policy.
  package struct Question: Sendable {
    package let trace: ScrollTrace
    package let link: Link
  }

  /// All traces over the first link, then over the next, and so on.
  package let questions: [Question]
  package let policies: [ComparedPolicy]
  package let seed: UInt64
  private let isBounded: Bool

  /// - Parameters:
  ///   - seed: the seed of sizes and latencies.
  ///   - isBounded: whether to find the clairvoyant bound, which takes up to a second a cell.
  package init(
    traces: [ScrollTrace], links: [Link], policies: [ComparedPolicy], seed: UInt64,
    isBounded: Bool = true
  ) {
    questions = links.flatMap { link in traces.map { Question(trace: $0, link: link) } }
    self.policies = policies
    self.seed = seed
    self.isBounded = isBounded
  }

  /// Plays a trace over a link with every policy.
  package func cell(for question: Question) -> LaboratoryCell {
    var outcomes: [ComparedPolicy: Outcome] = [:]
    var outcomesAtOnce: [ComparedPolicy: Outcome] = [:]
    var bounds: LaboratoryCell.Bounds?
    for policy in policies {
      let outcome = outcome(of: policy, on: question)
      if isBounded, bounds == nil { bounds = self.bounds(of: outcome, on: question) }
      outcomes[policy] = outcome.withoutHistory
      if policy == LaboratoryCell.candidate || policy == .off { continue }
      outcomesAtOnce[policy] =
        self.outcome(of: policy, on: question, isScheduled: false).withoutHistory
    }
    return LaboratoryCell(
      trace: question.trace.name, link: question.link.name, isQuick: question.link.isQuick,
      seed: seed, bounds: bounds, outcomes: outcomes, outcomesAtOnce: outcomesAtOnce)
  }

  private func outcome(
    of policy: ComparedPolicy, on question: Question, isScheduled: Bool = true
  ) -> Outcome {
    var simulation = Simulation(
      trace: question.trace.recording, link: question.link, policy: policy.policy, seed: seed,
      isScheduled: isScheduled)
    return simulation.run()
  }

  private func bounds(of outcome: Outcome, on question: Question) -> LaboratoryCell.Bounds {
    let link = question.link
    let firstKey = question.trace.recording.moments.first?.at ?? question.trace.recording.end
    let all = outcome.demands(over: link, seed: seed)
    let known = outcome.demands(over: link, seed: seed, foresight: .untilNextJump)
    let clairvoyant = LaboratoryCell.Bound(all, over: link)
    return LaboratoryCell.Bounds(
      clairvoyant: clairvoyant,
      withoutForesight: known == all ? clairvoyant : LaboratoryCell.Bound(known, over: link),
      firstScreenTileMs: LaboratoryCell.Bound(known.seen(before: firstKey), over: link).tileMs,
      beyondFirstScreenTileMs: LaboratoryCell.Bound(
        known.seen(before: firstKey, orLater: true), over: link
      ).tileMs)
  }
}
