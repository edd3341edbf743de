/// Items in the order in which they were put in, each once; any of them can be taken out.
///
/// - Complexity: O(1) amortised for everything; memory is O(items in it).
struct DepartureQueue: Sendable {
  private struct Place: Sendable {
    let item: Int
    let number: Int
  }

  /// What is in it, and the number of its place.
  private var numbers: [Int: Int] = [:]
  /// Places in ascending order, those of items taken out among them.
  private var places: [Place] = []
  /// Where the places begin that have not been passed.
  private var first = 0
  private var nextNumber = 0

  var count: Int { numbers.count }
  /// What it takes to hold them.
  var placeCount: Int { places.count }

  /// Puts an item at the end, whether it is in the queue or not.
  mutating func append(_ item: Int) {
    places.append(Place(item: item, number: nextNumber))
    numbers[item] = nextNumber
    nextNumber += 1
    if places.count > 2 * count + 64 { removeGaps() }
  }

  mutating func remove(_ item: Int) { numbers[item] = nil }

  /// Takes the item out that has been in it for longest.
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

  private mutating func removeGaps() {
    places = places[first...].filter { numbers[$0.item] == $0.number }
    first = 0
  }
}
