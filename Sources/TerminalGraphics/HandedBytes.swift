import Glibc
import Raster

/// A medium for bytes to a terminal on the same machine, which reads and removes them.
package enum LocalMedium: CaseIterable, Hashable, Sendable {
  /// A POSIX shared memory object.
  case sharedMemory
  /// A file in `/tmp`.
  case temporaryFile

  /// The protocol's letter for it.
  package var letter: StaticString {
    switch self {
    case .sharedMemory: "s"
    case .temporaryFile: "t"
    }
  }

  /// The folder that contains its objects as files.
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
package final class HandedBytes {
  package let medium: LocalMedium
  package let count: Int
  private let file: String

  /// The start of a name, which a terminal requires before it removes a file.
  ///
  /// It contains the namespace, because process ids are unique only in theirs, and containers may
  /// share a folder.
  private static let mark = "tty-graphics-protocol-filmstrip-\(processNamespace())-"

  /// Creates the bytes.
  ///
  /// Room is reserved before `fill` writes, because writing to memory without room would kill the
  /// process.
  /// - Parameters:
  ///   - count: at least 1.
  ///   - fill: writes all bytes from the address that it is given.
  /// - Returns: nil when there is no room, or no such medium.
  package init?(_ count: Int, by medium: LocalMedium, fill: (UnsafeMutableRawPointer) -> Void) {
    let secret = String(UInt64.random(in: .min ... .max), radix: 36)
    let file = "\(Self.mark)\(getpid())-\(secret)"
    // The system stores shared memory objects as files; only the name for the terminal differs.
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open("\(medium.folder)/\(file)", flags, 0o600)
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
  package var payload: [UInt8] { Base64.text(of: Array(name.utf8)) }

  /// True when the terminal has removed the name, as it does when it has read the bytes.
  package var isTaken: Bool { access(path, F_OK) != 0 }

  private var path: String { "\(medium.folder)/\(file)" }

  /// The number of the namespace for process ids; 0 if unknown.
  private static func processNamespace() -> UInt64 {
    var status = stat()
    return stat("/proc/self/ns/pid", &status) == 0 ? UInt64(status.st_ino) : 0
  }
}

// MARK: - Leftovers

extension HandedBytes {
  /// Removes the bytes of killed processes.
  ///
  /// - Complexity: O(entries of the folders), which may be many for a frame.
  package static func removeLeftovers() {
    for medium in LocalMedium.allCases {
      guard let folder = opendir(medium.folder) else { continue }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let leftover = withUnsafeBytes(of: &entry.pointee.d_name) { leftoverName(in: $0) }
        if let leftover { unlink("\(medium.folder)/\(leftover)") }
      }
    }
  }

  /// The name of a folder's entry if its process no longer exists.
  private static func leftoverName(in entry: UnsafeRawBufferPointer) -> String? {
    guard entry.starts(with: mark.utf8) else { return nil }
    let name = String(decoding: entry.prefix { $0 != 0 }, as: UTF8.self)
    guard let maker = pid_t(name.dropFirst(mark.count).prefix { $0 != "-" }), maker > 0,
      kill(maker, 0) != 0, errno == ESRCH
    else { return nil }
    return name
  }
}
