/// A file of tagged values that a test writes from its end: what is pointed to comes first.
package struct DirectorySketch {
  package struct Entry {
    package enum Value {
      case short(Int)
      case long(Int)
      case longs([Int])
      case directory(Int)
      case text(String)
      case block([UInt8])
    }

    let tag: Int
    let value: Value

    package init(_ tag: Int, _ value: Value) {
      self.tag = tag
      self.value = value
    }
  }

  package var bytes: [UInt8]
  /// The offset of the first directory.
  package var start = 0

  /// - Parameter start: the first bytes, up to the offset of the first directory.
  package init(start: [UInt8]) { bytes = start + [0, 0, 0, 0] }

  /// Adds bytes; returns where they are.
  package mutating func append(_ content: [UInt8]) -> Int {
    defer { bytes += content }
    return bytes.count
  }

  /// Adds a directory and what it points to; returns where it is.
  package mutating func directory(_ entries: [Entry], next: Int = 0) -> Int {
    var fields: [UInt8] = []
    for entry in entries.sorted(by: { $0.tag < $1.tag }) { fields += field(entry) }
    return append(little(entries.count, 2) + fields + little(next, 4))
  }

  /// A directory that points to nothing.
  package func plainDirectory(_ entries: [Entry]) -> [UInt8] {
    var copy = self
    let place = copy.directory(entries)
    return Array(copy.bytes[place...])
  }

  /// The whole file.
  package var finished: [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(4..<8, with: little(start, 4))
    return bytes
  }

  private mutating func field(_ entry: Entry) -> [UInt8] {
    let (kind, count, content): (Int, Int, [UInt8]) =
      switch entry.value {
      case .short(let value): (3, 1, little(value, 2))
      case .long(let value): (4, 1, little(value, 4))
      case .longs(let values): (4, values.count, values.flatMap { little($0, 4) })
      case .directory(let place): (13, 1, little(place, 4))
      case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
      case .block(let block): (7, block.count, block)
      }
    let head = little(entry.tag, 2) + little(kind, 2) + little(count, 4)
    if content.count <= 4 {
      return head + content + Array(repeating: 0, count: 4 - content.count)
    }
    return head + little(append(content), 4)
  }

  private func little(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
