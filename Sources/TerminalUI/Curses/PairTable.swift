/// A hash table that numbers pairs of 24-bit colors as they occur.
///
/// It is a class so that a value can hold it, and belongs to one value. Only this type touches the
/// memory.
final class PairTable {
  /// The colors of each number.
  private var keys: [UInt64] = [0]
  /// The numbers without colors.
  private var free: [Int32] = []
  /// Numbers by the hash of their colors, with linear probing; 0 is free.
  private var slots: UnsafeMutableBufferPointer<Int32>
  /// The count of numbers in use.
  private(set) var count = 0

  init() {
    slots = Self.emptySlots(1 << 15)
  }

  deinit { slots.deallocate() }

  /// The colors of a number that was given out.
  @inline(__always)
  func key(of number: Int32) -> UInt64 {
    keys[Int(number)]
  }

  /// Returns the number of two colors, which is assigned if they have none.
  @inline(__always)
  func number(of key: UInt64) -> Int32 {
    let slot = slot(of: key)
    let number = slots[slot]
    return number != 0 ? number : add(key, at: slot)
  }

  /// The number of two colors; 0 if none.
  func knownNumber(of key: UInt64) -> Int32 {
    slots[slot(of: key)]
  }

  /// Reclaims all numbers except `kept`.
  ///
  /// - Complexity: O(numbers ever given out).
  func removeAll(but kept: Set<Int32>) {
    slots.update(repeating: 0)
    free.removeAll(keepingCapacity: true)
    count = 0
    for index in keys.indices.dropFirst().reversed() {
      let number = Int32(index)
      if kept.contains(number) {
        slots[slot(of: keys[index])] = number
        count += 1
      } else {
        free.append(number)
      }
    }
  }

  private func add(_ key: UInt64, at slot: Int) -> Int32 {
    let number = free.popLast() ?? Int32(keys.count)
    if Int(number) == keys.count { keys.append(key) } else { keys[Int(number)] = key }
    slots[slot] = number
    count += 1
    if count * 2 > slots.count { grow() }
    return number
  }

  /// The slot of a pair, or the free slot for it.
  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[slot] != 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & mask }
    return slot
  }

  private func grow() {
    let former = slots
    slots = Self.emptySlots(former.count * 4)
    for number in former where number != 0 { slots[slot(of: keys[Int(number)])] = number }
    former.deallocate()
  }

  private static func emptySlots(_ count: Int) -> UnsafeMutableBufferPointer<Int32> {
    let slots = UnsafeMutableBufferPointer<Int32>.allocate(capacity: count)
    slots.initialize(repeating: 0)
    return slots
  }
}
