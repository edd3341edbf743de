import GalleryCore
import Prefetching

/// Plays every trace over every link with every policy, beside what a clairvoyant could reach.
///
/// The same laboratory gives the same cells, to the byte, in any order.
package struct Laboratory: Sendable {
  /// A trace and a link, to play with every policy.
  package struct Question: Sendable {
    package let trace: ScrollTrace
    package let link: Link
  }

  /// All traces over the first link, then over the next, and so on.
  package let questions: [Question]
  package let policies: [PrefetchPolicyName]
  package let seed: UInt64
  private let pictures: PictureMix
  private let isBounded: Bool

  /// - Parameters:
  ///   - pictures: what the pictures are.
  ///   - seed: the seed of sizes and latencies.
  ///   - isBounded: whether to find the clairvoyant bound, which takes up to a second a cell.
  package init(
    traces: [ScrollTrace], links: [Link], pictures: PictureMix = .plain,
    policies: [PrefetchPolicyName], seed: UInt64, isBounded: Bool = true
  ) {
    questions = links.flatMap { link in traces.map { Question(trace: $0, link: link) } }
    self.pictures = pictures
    self.policies = policies
    self.seed = seed
    self.isBounded = isBounded
  }

  /// Plays a trace over a link with every policy.
  package func cell(for question: Question) -> LaboratoryCell {
    var outcomes: [PrefetchPolicyName: Outcome] = [:]
    var demands: [Demand] = []
    for policy in policies {
      var simulation = Simulation(
        trace: question.trace.recording, link: question.link, policy: policy.policy, seed: seed,
        pictures: pictures)
      var outcome = simulation.run()
      if isBounded, demands.isEmpty {
        demands = outcome.demands(over: question.link, seed: seed, pictures: pictures)
      }
      (outcome.showings, outcome.inputFrames) = ([], [])
      outcomes[policy] = outcome
    }
    return LaboratoryCell(
      trace: question.trace.name, link: question.link.name, seed: seed,
      bound: isBounded ? LaboratoryCell.Bound(demands, over: question.link) : nil,
      outcomes: outcomes)
  }
}

extension LaboratoryCell.Bound {
  fileprivate init(_ demands: [Demand], over link: Link) {
    let bound = ClairvoyantBound(demands: demands, over: link)
    self.init(
      tileMs: bound.tileMilliseconds, scheduleTileMs: bound.schedule.tileMilliseconds)
  }
}
