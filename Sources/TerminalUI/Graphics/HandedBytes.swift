import Glibc
import Raster

/// A way to hand bytes to a terminal on the same machine, which reads and removes them.
package enum LocalMedium: CaseIterable, Hashable, Sendable {
  /// A POSIX shared memory object.
  case sharedMemory
  /// A file in `/tmp`.
  case temporaryFile

  /// The protocol's letter for it.
  var letter: StaticString {
    switch self {
    case .sharedMemory: "s"
    case .temporaryFile: "t"
    }
  }
}

/// Bytes that other programs of the same person can read by a secret name.
///
/// The terminal removes the name when it has read the bytes. The end of this object does so where
/// the terminal has not.
final class HandedBytes {
  let medium: LocalMedium
  let count: Int
  /// The name of the object, or the path of the file.
  let name: String

  /// The part of a name that makes a terminal willing to remove a file.
  private static let mark = "tty-graphics-protocol"

  /// Creates bytes.
  ///
  /// Room is reserved before `fill` writes, because a write to memory that there is no room for
  /// would end the process.
  /// - Parameters:
  ///   - count: at least 1.
  ///   - fill: writes all bytes from the address that it is given.
  /// - Returns: nil when there is no room, or no such medium.
  init?(_ count: Int, by medium: LocalMedium, fill: (UnsafeMutableRawPointer) -> Void) {
    let file = "/\(Self.mark)-filmstrip-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let name = medium == .sharedMemory ? file : "/tmp" + file
    let descriptor = Self.create(name, by: medium)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    self.medium = medium
    self.count = count
    self.name = name
    guard posix_fallocate(descriptor, 0, count) == 0 else { return nil }
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    fill(memory)
    munmap(memory, count)
  }

  deinit {
    switch medium {
    case .sharedMemory: shm_unlink(name)
    case .temporaryFile: unlink(name)
    }
  }

  /// The name in Base64, as the protocol carries it.
  var payload: [UInt8] { Base64.text(of: Array(name.utf8)) }

  private static func create(_ name: String, by medium: LocalMedium) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    return switch medium {
    case .sharedMemory: shm_open(name, flags, 0o600)
    case .temporaryFile: open(name, flags, 0o600)
    }
  }
}
