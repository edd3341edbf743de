/// An order of pictures in folders; the raw value names it in options and messages.
package enum PictureOrder: String, CaseIterable, Hashable, Sendable {
  /// The natural order of folders, then of names.
  case name
  /// The time of the last change, the earliest first.
  case date
  /// The time that the camera noted, or that of the last change; the earliest first.
  case taken
  /// The size of the file, the smallest first.
  case size
  /// An order that a seed decides.
  case random

  /// The next order in turn.
  package var next: PictureOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// How pictures are sorted.
package struct PictureSorting: Hashable, Sendable {
  package var order: PictureOrder
  /// Whether the last one comes first.
  package var isReversed: Bool
  /// What decides the random order.
  package var seed: UInt64

  package init(order: PictureOrder = .name, isReversed: Bool = false, seed: UInt64 = 0) {
    self.order = order
    self.isReversed = isReversed
    self.seed = seed
  }

  /// Whether it is the natural order of names.
  package var isByName: Bool { order == .name && !isReversed }

  /// Whether a file's status must be known to sort it.
  package var needsStatus: Bool { [.date, .taken, .size].contains(order) }

  /// What a file is sorted by before its name; 0 in the order of names.
  package func value(of name: UnsafeRawBufferPointer, status: FileStatus?) -> Int {
    switch order {
    case .name: 0
    case .date: status?.changedAt ?? 0
    case .taken: status?.takenAt ?? status?.changedAt ?? 0
    case .size: status?.bytes ?? 0
    case .random: Int(truncatingIfNeeded: hash(name))
    }
  }

  /// Words such as `by date, newest first`.
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

  /// FNV-1a of 64 bits, from a seed.
  private func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    let hash = name.reduce(14_695_981_039_346_656_037 ^ seed) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    // The last bytes of a name change only the low bits of that hash.
    return (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
  }
}
