import Glibc

/// File names side by side in one buffer, each with the key that it is sorted by.
struct SortedNames: Sendable {
  /// The key, then the name, up to the next one's key.
  private struct Place: Sendable {
    let key: Int
    let name: Int
    let end: Int
  }

  private var bytes: [UInt8] = []
  private var places: [Place] = []

  var count: Int { places.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[places[index].name..<places[index].end]
  }

  /// Adds a name at the end.
  mutating func add(_ name: some Collection<UInt8>) {
    let start = bytes.count
    PictureNames.appendKey(of: name, to: &bytes)
    let middle = bytes.count
    bytes += name
    places.append(Place(key: start, name: middle, end: bytes.count))
  }

  /// Puts the names in order: by their keys; where those are equal, by their bytes.
  ///
  /// - Complexity: O(n log n).
  mutating func sort() {
    bytes.withUnsafeBytes { bytes in
      places.sort { left, right in
        let keys = Self.compare(
          bytes[left.key..<left.name], bytes[right.key..<right.name])
        if keys != 0 { return keys < 0 }
        return Self.compare(bytes[left.name..<left.end], bytes[right.name..<right.end]) < 0
      }
    }
  }

  /// Negative where the left one comes first, zero where they are equal.
  private static func compare(
    _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>
  ) -> Int {
    let (left, right) = (
      UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right)
    )
    if let a = left.baseAddress, let b = right.baseAddress {
      let order = memcmp(a, b, min(left.count, right.count))
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
