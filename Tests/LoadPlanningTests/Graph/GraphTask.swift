import ImageRequests
import Synchronization

@testable import LoadPlanning

/// The messages of a task to the graph, without a task.
final class GraphTask {
  private static let count = Atomic<UInt64>(0)

  let claim: TaskClaim
  var priority: ImagePriority
  private let timeToVisible: Duration

  init(_ request: ImageRequest, _ wanted: TaskClaim.Wanted, listens: Bool = false) {
    claim = TaskClaim(
      id: TaskID(number: Self.count.add(1, ordering: .relaxed).newValue), request: request,
      wanted: wanted, wantsUpdates: listens)
    priority = request.priority
    timeToVisible = request.timeToVisible
  }

  func urgency(at now: Duration) -> Urgency {
    Urgency(priority, visibleAt: now + timeToVisible)
  }
}

extension LoadGraph {
  mutating func join(_ task: GraphTask, from base: PictureBase? = nil) {
    join(task.claim, task.urgency(at: time.elapsed), from: base)
  }

  mutating func leave(_ task: GraphTask) {
    leave(task.claim.id)
  }

  mutating func reprioritize(_ task: GraphTask) {
    reprioritize(task.claim.id, task.urgency(at: time.elapsed))
  }
}

/// The requests of tasks, by which a transcript names them.
final class TaskNames {
  private(set) var names: [TaskID: String] = [:]

  func noted(_ task: GraphTask) -> GraphTask {
    names[task.claim.id] = task.claim.request.name
    return task
  }
}
