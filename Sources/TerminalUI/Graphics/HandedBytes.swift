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

  /// The folder where its objects are files.
  var folder: String {
    switch self {
    case .sharedMemory: "/dev/shm"
    case .temporaryFile: "/tmp"
    }
  }
}

/// Bytes that other programs of the same person can read by a secret name.
///
/// The terminal removes the name when it has read the bytes. The end of this object does so where
/// the terminal has not, and the next program's `removeLeftovers` where this process was killed.
final class HandedBytes {
  let medium: LocalMedium
  let count: Int
  private let file: String

  /// The beginning of a name; its first part makes a terminal willing to remove a file.
  private static let mark = "tty-graphics-protocol-filmstrip-"

  /// Creates bytes.
  ///
  /// Room is reserved before `fill` writes, because a write to memory that there is no room for
  /// would end the process.
  /// - Parameters:
  ///   - count: at least 1.
  ///   - fill: writes all bytes from the address that it is given.
  /// - Returns: nil when there is no room, or no such medium.
  init?(_ count: Int, by medium: LocalMedium, fill: (UnsafeMutableRawPointer) -> Void) {
    let secret = String(UInt64.random(in: .min ... .max), radix: 36)
    let file = "\(Self.mark)\(getpid())-\(secret)"
    let descriptor = Self.create(file, by: medium)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    self.medium = medium
    self.count = count
    self.file = file
    guard posix_fallocate(descriptor, 0, count) == 0 else { return nil }
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    fill(memory)
    munmap(memory, count)
  }

  deinit { unlink(path) }

  /// The name of the object, or the path of the file.
  var name: String { medium == .sharedMemory ? "/" + file : path }

  /// The name in Base64, as the protocol carries it.
  var payload: [UInt8] { Base64.text(of: Array(name.utf8)) }

  /// True when the terminal has removed the name, as it does when it has read the bytes.
  var isTaken: Bool { access(path, F_OK) != 0 }

  private var path: String { "\(medium.folder)/\(file)" }

  private static func create(_ file: String, by medium: LocalMedium) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    return switch medium {
    case .sharedMemory: shm_open("/" + file, flags, 0o600)
    case .temporaryFile: open("\(medium.folder)/\(file)", flags, 0o600)
    }
  }
}

// MARK: - Leftovers

extension HandedBytes {
  /// Removes the bytes of processes that were killed before they could.
  ///
  /// - Complexity: O(entries of the folders).
  static func removeLeftovers() {
    for medium in LocalMedium.allCases {
      guard let folder = opendir(medium.folder) else { continue }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let file = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if isLeftover(file) { unlink("\(medium.folder)/\(file)") }
      }
    }
  }

  /// True for a name that a process gave which is no longer there.
  private static func isLeftover(_ file: String) -> Bool {
    guard file.hasPrefix(mark), let maker = pid_t(file.dropFirst(mark.count).prefix { $0 != "-" }),
      maker > 0
    else { return false }
    return kill(maker, 0) != 0 && errno == ESRCH
  }
}
