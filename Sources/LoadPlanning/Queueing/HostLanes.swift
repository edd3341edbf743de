/// The lanes of all hosts, found by name once, and by number from then on.
///
/// A host without loads keeps its lane, and with it the knowledge of the host. Idle lanes are
/// dropped only if there are too many: host names come from outside, and their number is unlimited.
///
/// - Complexity: O(1) amortized for every call; dropping an idle lane counts with its loads.
struct HostLanes<ID: Hashable & Sendable>: Sendable {
  private var lanes: [HostLane<ID>] = []
  private var numbers: [String: Int] = [:]
  private var freeNumbers: [Int] = []
  /// The number of lanes at which idle ones are dropped.
  private var capacity = Self.leastCapacity

  private static var leastCapacity: Int { 256 }

  /// Returns the number of a host's lane, valid as long as the lane has loads.
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

  /// Drops idle lanes; if most are busy, doubles the capacity, so that this stays rare.
  private mutating func dropIdle() {
    for (host, number) in numbers where lanes[number].isIdle {
      numbers[host] = nil
      lanes[number] = HostLane()
      freeNumbers.append(number)
    }
    capacity = max(Self.leastCapacity, 2 * numbers.count)
  }
}
