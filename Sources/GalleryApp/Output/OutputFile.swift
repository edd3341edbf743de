import Glibc

/// An output named by the person: a file, a link to one, a device, a pipe or a descriptor.
///
/// A regular file is replaced when its content is complete. Any other output is written
/// immediately.
package final class OutputFile {
  private enum Target {
    case replaced(ReplacedFile)
    case open(Descriptor)
  }

  private var target: Target

  /// Checks that the output can be written; a device or a pipe is opened now.
  ///
  /// - Parameters:
  ///   - path: the path; `-` is standard output.
  ///   - option: the path's option, such as `--record`.
  /// - Throws: for a folder, for a pipe without a reader, and for system errors.
  package init(path: String, option: String) throws(OutputError) {
    let name = "\(option) \(path)"
    if path == "-" {
      target = .open(Descriptor(number: STDOUT_FILENO, name: name))
    } else if let number = Self.descriptorNumber(path) {
      target = .open(try Self.duplicate(number, name))
    } else {
      target = try Self.target(at: path, name)
    }
  }

  /// Opens an output that grows while the program runs: a regular file is emptied now.
  ///
  /// - Parameter isHeadless: whether it may be the terminal.
  static func growingFile(
    at path: String, option: String, isHeadless: Bool
  ) throws(OutputError) -> Descriptor {
    let name = "\(option) \(path)"
    let output = try OutputFile(path: path, option: option)
    guard isHeadless || !output.isOwnTerminal else { throw OutputError(ownTerminal: name) }
    if case .open(let file) = output.target { return file }
    return try create(path, named: name, O_TRUNC)
  }

  /// Creates a file that grows while the program runs.
  ///
  /// - Throws: also if there is a file of that name.
  static func newFile(at path: String, option: String) throws(OutputError) -> Descriptor {
    try create(path, named: "\(option) \(path)", O_EXCL)
  }

  private static func create(
    _ path: String, named name: String, _ flags: Int32
  ) throws(OutputError) -> Descriptor {
    let number = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    guard number >= 0 else { throw OutputError(name, code: errno) }
    return Descriptor(number: number, name: name)
  }

  /// Whether it is the terminal in which the program was started.
  var isOwnTerminal: Bool {
    guard case .open(let file) = target else { return false }
    return tcgetpgrp(file.number) >= 0
  }

  /// Writes some bytes, and waits for the reader.
  func append(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    switch target {
    case .open(let file): try file.write(bytes)
    case .replaced(var file):
      defer { target = .replaced(file) }
      try file.append(bytes)
    }
  }

  /// Completes the output; nothing may be written after it.
  func finish() throws(OutputError) {
    guard case .replaced(var file) = target else { return }
    defer { target = .replaced(file) }
    try file.finish()
  }

  /// Writes the complete output.
  package func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    try append(bytes)
    try finish()
  }
}

// MARK: - Existing files

extension OutputFile {
  /// The most consecutive links to follow, as in Linux.
  private static let mostLinks = 40

  private static func target(at path: String, _ name: String) throws(OutputError) -> Target {
    let path = resolved(path)
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT, !path.isEmpty else { throw OutputError(name, code: errno) }
      try requireFolder(of: path, name)
      return .replaced(try ReplacedFile(path: path, mode: nil, name: name))
    }
    let mode = status.st_mode & 0o777
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .replaced(try ReplacedFile(path: path, mode: mode, name: name))
    case S_IFDIR: throw OutputError(name, "a folder; name a file in it")
    case S_IFSOCK: throw OutputError(name, "a socket, which is not written to")
    default: return .open(try opened(path, name))
    }
  }

  /// Opens a device or a pipe without blocking, because `open` would wait for a reader of a pipe.
  private static func opened(_ path: String, _ name: String) throws(OutputError) -> Descriptor {
    surviveReaders()
    let number = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else {
      throw errno == ENXIO
        ? OutputError(name, "nobody reads this pipe; start its reader first")
        : OutputError(name, code: errno)
    }
    return Descriptor(number: number, name: name)
  }

  /// Duplicates a descriptor passed to the program, to write to it directly.
  ///
  /// Opening its path again would write a file from its beginning.
  private static func duplicate(_ number: Int32, _ name: String) throws(OutputError) -> Descriptor {
    surviveReaders()
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0 else { throw OutputError(name, code: errno) }
    guard flags & O_ACCMODE != O_RDONLY else { throw OutputError(name, "open for reading only") }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw OutputError(name, code: errno) }
    return Descriptor(number: copy, name: name)
  }

  /// The descriptor number in a path, as in a shell's process substitution.
  private static func descriptorNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folders = ["/dev/fd/", "/proc/self/fd/"]
      return folders.first { path.hasPrefix($0) }.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  /// Ignores `SIGPIPE`: a reader that leaves is an error of that output, and does not end the
  /// program.
  private static func surviveReaders() { signal(SIGPIPE, SIG_IGN) }

  private static func requireFolder(of path: String, _ name: String) throws(OutputError) {
    let folder = parent(of: path)
    guard access(folder.isEmpty ? "." : folder, F_OK) != 0 else { return }
    throw OutputError(
      name, errno == ENOENT ? "there is no folder \(folder)" : String(cString: strerror(errno)))
  }

  /// The final target of links, even if it does not exist.
  private static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<mostLinks {
      guard let target = linkTarget(of: path) else { return path }
      path = target.hasPrefix("/") ? target : parent(of: path) + target
    }
    return path
  }

  private static func linkTarget(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// The part of a path before the name, including its slash.
  private static func parent(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
  }
}
