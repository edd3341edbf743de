import Glibc

/// A folder that is being read.
///
/// Its names are those of its last reading, where nothing has come or gone since.
final class OpenFolder {
  /// What came of reading on.
  enum Progress {
    case more, end, brokenOff
  }

  /// Fewer names take the system less than 3 ms.
  static let fewNames = 5_000

  let folder: FolderReader.Folder
  private let stream: OpaquePointer
  private let memory: (any FolderMemory)?
  private let identity: FolderIdentity
  /// Whether what is read now may be kept.
  private let isKeepable: Bool
  /// The names that were kept, and the next of them.
  private var kept: (entries: FolderEntries, next: Int)?
  /// The names that are read.
  private var found = FolderEntries()

  /// - Parameters:
  ///   - stream: closed with the end of this.
  ///   - status: what the system says of the folder.
  ///   - memory: nil for none.
  ///   - now: nanoseconds since 1970.
  init(
    _ folder: FolderReader.Folder, _ stream: OpaquePointer, status: stat,
    memory: (any FolderMemory)?, now: Int
  ) {
    self.folder = folder
    self.stream = stream
    identity = FolderIdentity(status)
    // No file system counts less than a byte for a name. A small folder need not wait for a memory on a slow disk.
    self.memory = identity.bytes >= Self.fewNames ? memory : nil
    kept = self.memory?.entries(of: identity).map { ($0, 0) }
    isKeepable = self.memory != nil && kept == nil && identity.isSettled(at: now)
  }

  var descriptor: Int32 { dirfd(stream) }

  /// Hands over the next name, which is valid meanwhile, and what the folder says of it.
  func readOn(_ take: (UnsafeRawBufferPointer, UInt8) -> Void) -> Progress {
    if let (entries, next) = kept {
      if next == entries.count { return .end }
      kept?.next = next + 1
      let (name, type) = entries[next]
      take(name, type)
      return .more
    }
    errno = 0
    guard let entry = readdir(stream) else {
      if errno != 0 { return .brokenOff }
      remember()
      return .end
    }
    let type = entry.pointee.d_type
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      let name = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
      // The folder itself and the one above it.
      let isDots = name.allSatisfy { $0 == UInt8(ascii: ".") }
      if isKeepable, !isDots { found.add(name, type: type) }
      take(name, type)
    }
    return .more
  }

  deinit { closedir(stream) }

  /// Has the names kept, if they are many and none came or went while they were read.
  private func remember() {
    var status = stat()
    guard isKeepable, found.count >= Self.fewNames, fstat(descriptor, &status) == 0,
      FolderIdentity(status) == identity, FolderIdentity.tellsOfChanges(descriptor)
    else { return }
    memory?.keep(found, of: identity)
  }
}
