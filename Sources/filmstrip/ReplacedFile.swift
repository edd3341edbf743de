import Glibc

/// A file whose content is replaced as a whole or not at all.
///
/// The new content goes into a file beside it, which takes the name when it is on the disk; so
/// neither a full disk nor a crash loses the old one.
struct ReplacedFile {
  private let path: String
  /// What the person called it, for what can go wrong.
  private let name: String
  private let mode: mode_t

  /// Makes sure that it can be replaced; nothing is changed.
  ///
  /// - Parameters:
  ///   - path: of a file that is there, of a link to one, or of one to be.
  ///   - option: what the path was given for, as `--record`.
  /// - Throws: when there is something else than a file, or no file can be made beside it.
  init(path: String, option: String) throws(StartError) {
    name = "\(option) \(path)"
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(name) }
      guard access(path, W_OK) == 0 else { throw .system(name, errno) }
      mode = status.st_mode & 0o777
      self.path = Self.resolved(path)
    } else {
      guard errno == ENOENT, !path.isEmpty else { throw .system(name, errno) }
      mode = 0
      self.path = path
    }
    close(try makeNew())
    unlink(new)
  }

  /// Gives it a new content, whole or not at all.
  func replace(with bytes: some Sequence<UInt8>) throws(StartError) {
    let file = try makeNew()
    do throws(StartError) {
      defer { close(file) }
      try Descriptor(number: file).write(bytes)
      guard fsync(file) == 0, mode == 0 || fchmod(file, mode) == 0 else {
        throw .system(name, errno)
      }
    } catch {
      unlink(new)
      throw error
    }
    guard rename(new, path) == 0 else {
      let problem = errno
      unlink(new)
      throw .system(name, problem)
    }
  }

  private var new: String { "\(path).\(getpid()).part" }

  private func makeNew() throws(StartError) -> Int32 {
    let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .system(name, errno) }
    return file
  }

  /// Where links lead in the end.
  private static func resolved(_ path: String) -> String {
    guard let text = realpath(path, nil) else { return path }
    defer { free(text) }
    return String(cString: text)
  }
}
