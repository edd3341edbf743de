import Glibc

/// An open folder, whose files are accessed by name.
///
/// If the folder is replaced meanwhile, writes still go to the original one.
package struct Folder: ~Copyable {
  private let file: OpenFile

  /// Opens a folder by its path, following symbolic links, because a person chose it.
  package init(_ path: String) throws(SystemError) {
    file = try OpenFile(takingOver: Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  private init(_ name: String, in folder: borrowing Folder) throws(SystemError) {
    file = try OpenFile(name, in: folder.file.descriptor, O_RDONLY | O_DIRECTORY)
  }

  /// Makes a folder and missing parents; other users can't access them.
  package static func make(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex
    else { throw .latest }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .latest }
  }

  /// Opens a subfolder by name.
  package func folder(_ name: String) throws(SystemError) -> Folder { try Folder(name, in: self) }

  /// Opens a subfolder by name, making it if missing; other users can't access it.
  package func makeFolder(_ name: String) throws(SystemError) -> Folder {
    do { return try folder(name) } catch { guard error.isAbsence else { throw error } }
    guard mkdirat(file.descriptor, name, 0o700) == 0 || errno == EEXIST else { throw .latest }
    return try folder(name)
  }

  /// Opens a file by name.
  package func open(_ name: String, _ flags: Int32) throws(SystemError) -> OpenFile {
    try OpenFile(name, in: file.descriptor, flags)
  }

  package func rename(_ name: String, to newName: String) throws(SystemError) {
    guard renameat(file.descriptor, name, file.descriptor, newName) == 0 else { throw .latest }
  }

  /// Removes a file, if it exists.
  package func remove(_ name: String) throws(SystemError) {
    guard unlinkat(file.descriptor, name, 0) != 0 else { return }
    let error = SystemError.latest
    // A read-only file system refuses before checking whether the file exists.
    if status(of: name) != nil { throw error }
  }

  /// The status of a file by name; symbolic links are not followed.
  package func status(of name: String) -> FileStatus? {
    var status = stat()
    guard fstatat(file.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStatus(status)
  }

  /// The names in the folder, in any order.
  package func names() throws(SystemError) -> [String] {
    let copy = openat(file.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw .latest }
    guard let stream = fdopendir(copy) else {
      close(copy)
      throw .latest
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // An entry's memory ends after its name, so it must not be copied as a struct.
      guard let name = UnsafePointer(entry).pointer(to: \.d_name) else { continue }
      names.append(String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)))
    }
    return names
  }
}
