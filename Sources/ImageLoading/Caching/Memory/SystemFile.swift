import Glibc

/// A small text file of the kernel, read completely.
struct SystemFile {
  /// The maximum size; `meminfo` has about 2 KB.
  private static let largestBytes = 64 << 10

  let lines: [Substring]

  /// Reads a file, up to the maximum size; returns nil if that fails.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.largestBytes) { buffer, count in
      while count < buffer.count {
        let part = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        guard part > 0 else { break }
        count += part
      }
    }
    lines = String(decoding: bytes, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"))
      .map { Substring($0) }
  }

  /// The number in the first line.
  var number: Int? { lines.first.flatMap { Int($0) } }

  /// Returns the number after `name` in the line that starts with it.
  func number(after name: String) -> Int? {
    let words = lines.lazy.map { $0.split(separator: " ") }.first { $0.first == name[...] }
    return words?.dropFirst().first.flatMap { Int($0) }
  }
}
