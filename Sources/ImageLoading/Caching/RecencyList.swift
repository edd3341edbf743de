/// Keys with their values, from the least to the most recently used.
///
/// A doubly linked list threaded through an array, whose free places are used again.
///
/// - Complexity: O(1) for every call.
struct RecencyList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node: Sendable {
    var entry: (key: Key, value: Value)?
    var older: Int
    var newer: Int
  }

  /// Place 0 is the list's end: its `newer` is the oldest entry, its `older` the newest.
  private var nodes = [Node(entry: nil, older: 0, newer: 0)]
  private var places: [Key: Int] = [:]
  private var free: [Int] = []

  var count: Int { places.count }

  /// The entry that has not been used for longest.
  var oldest: (key: Key, value: Value)? { nodes[nodes[0].newer].entry }

  /// Looks a value up, which counts as using it.
  mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    unlink(place)
    linkNewest(place)
    return nodes[place].entry?.value
  }

  /// Adds an entry as the newest; its key must not be in the list.
  mutating func append(_ key: Key, _ value: Value) {
    let place = free.popLast() ?? nodes.count
    if place == nodes.count { nodes.append(Node(entry: nil, older: 0, newer: 0)) }
    nodes[place].entry = (key, value)
    places[key] = place
    linkNewest(place)
  }

  /// Takes an entry out, if it is there.
  mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    defer { nodes[place].entry = nil }
    unlink(place)
    free.append(place)
    return nodes[place].entry?.value
  }

  private mutating func linkNewest(_ place: Int) {
    let newest = nodes[0].older
    nodes[place].older = newest
    nodes[place].newer = 0
    nodes[newest].newer = place
    nodes[0].older = place
  }

  private mutating func unlink(_ place: Int) {
    nodes[nodes[place].older].newer = nodes[place].newer
    nodes[nodes[place].newer].older = nodes[place].older
  }
}
