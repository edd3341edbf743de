import Glibc

/// A small text file that the kernel writes, read whole.
struct SystemFile {
  /// `memory.stat` has some four kilobytes.
  private static let largestBytes = 64 << 10

  let lines: [Substring]

  /// Nil if the file cannot be read; of a larger one only the beginning is.
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

  /// The number that the file consists of.
  var number: Int? { lines.first.flatMap { Int($0) } }

  /// The words of the line that begins with a certain one, without that one.
  func words(after name: String) -> [Substring]? {
    lines.lazy.map { $0.split(separator: " ") }.first { $0.first == name[...] }.map {
      Array($0.dropFirst())
    }
  }

  /// The number behind a name.
  func number(after name: String) -> Int? {
    words(after: name)?.first.flatMap { Int($0) }
  }
}
