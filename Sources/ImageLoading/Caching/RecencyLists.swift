/// Keys with their elements, in several lists, each from the least to the most recently used.
///
/// They are doubly linked lists threaded through one array, which reuses its free places. A key
/// takes one look-up, whichever list it is in.
///
/// - Complexity: O(1) for every call.
struct RecencyLists<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  private struct Node: Sendable {
    var content: (key: Key, element: Element)?
    var older: Int
    var newer: Int
  }

  /// The first places are the lists' ends: `newer` of an end is the oldest, `older` the newest.
  private var nodes: [Node]
  private var places: [Key: Int] = [:]
  private var freePlaces: [Int] = []

  /// Makes lists without elements, numbered from 0.
  init(count: Int) {
    nodes = (0..<count).map { Node(content: nil, older: $0, newer: $0) }
  }

  var count: Int { places.count }

  /// Where a key's element is, until it is removed.
  func place(of key: Key) -> Int? { places[key] }

  subscript(place: Int) -> Element? { nodes[place].content?.element }

  /// The key that has not been used for longest, in one list.
  func oldest(in list: Int) -> (key: Key, element: Element)? { nodes[nodes[list].newer].content }

  /// The key that was used last, in one list.
  func newest(in list: Int) -> (key: Key, element: Element)? { nodes[nodes[list].older].content }

  /// Adds an element as the newest of a list; its key must not be in any.
  mutating func append(_ key: Key, _ element: Element, to list: Int) {
    let place = freePlaces.popLast() ?? nodes.count
    if place == nodes.count { nodes.append(Node(content: nil, older: place, newer: place)) }
    nodes[place].content = (key, element)
    places[key] = place
    link(place, to: list)
  }

  /// Makes an element the newest of a list, from whichever it is in, and changes it.
  mutating func move(_ place: Int, to list: Int, _ change: (inout Element) -> Void) {
    unlink(place)
    link(place, to: list)
    if var content = exchange(&nodes[place].content, with: nil) {
      change(&content.element)
      nodes[place].content = content
    }
  }

  /// Takes an element out, if it is there.
  mutating func remove(_ key: Key) -> Element? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    defer { nodes[place].content = nil }
    unlink(place)
    freePlaces.append(place)
    return nodes[place].content?.element
  }

  private mutating func link(_ place: Int, to list: Int) {
    let newest = nodes[list].older
    nodes[place].older = newest
    nodes[place].newer = list
    nodes[newest].newer = place
    nodes[list].older = place
  }

  private mutating func unlink(_ place: Int) {
    nodes[nodes[place].older].newer = nodes[place].newer
    nodes[nodes[place].newer].older = nodes[place].older
  }
}
