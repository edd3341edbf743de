/// Elements in the order of their priorities; within one priority, in the order of their tickets.
///
/// A sorted array: some hundred elements wait at a time at most, and moving them is cheaper than
/// keeping a heap in which elements can be found.
struct PriorityQueue<Element> {
  private struct Entry {
    let priority: ImagePriority
    let ticket: UInt64
    var element: Element

    /// The most urgent entry is the last, where it is cheap to remove.
    func isLessUrgent(than priority: ImagePriority, _ ticket: UInt64) -> Bool {
      self.priority == priority ? self.ticket > ticket : self.priority < priority
    }
  }

  private var entries: [Entry] = []
  private var priorities: [UInt64: ImagePriority] = [:]

  /// Adds an element under a ticket that no other element has.
  ///
  /// - Complexity: O(count), as for every change.
  mutating func insert(_ element: Element, ticket: UInt64, priority: ImagePriority) {
    let entry = Entry(priority: priority, ticket: ticket, element: element)
    entries.insert(entry, at: index(of: ticket, priority))
    priorities[ticket] = priority
  }

  /// Takes the most urgent element.
  mutating func popFirst() -> (ticket: UInt64, element: Element)? {
    guard let entry = entries.popLast() else { return nil }
    priorities[entry.ticket] = nil
    return (entry.ticket, entry.element)
  }

  /// Takes an element out of its turn.
  mutating func remove(ticket: UInt64) -> Element? {
    guard let priority = priorities.removeValue(forKey: ticket) else { return nil }
    return entries.remove(at: index(of: ticket, priority)).element
  }

  /// Changes an element's turn, if it is still waiting.
  mutating func setPriority(_ priority: ImagePriority, ticket: UInt64) {
    if priorities[ticket] == priority { return }
    guard let element = remove(ticket: ticket) else { return }
    insert(element, ticket: ticket, priority: priority)
  }

  /// Where an entry is or belongs: after all that are less urgent.
  private func index(of ticket: UInt64, _ priority: ImagePriority) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].isLessUrgent(than: priority, ticket) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
