import Glibc

/// The part of a terminal that reads what programs hand over by name, and removes it.
package enum HandedReader {
  /// Reads and removes a shared memory object that only its owner may read.
  package static func takeObject(_ name: String) -> [UInt8]? {
    guard name.hasPrefix("/"), !name.dropFirst().contains("/") else { return nil }
    defer { shm_unlink(name) }
    return contents(of: shm_open(name, O_RDONLY, 0))
  }

  /// Reads and removes a temporary file, if a terminal would.
  package static func takeFile(_ path: String) -> [UInt8]? {
    guard path.hasPrefix("/tmp/"), path.contains("tty-graphics-protocol") else { return nil }
    defer { unlink(path) }
    return contents(of: open(path, O_RDONLY | O_NOFOLLOW))
  }

  package static func isRemoved(_ name: String) -> Bool {
    access(name, F_OK) != 0 && access("/dev/shm" + name, F_OK) != 0
  }

  private static func contents(of descriptor: Int32) -> [UInt8]? {
    var facts = stat()
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard fstat(descriptor, &facts) == 0, facts.st_mode & 0o777 == 0o600 else { return nil }
    let size = Int(facts.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      count = max(0, pread(descriptor, bytes.baseAddress, size, 0))
    }
  }
}
