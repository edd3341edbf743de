/// A queue that contains each item once, and allows removal of any item.
///
/// - Complexity: O(1) amortized for every method; memory is O(items in the queue).
struct DepartureQueue: Sendable {
  struct Place: Sendable {
    let item: Int
    let number: Int
  }

  /// The items in the queue, each with its sequence number.
  private var numbers: [Int: Int] = [:]
  /// Entries in ascending order, including removed ones.
  private(set) var places: [Place] = []
  /// The index of the first entry that was not passed.
  private var first = 0
  private var nextNumber = 0

  var count: Int { numbers.count }

  /// Appends an item, moving it if it is in the queue.
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

  /// Moves items to their new places, and removes those that are gone.
  ///
  /// - Complexity: O(n log ranges) for n items in the queue.
  mutating func apply(_ changes: ItemChanges) {
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
