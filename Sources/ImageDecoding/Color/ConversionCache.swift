import Synchronization

/// A cache of conversions, because the pictures of a camera share one profile.
final class ConversionCache: Sendable {
  static let shared = ConversionCache()
  /// The number of entries; 32 MB if all profiles have the largest size.
  private static let capacity = 8

  private struct Entry {
    let tag: ColorTag
    let conversion: ColorConversion
  }

  /// The entries, latest first.
  private let entries = Mutex<[Entry]>([])

  /// Returns the conversion of a file, preparing it if necessary.
  ///
  /// Profiles are compared byte by byte, so that a hash collision can't confuse them.
  func conversion(_ tag: ColorTag) -> ColorConversion {
    if tag == .sRGB { return .none }
    if let found = entries.withLock({ $0.moveToFront { $0.tag == tag } }) {
      return found.conversion
    }
    // Without the lock, because others need not wait for this profile.
    let entry = Entry(tag: tag, conversion: ColorConversion(tag))
    return entries.withLock { entries in
      // Several threads may have prepared the same conversion, as for the first screen of a
      // camera's pictures.
      if let found = entries.moveToFront({ $0.tag == tag }) { return found.conversion }
      entries = Array(([entry] + entries).prefix(Self.capacity))
      return entry.conversion
    }
  }
}

extension Array {
  /// Moves the first match to the front, and returns it.
  fileprivate mutating func moveToFront(_ isMatch: (Element) -> Bool) -> Element? {
    guard let index = firstIndex(where: isMatch) else { return nil }
    let element = self[index]
    if index > 0 { insert(remove(at: index), at: 0) }
    return element
  }
}
