import CFileActions
import CacheFiles
import Glibc
import SourceItems

/// The system calls of file actions, by names in open folders.
///
/// A folder that another program replaces meanwhile does not lead elsewhere. The last component of a
/// path is never followed if it is a symbolic link.
package struct FileSystem: Sendable {
  /// A system call that may fail.
  package enum Call: Hashable, Sendable {
    case openFolder, makeFolder, list, status, open, create, read, write, truncate, synchronize
    case lock, move, replace, link, remove, copy, setAttributes
  }

  private let admit: @Sendable (Call) throws(SystemError) -> Void
  private let volume: @Sendable ([UInt8]) -> UInt64?

  /// - Parameters:
  ///   - admit: is called before each system call, and throws instead of it; tests seed failures.
  ///   - volume: the volume of a folder by its path, if it is not its device; tests have one disk.
  package init(
    admit: @escaping @Sendable (Call) throws(SystemError) -> Void = { _ in },
    volume: @escaping @Sendable ([UInt8]) -> UInt64? = { _ in nil }
  ) {
    self.admit = admit
    self.volume = volume
  }

  func check(_ call: Call) throws(SystemError) { try admit(call) }

  static func succeed(_ result: some SignedInteger) throws(SystemError) {
    if result < 0 { throw .latest }
  }
}

// MARK: - Folders

extension FileSystem {
  /// Opens a folder by its path, following symbolic links, because a person chose it.
  func folder(_ path: [UInt8]) throws(SystemError) -> OpenFolder {
    try check(.openFolder)
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return try opened(path.folderPath.withPath { Glibc.open($0, flags) }, path)
  }

  /// Opens a subfolder that is no symbolic link.
  func subfolder(_ name: [UInt8], of folder: OpenFolder) throws(SystemError) -> OpenFolder {
    try check(.openFolder)
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    return try opened(
      name.withPath { openat(folder.descriptor, $0, flags) }, FileLocation.join(folder.path, name))
  }

  /// Makes a subfolder that only this user can access, unless there is an entry of that name.
  func makeSubfolder(_ name: [UInt8], of folder: OpenFolder) throws(SystemError) {
    try check(.makeFolder)
    guard name.withPath({ mkdirat(folder.descriptor, $0, 0o700) }) != 0, errno != EEXIST else {
      return
    }
    throw .latest
  }

  /// Makes a folder and missing parents, which only this user can access.
  func makeFolders(_ path: [UInt8]) throws(SystemError) {
    try check(.makeFolder)
    guard path.withPath({ mkdir($0, 0o700) }) != 0, errno != EEXIST else { return }
    let error = SystemError.latest
    guard error.number == ENOENT, let parent = EntryPath(path)?.folder else { throw error }
    try makeFolders(parent)
    guard path.withPath({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else { throw .latest }
  }

  /// The names in a folder, in any order, without `.` and `..`.
  ///
  /// - Parameter limit: the most names to read; a folder with more gives nil.
  func names(in folder: OpenFolder, limit: Int) throws(SystemError) -> [[UInt8]]? {
    let names = try someNames(in: folder, limit: limit + 1)
    return names.count > limit ? nil : names
  }

  /// The names in a folder, in any order, without `.` and `..`.
  func names(in folder: OpenFolder) throws(SystemError) -> [[UInt8]] {
    try someNames(in: folder, limit: .max)
  }

  private func someNames(in folder: OpenFolder, limit: Int) throws(SystemError) -> [[UInt8]] {
    try check(.list)
    let copy = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw .latest }
    guard let stream = fdopendir(copy) else {
      close(copy)
      throw .latest
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while names.count < limit, let entry = readdir(stream) {
      // An entry's memory ends after its name, so it must not be copied as a struct.
      guard let start = UnsafePointer(entry).pointer(to: \.d_name) else { continue }
      let name = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
      let length = strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
      let bytes = Array(UnsafeBufferPointer(start: name, count: length))
      if bytes != Array(".".utf8), bytes != Array("..".utf8) { names.append(bytes) }
    }
    return names
  }

  /// The path of a folder without symbolic links.
  func canonicalPath(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    try check(.status)
    guard let resolved = path.folderPath.withPath({ realpath($0, nil) }) else { throw .latest }
    defer { free(resolved) }
    let count = strlen(resolved)
    return resolved.withMemoryRebound(to: UInt8.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// Whether this process may add and remove entries of a folder.
  func isWritable(_ folder: OpenFolder) -> Bool {
    faccessat(folder.descriptor, ".", W_OK | X_OK, 0) == 0
  }

  private func opened(_ descriptor: Int32, _ path: [UInt8]) throws(SystemError) -> OpenFolder {
    let file = try OpenFile(takingOver: descriptor)
    var status = stat()
    try Self.succeed(fstat(descriptor, &status))
    return OpenFolder(
      path: path, file: file, volume: volume(path) ?? UInt64(status.st_dev),
      inode: UInt64(status.st_ino), owner: status.st_uid, mode: status.st_mode)
  }
}

// MARK: - Entries

extension FileSystem {
  /// The status of an entry; nil if it is missing.
  func status(_ name: [UInt8], in folder: OpenFolder) throws(SystemError) -> EntryStatus? {
    try check(.status)
    var status = stat()
    let result = name.withPath { fstatat(folder.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
    if result == 0 { return EntryStatus(status) }
    if errno == ENOENT { return nil }
    throw .latest
  }

  func status(of file: borrowing OpenFile) throws(SystemError) -> EntryStatus {
    try check(.status)
    var status = stat()
    try Self.succeed(fstat(file.descriptor, &status))
    return EntryStatus(status)
  }

  /// Opens a file that is no symbolic link, without blocking on pipes.
  func open(
    _ name: [UInt8], in folder: OpenFolder, _ flags: Int32 = O_RDONLY
  ) throws(SystemError) -> OpenFile {
    try check(.open)
    let all = flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    return try OpenFile(takingOver: name.withPath { openat(folder.descriptor, $0, all, 0o600) })
  }

  /// Creates a file for this user; fails if there is an entry of that name.
  func create(
    _ name: [UInt8], in folder: OpenFolder, _ flags: Int32 = O_WRONLY
  ) throws(SystemError) -> OpenFile {
    try check(.create)
    let all = flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return try OpenFile(takingOver: name.withPath { openat(folder.descriptor, $0, all, 0o600) })
  }

  /// Renames an entry; fails if there is one of the new name, or on another volume.
  ///
  /// A file system that can't refuse to replace gets a second link to the file instead.
  func move(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in newFolder: OpenFolder
  ) throws(SystemError) {
    do throws(SystemError) {
      try check(.move)
      if folder.volume != newFolder.volume { throw SystemError(number: EXDEV) }
      try Self.succeed(
        name.withPath { from in
          newName.withPath {
            file_actions_rename(folder.descriptor, from, newFolder.descriptor, $0)
          }
        })
    } catch {
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.number) else { throw error }
      try link(name, in: folder, to: newName, in: newFolder)
      try remove(name, in: folder)
    }
  }

  private func link(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in newFolder: OpenFolder
  ) throws(SystemError) {
    try check(.link)
    try Self.succeed(
      name.withPath { from in
        newName.withPath { linkat(folder.descriptor, from, newFolder.descriptor, $0, 0) }
      })
  }

  /// Renames a file, and replaces another one in the same folder.
  func replace(
    _ name: [UInt8], by newName: [UInt8], in folder: OpenFolder
  ) throws(SystemError) {
    try check(.replace)
    try Self.succeed(
      newName.withPath { from in
        name.withPath { renameat(folder.descriptor, from, folder.descriptor, $0) }
      })
  }

  /// Removes the name of a file.
  func remove(_ name: [UInt8], in folder: OpenFolder) throws(SystemError) {
    try check(.remove)
    try Self.succeed(name.withPath { unlinkat(folder.descriptor, $0, 0) })
  }
}
