/// Finds the rows of a grid by the hashes of their parts; its memory is allocated once per size.
///
/// It is an open-addressing table of chains, which link equal hashes of one part. Equal hashes of
/// different parts have different keys: see `key`.
struct RowIndex: ~Copyable {
  /// The most equal parts in a chain; more of them say nothing about movement.
  private static let longestChain = 8

  private let parts: Int
  private let mask: Int
  /// The newest entry of each slot's chain; -1 for none.
  private let heads: UnsafeMutablePointer<Int32>
  /// The entries, one for each part of a row: the key, the previous entry of the chain, and the
  /// chain's length up to this one.
  private let entries: UnsafeMutablePointer<(key: UInt64, next: Int32, length: Int32)>

  init(rows: Int, parts: Int) {
    self.parts = parts
    var slots = 16
    while slots < 2 * rows * parts { slots *= 2 }
    mask = slots - 1
    heads = .allocate(capacity: slots)
    entries = .allocate(capacity: max(1, rows * parts))
    entries.initialize(repeating: (0, -1, 0), count: max(1, rows * parts))
  }

  deinit {
    heads.deallocate()
    entries.deallocate()
  }

  /// Forgets all rows.
  func clear() {
    heads.update(repeating: -1, count: mask + 1)
  }

  func insert(_ hash: UInt64, part: Int, row: Int) {
    let key = Self.key(hash, part)
    let slot = slot(of: key)
    let head = heads[slot]
    let entry = row * parts + part
    entries[entry] = (key, head, head < 0 ? 1 : entries[Int(head)].length + 1)
    heads[slot] = Int32(truncatingIfNeeded: entry)
  }

  /// Calls `body` with each row that has this hash in a part; never if there are many.
  @inline(__always)
  func forEachRow(_ hash: UInt64, part: Int, _ body: (Int) -> Void) {
    var entry = heads[slot(of: Self.key(hash, part))]
    if entry < 0 || entries[Int(entry)].length > Self.longestChain { return }
    while entry >= 0 {
      body(Int(entry) / parts)
      entry = entries[Int(entry)].next
    }
  }

  /// A key that distinguishes equal hashes of different parts.
  @inline(__always)
  private static func key(_ hash: UInt64, _ part: Int) -> UInt64 {
    (hash ^ UInt64(truncatingIfNeeded: part + 1)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The slot of a key's chain, or the free slot where it would begin.
  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: key >> 32) & mask
    while heads[slot] >= 0, entries[Int(heads[slot])].key != key { slot = (slot + 1) & mask }
    return slot
  }
}
