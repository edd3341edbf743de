/// A queue that holds each item once and gives up any of them before its turn.
///
/// - Complexity: O(1) amortized for every method; memory is O(items in the queue).
struct DepartureQueue: Sendable {
  private struct Place: Sendable {
    let item: Int
    let number: Int
  }

  /// The items in the queue, each with the number of its place.
  private var numbers: [Int: Int] = [:]
  /// Places in ascending order, including those of items that were removed.
  private var places: [Place] = []
  /// The index of the first place that has not been passed.
  private var first = 0
  private var nextNumber = 0

  var count: Int { numbers.count }
  /// The number of places in memory.
  var placeCount: Int { places.count }

  /// Puts an item at the end; an item that is in the queue moves there.
  mutating func append(_ item: Int) {
    places.append(Place(item: item, number: nextNumber))
    numbers[item] = nextNumber
    nextNumber += 1
    if places.count > 2 * count + 64 { removeGaps() }
  }

  mutating func remove(_ item: Int) { numbers[item] = nil }

  /// Removes the item that has been in the queue for longest.
  mutating func popFirst() -> Int? {
    while first < places.count {
      let place = places[first]
      first += 1
      if numbers[place.item] == place.number {
        numbers[place.item] = nil
        return place.item
      }
    }
    return nil
  }

  /// Follows items to their new places; those that are gone leave the queue.
  ///
  /// - Complexity: O(n log ranges) for n items in the queue.
  mutating func follow(_ changes: ItemChanges) {
    removeGaps()
    places = places.compactMap { place in
      changes.place(of: place.item).map { Place(item: $0, number: place.number) }
    }
    numbers = changes.renumbered(numbers)
  }

  private mutating func removeGaps() {
    places = places[first...].filter { numbers[$0.item] == $0.number }
    first = 0
  }
}
