import Synchronization

/// A lock-free ring of fixed size from one thread to another; neither allocates nor waits.
///
/// `@unchecked Sendable` is safe: one thread appends and one takes. A slot is written before `added` publishes it, and
/// taken before `taken` gives it back.
final class MomentRing<Element: Sendable>: @unchecked Sendable {
  private let slots: UnsafeMutableBufferPointer<Element>
  /// The number of elements appended so far.
  private let added = Atomic(0)
  /// The number of elements taken so far.
  private let taken = Atomic(0)

  init(capacity: Int) {
    slots = .allocate(capacity: capacity)
  }

  deinit {
    while take() != nil {}
    slots.deallocate()
  }

  /// Whether nothing waits; exact on the taking thread.
  var isEmpty: Bool {
    added.load(ordering: .sequentiallyConsistent) == taken.load(ordering: .relaxed)
  }

  /// Appends an element on the appending thread; returns false if the ring is full.
  func append(_ element: Element) -> Bool {
    let place = added.load(ordering: .relaxed)
    guard place - taken.load(ordering: .acquiring) < slots.count else { return false }
    slots.initializeElement(at: place % slots.count, to: element)
    added.store(place + 1, ordering: .sequentiallyConsistent)
    return true
  }

  /// Removes and returns the oldest element, on the taking thread.
  func take() -> Element? {
    if isEmpty { return nil }
    let place = taken.load(ordering: .relaxed)
    let element = slots.moveElement(from: place % slots.count)
    taken.store(place + 1, ordering: .releasing)
    return element
  }
}
