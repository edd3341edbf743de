import Synchronization

/// The conversions of the last files that needed one: the pictures of a camera have one profile.
final class ConversionCache: Sendable {
  static let shared = ConversionCache()
  /// With profiles of the largest size, 32 MB.
  private static let capacity = 8

  private struct Entry {
    let tag: ColorTag
    let conversion: ColorConversion
  }

  /// The latest first.
  private let entries = Mutex<[Entry]>([])

  /// The conversion of a file, which is prepared unless it is here.
  ///
  /// Profiles are compared byte by byte, so that no collision lends one to another's file.
  func conversion(_ tag: ColorTag) -> ColorConversion {
    if tag == .sRGB { return .none }
    if let found = entries.withLock({ $0.moveToFront { $0.tag == tag } }) {
      return found.conversion
    }
    // Without the lock, because others need not wait for a profile that is not theirs.
    let entry = Entry(tag: tag, conversion: ColorConversion(tag))
    return entries.withLock { entries in
      // The first screen of a camera's pictures makes the same one on every thread.
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
