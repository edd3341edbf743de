/// The names in a folder, and what the folder says of each, as a reading found them.
///
/// - Complexity: memory is the bytes of the names and 9 for each.
package struct FolderEntries: Sendable {
  private var names = FolderNames()
  private var types: [UInt8] = []

  init() {}

  package var count: Int { types.count }

  /// Adds a name of at most 255 bytes.
  ///
  /// - Parameter type: what the folder says of it, such as `DT_REG`.
  mutating func add(_ name: UnsafeRawBufferPointer, type: UInt8) {
    names.table.add(name, inFolder: 0)
    types.append(type)
  }

  /// A name, valid while the entries live, and its type.
  subscript(index: Int) -> (name: UnsafeRawBufferPointer, type: UInt8) {
    (names.table[index].bytes, types[index])
  }
}

// MARK: - As bytes

extension FolderEntries {
  /// The bytes before a name: its type, how much of the name before it it begins with, and how much follows.
  private static let headBytes = 3

  /// Their number and then the entries in natural order, each without the beginning that it shares with the name
  /// before it (front coding).
  ///
  /// A numbered name takes 8 bytes or so.
  ///
  /// - Complexity: O(n log n) for n names.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: UInt32(count).littleEndian) { bytes.append(contentsOf: $0) }
    var former = UnsafeRawBufferPointer(start: nil, count: 0)
    for number in names.sorted(Array(0..<UInt32(count))) {
      let name = self[Int(number)].name
      var shared = 0
      while shared < min(former.count, name.count), former[shared] == name[shared] { shared += 1 }
      bytes += [types[Int(number)], UInt8(shared), UInt8(name.count - shared)]
      bytes.append(contentsOf: name[shared...])
      former = name
    }
    return bytes
  }

  /// Takes entries from bytes; nil where these are no whole ones, with names that a file can have.
  package init?(encoded bytes: [UInt8]) {
    let countBytes = MemoryLayout<UInt32>.size
    guard bytes.count >= countBytes else { return nil }
    let count = bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    var rest = bytes[countBytes...]
    var name: [UInt8] = []
    while rest.count >= Self.headBytes {
      let (type, shared, fresh) = (
        rest[rest.startIndex], Int(rest[rest.startIndex + 1]), Int(rest[rest.startIndex + 2])
      )
      rest = rest.dropFirst(Self.headBytes)
      let end = rest.prefix(fresh)
      guard shared <= name.count, 1...Int(UInt8.max) ~= shared + fresh, end.count == fresh,
        !end.contains(0), !end.contains(UInt8(ascii: "/"))
      else { return nil }
      name.removeSubrange(shared...)
      name += end
      name.withUnsafeBytes { add($0, type: type) }
      rest = rest.dropFirst(fresh)
    }
    guard rest.isEmpty, self.count == count else { return nil }
  }
}
