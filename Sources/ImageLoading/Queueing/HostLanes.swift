/// The lanes of all hosts: found by name once, by number from then on.
///
/// A host that has no load keeps its lane, and with it what is known of the host. Idle lanes go
/// only where there are too many of them: names come from outside, and there is no end to them.
///
/// - Complexity: O(1) for every call, if dropping an idle lane counts with the loads it had.
struct HostLanes<ID: Hashable & Sendable>: Sendable {
  private var lanes: [HostLane<ID>] = []
  private var numbers: [String: Int] = [:]
  private var freeNumbers: [Int] = []
  /// How many lanes there are before idle ones are dropped.
  private var capacity = Self.leastCapacity

  private static var leastCapacity: Int { 256 }

  /// The number of a host's lane, which stands as long as a load is in the lane.
  mutating func number(of host: String) -> Int {
    if let number = numbers[host] { return number }
    if numbers.count >= capacity { dropIdle() }
    let number = freeNumbers.popLast() ?? lanes.count
    if number == lanes.count { lanes.append(HostLane()) }
    numbers[host] = number
    return number
  }

  /// The numbers of all lanes.
  var all: Dictionary<String, Int>.Values { numbers.values }

  subscript(number: Int) -> HostLane<ID> { lanes[number] }

  /// Changes a lane in place.
  mutating func change<Result>(
    _ number: Int, _ change: (inout HostLane<ID>) -> Result
  ) -> Result {
    change(&lanes[number])
  }

  /// Makes room; if most are busy, for as many again, so that it is not asked for at every host.
  private mutating func dropIdle() {
    for (host, number) in numbers where lanes[number].isIdle {
      numbers[host] = nil
      lanes[number] = HostLane()
      freeNumbers.append(number)
    }
    capacity = max(Self.leastCapacity, 2 * numbers.count)
  }
}
