/// When a clairvoyant starts every transfer: one way that the link allows, so what it costs is no less
/// than the optimum.
///
/// No two transfers share the pipe in it: every one is started just early enough for its bytes to
/// have the pipe for themselves.
package struct ClairvoyantSchedule: Sendable {
  /// By position in the demands; nil is never loaded.
  package let starts: [Duration?]
  /// What remains blank, by position in the demands.
  package let blank: [Double]

  package var tileMilliseconds: Double { blank.reduce(0, +) }

  init(_ draft: ScheduleDraft) {
    starts = draft.starts
    blank = draft.blank
  }

  /// Places demands one after the other, each where it is complete first.
  package init(_ demands: [Demand], order: [Int], bandwidth: Int, connections: Int) {
    var draft = ScheduleDraft(demands, bandwidth: bandwidth, connections: connections)
    for index in order { draft.place(index, completion: draft.earliest(index)) }
    self.init(draft)
  }

  /// Places them as they are needed first.
  init(_ demands: [Demand], bandwidth: Int, connections: Int) {
    let needed = demands.map { $0.visits.first?.from ?? .zero }
    let order = demands.indices.sorted { (needed[$0], $0) < (needed[$1], $1) }
    self.init(demands, order: order, bandwidth: bandwidth, connections: connections)
  }
}
