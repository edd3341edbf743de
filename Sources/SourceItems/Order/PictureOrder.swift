import GalleryItems

/// An order of pictures in folders; the raw value is its name in options and messages.
package enum PictureOrder: String, CaseIterable, Hashable, Sendable {
  /// The natural order of folders, then of names.
  case name
  /// The modification time, oldest first.
  case date
  /// The camera's time or, without one, the modification time, oldest first.
  case taken
  /// The file size, smallest first.
  case size
  /// A random order, determined by a seed.
  case random

  /// The next order in the cycle.
  package var next: PictureOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// The order of pictures, and its direction.
package struct PictureSorting: Hashable, Sendable {
  package var order: PictureOrder
  /// Whether the order is reversed.
  package var isReversed: Bool
  /// The seed of the random order.
  package var seed: UInt64

  package init(order: PictureOrder = .name, isReversed: Bool = false, seed: UInt64 = 0) {
    self.order = order
    self.isReversed = isReversed
    self.seed = seed
  }

  /// Whether this is the natural order of names.
  package var isByName: Bool { order == .name && !isReversed }

  /// Whether sorting requires the status of files.
  package var needsStatus: Bool { [.date, .taken, .size].contains(order) }

  /// Returns the primary sort key of a file, used before its name; 0 in the order of names.
  package func value(of name: UnsafeRawBufferPointer, status: FileStatus?) -> Int {
    switch order {
    case .name: 0
    case .date: status?.changedAt ?? 0
    case .taken: status?.takenAt ?? status?.changedAt ?? 0
    case .size: status?.bytes ?? 0
    case .random: Int(truncatingIfNeeded: hash(name))
    }
  }

  /// The order for a person; nil for a random one.
  package var shown: ItemOrder? {
    switch order {
    case .name: ItemOrder(.name, isReversed: isReversed)
    case .date: ItemOrder(.date, isReversed: isReversed)
    case .taken: ItemOrder(.taken, isReversed: isReversed)
    case .size: ItemOrder(.size, isReversed: isReversed)
    case .random: nil
    }
  }

  /// A description such as `by date, newest first`.
  package var words: String {
    switch (order, isReversed) {
    case (.name, false): "by name"
    case (.name, true): "by name, last first"
    case (.date, false): "by date, oldest first"
    case (.date, true): "by date, newest first"
    case (.taken, false): "by the date taken, oldest first"
    case (.taken, true): "by the date taken, newest first"
    case (.size, false): "by size, smallest first"
    case (.size, true): "by size, largest first"
    case (.random, _): "at random"
    }
  }

  /// Returns a seeded 64-bit FNV-1a hash.
  private func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    let hash = name.reduce(14_695_981_039_346_656_037 ^ seed) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    // Mix the bits: the last bytes of a name only change the low ones.
    return (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}
