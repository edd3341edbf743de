import Prefetching

extension Gallery {
  package var policyName: String {
    controller.isPrefetchingEnabled ? controller.policyName : PrefetchPolicyName.off.rawValue
  }

  mutating func togglePrefetching() {
    carryOut(controller.setPrefetchingEnabled(!controller.isPrefetchingEnabled))
    tellPolicy()
  }

  /// Takes the next policy of the library; where prefetching is off, it is on then.
  mutating func cyclePolicy() {
    carryOut(controller.setPolicy(nextPolicy.policy))
    carryOut(controller.setPrefetchingEnabled(true))
    tellPolicy()
  }

  private mutating func tellPolicy() { tell("prefetching: \(policyName)") }

  /// Off is left out: it has a key of its own.
  private var nextPolicy: PrefetchPolicyName {
    let names = PrefetchPolicyName.allCases.filter { $0 != .off }
    let place = names.firstIndex { $0.rawValue == controller.policyName }
    return names[((place ?? -1) + 1) % names.count]
  }
}
