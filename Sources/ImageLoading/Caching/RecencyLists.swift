/// Several lists of keyed elements, each ordered from the least to the most recently used.
///
/// They are doubly linked lists in one array, which reuses free places. Finding a key takes one
/// lookup, whichever list it is in. Links and contents are stored apart, so that moving an element
/// copies nothing.
///
/// - Complexity: O(1) for every call.
struct RecencyLists<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  private struct Link: Sendable {
    var older: Int
    var newer: Int
  }

  private struct Content: Sendable {
    let key: Key
    var element: Element

    mutating func change(_ body: (inout Element) -> Void) { body(&element) }
  }

  /// The links; at the first places, the lists' ends, `newer` is the oldest element and `older` the newest.
  private var links: [Link]
  /// The content of each place; nil at the lists' ends and at free places.
  private var contents: [Content?]
  private var places: [Key: Int] = [:]
  private var freePlaces: [Int] = []

  /// Creates empty lists, numbered from 0.
  init(count: Int) {
    links = (0..<count).map { Link(older: $0, newer: $0) }
    contents = Array(repeating: nil, count: count)
  }

  var count: Int { places.count }

  /// Returns the place of a key's element, valid until it is removed.
  func place(of key: Key) -> Int? { places[key] }

  subscript(place: Int) -> Element? { contents[place]?.element }

  /// Returns the least recently used element of a list.
  func oldest(in list: Int) -> (key: Key, element: Element)? { content(at: links[list].newer) }

  /// Returns the most recently used element of a list.
  func newest(in list: Int) -> (key: Key, element: Element)? { content(at: links[list].older) }

  /// Adds an element as the newest of a list; its key must not be in any list.
  mutating func append(_ key: Key, _ element: Element, to list: Int) {
    let place = freePlaces.popLast() ?? links.count
    if place == links.count {
      links.append(Link(older: place, newer: place))
      contents.append(nil)
    }
    contents[place] = Content(key: key, element: element)
    places[key] = place
    link(place, to: list)
  }

  /// Moves an element to the newest place of a list, which may be another one, and changes it.
  mutating func move(_ place: Int, to list: Int, _ change: (inout Element) -> Void) {
    unlink(place)
    link(place, to: list)
    contents[place]?.change(change)
  }

  /// Removes and returns an element, if it exists.
  mutating func remove(_ key: Key) -> Element? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    freePlaces.append(place)
    return exchange(&contents[place], with: nil)?.element
  }

  private func content(at place: Int) -> (key: Key, element: Element)? {
    contents[place].map { ($0.key, $0.element) }
  }

  private mutating func link(_ place: Int, to list: Int) {
    let newest = links[list].older
    links[place] = Link(older: newest, newer: list)
    links[newest].newer = place
    links[list].older = place
  }

  private mutating func unlink(_ place: Int) {
    let link = links[place]
    links[link.older].newer = link.newer
    links[link.newer].older = link.older
  }
}
