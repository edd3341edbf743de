import Glibc

/// A regular file whose content is replaced completely or not at all.
///
/// The new content is written to a file next to it, which is renamed once it is on the disk. So
/// neither a full disk nor a crash loses the old content.
struct ReplacedFile {
  private let path: String
  /// The person's name for it, for errors.
  private let name: String
  private let mode: mode_t
  private var new: Descriptor?

  /// Checks that the file can be replaced; changes nothing.
  ///
  /// - Parameters:
  ///   - path: the path of an existing or new file; not a link.
  ///   - mode: the mode of the existing file; nil for the default of a new one.
  init(path: String, mode: mode_t?, name: String) throws(OutputError) {
    self.path = path
    self.name = name
    self.mode = mode ?? 0
    if mode != nil, access(path, W_OK) != 0 { throw OutputError(name, code: errno) }
    try discard(makeNew())
  }

  /// Appends to the new content.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    let file = try opened()
    do throws(OutputError) { try file.write(bytes) } catch {
      give(up: file)
      throw error
    }
  }

  /// Replaces the old content.
  mutating func finish() throws(OutputError) {
    let file = try opened()
    guard fsync(file.number) == 0, mode == 0 || fchmod(file.number, mode) == 0,
      rename(newPath, path) == 0
    else {
      let problem = errno
      give(up: file)
      throw OutputError(name, code: problem)
    }
    close(file.number)
    new = nil
  }

  private var newPath: String { "\(path).\(getpid()).part" }

  private mutating func opened() throws(OutputError) -> Descriptor {
    if let new { return new }
    let file = try makeNew()
    new = file
    return file
  }

  private func makeNew() throws(OutputError) -> Descriptor {
    let number = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw OutputError(name, code: errno) }
    return Descriptor(number: number, name: name)
  }

  private mutating func give(up file: Descriptor) {
    discard(file)
    new = nil
  }

  private func discard(_ file: Descriptor) {
    close(file.number)
    unlink(newPath)
  }
}
