import FolderSources
import Glibc
import ListSources
import SourceItems

/// The kind of a source on the command line, determined by the first bytes of a file.
///
/// A file with a picture's extension is not opened: it counts as a picture, and its tile shows any error.
enum NamedFile: Equatable {
  case url(WebAddress)
  case folder, picture, video, archive, database, list
  /// A pipe of the shell, as in `<(find .)`, whose content is known only after reading.
  case stream
  /// A pipe with a name, into which a program may never write.
  case pipe
  case other
  case missing
  case brokenLink(target: String)
  case unreadable(errno: Int32)

  /// The maximum number of bytes to read to determine the kind.
  private static let sampleBytes = 16 << 10

  /// - Parameters:
  ///   - isAlone: whether this is the only source, so that a list's extension suffices, and errors
  ///     in the list are reported.
  ///   - isAsked: whether databases are queried.
  ///   - columns: the columns of lists.
  init(_ path: String, isAlone: Bool, isAsked: Bool, columns: ColumnNames) {
    var status = stat()
    let name = FileLocation.name(in: Array(path.utf8))
    guard stat(path, &status) == 0 else {
      self = [ENOENT, ENOTDIR].contains(errno) ? .missing : .unreadable(errno: errno)
      if self == .missing, let target = Self.target(of: path) { self = .brokenLink(target: target) }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFIFO: self = ["/dev/", "/proc/"].contains(where: path.hasPrefix) ? .stream : .pipe
    case S_IFREG where name.withUnsafeBytes(PictureNames.isPicture): self = .picture
    case S_IFREG:
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else {
        self = .unreadable(errno: errno)
        return
      }
      let sample = OpenInput(descriptor).bytes(from: 0, count: Self.sampleBytes)
      let kind = name.withUnsafeBytes {
        Self.kind(of: sample[...], named: $0, isAlone: isAlone, isAsked: isAsked)
      }
      self = kind ?? (Self.isList(sample, at: path, columns) ? .list : .other)
    default: self = .other
    }
  }

  /// Returns the kind of a file; nil if it may still be a list.
  private static func kind(
    of sample: ArraySlice<UInt8>, named name: UnsafeRawBufferPointer, isAlone: Bool, isAsked: Bool
  ) -> NamedFile? {
    if PictureSignature.begins(sample) { return .picture }
    if sample.starts(with: DatabaseFile.mark) { return isAlone || isAsked ? .database : .other }
    if PictureNames.hasEnding(of: ArchiveSource.endings, name) { return .archive }
    if sample.starts(with: ArchiveSource.mark), !OtherEndings.includes(name) { return .archive }
    if PictureNames.isVideo(name) { return .video }
    return isAlone && PictureNames.hasEnding(of: ListDetection.endings, name) ? .list : nil
  }

  /// The target of a symbolic link; nil for other files.
  private static func target(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    return count < 0
      ? nil : String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func isList(_ sample: [UInt8], at path: String, _ columns: ColumnNames) -> Bool {
    let bytes = Array(path.utf8)
    let folder = bytes.dropLast(FileLocation.name(in: bytes).count)
    return ListDetection(ending: ListDetection.ending(of: path), columns: columns)
      .namesPictures(in: sample, isWhole: sample.count < sampleBytes, from: Array(folder))
  }
}
