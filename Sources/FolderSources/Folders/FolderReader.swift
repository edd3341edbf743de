import Glibc
import SourceItems

/// Finds the pictures in a folder, and optionally in its subfolders.
///
/// Hidden names are skipped. Loops of links are read once; devices, pipes and broken links are
/// ignored. A file is opened only if its extension is unknown: its first bytes show whether it is a
/// picture.
struct FolderReader {
  /// The kind of a directory entry.
  enum Kind: Hashable {
    case picture, folder
    /// A video that doesn't count as a picture.
    case video
    /// A symbolic link with a picture's name that leads to no file.
    case brokenLink
    case other
  }

  private struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  /// A folder being read.
  struct Folder: Hashable {
    /// The path below the root, with a trailing slash; empty for the root.
    let path: [UInt8]
    /// The number of folders read before it.
    let number: Int
    /// The modification time before it was read; nil if that was just before.
    let changedAt: Int?
  }

  /// A finding, in order.
  enum Finding {
    /// The folder of the following pictures.
    case folder(Folder)
    /// A picture; its name is valid only during the call.
    case picture(UnsafeRawBufferPointer, FileStatus?)
  }

  /// The names that count as pictures.
  struct Choice {
    /// A picture in the root named on the command line, which is shown even if hidden.
    var named: [UInt8]?
    var videos = VideoChoice.leftOut
    /// The extensions to look for instead of pictures; nil for pictures.
    var endings: [String]?
  }

  /// The time within which two changes may have the same timestamp, in nanoseconds.
  private static let clockTick = 50_000_000

  private let root: [UInt8]
  private let isRecursive: Bool
  private let choice: Choice
  private var waiting: [[UInt8]] = [[]]
  private var open: (stream: OpaquePointer, folder: Folder)?
  private var visited: Set<Identity> = []
  /// Whether to read the status of each file.
  var needsStatus: Bool
  /// The entries that were found and left out.
  private(set) var leftOut = LeftOutEntries()
  /// The number of subfolders that could not be read.
  private(set) var unreadableFolders = 0
  /// Whether all folders were read to their end.
  private(set) var isWhole = true

  /// - Parameters:
  ///   - root: the path of the folder, with a trailing slash unless empty.
  ///   - choice: the names that count as pictures.
  init(
    root: [UInt8], isRecursive: Bool, choice: Choice = Choice(), needsStatus: Bool = false
  ) {
    self.root = root
    self.isRecursive = isRecursive
    self.choice = choice
    self.needsStatus = needsStatus
  }

  /// Reads the next name, and passes it on if it is a picture's.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: an error if the root can't be read.
  mutating func readOn(_ take: (Finding) -> Void) throws(SourceError) -> Bool {
    guard let (stream, folder) = open else {
      guard try openNextFolder(), let open else { return false }
      take(.folder(open.folder))
      return true
    }
    errno = 0
    guard let entry = readdir(stream) else {
      if errno != 0 {
        isWhole = false
        unreadableFolders += 1
      }
      close()
      return true
    }
    withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      let name = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
      look(at: name, type: Int(entry.pointee.d_type), in: folder, dirfd(stream), take)
    }
    return true
  }

  /// Stops reading early.
  mutating func close() {
    if let open { closedir(open.stream) }
    open = nil
  }

  private mutating func look(
    at name: UnsafeRawBufferPointer, type: Int, in folder: Folder, _ descriptor: Int32,
    _ take: (Finding) -> Void
  ) {
    let isNamed = folder.path.isEmpty && choice.named?.elementsEqual(name) == true
    guard isNamed || name.first != UInt8(ascii: "."), !name.isEmpty else { return }
    // A file named on the command line needs no check.
    switch isNamed ? .picture : Self.kind(of: name, type: type, in: descriptor, choice) {
    case .folder:
      if isRecursive {
        waiting.append(folder.path + name + [UInt8(ascii: "/")])
      } else {
        leftOut.folders += 1
      }
    case .video: if choice.videos == .withoutTool { leftOut.videos += 1 }
    case .picture:
      take(.picture(name, needsStatus ? FileStatus(of: name, in: descriptor) : nil))
    case .brokenLink: leftOut.brokenLinks += 1
    case .other: break
    }
  }

  private mutating func openNextFolder() throws(SourceError) -> Bool {
    while let path = waiting.popLast() {
      guard let stream = (root + path).folderPath.withPath({ opendir($0) }) else {
        if path.isEmpty {
          throw .unreadable(
            String(decoding: root, as: UTF8.self), reason: String(cString: strerror(errno)))
        }
        unreadableFolders += 1
        continue
      }
      // A folder that was already read has another path, too.
      guard let folder = visit(stream, at: path) else {
        closedir(stream)
        continue
      }
      open = (stream, folder)
      return true
    }
    return false
  }

  /// Returns the folder, unless it was already read.
  private mutating func visit(_ stream: OpaquePointer, at path: [UInt8]) -> Folder? {
    var (status, now) = (stat(), timespec())
    guard fstat(dirfd(stream), &status) == 0 else { return nil }
    let number = visited.count
    let identity = Identity(device: status.st_dev, inode: status.st_ino)
    guard visited.insert(identity).inserted else { return nil }
    clock_gettime(CLOCK_REALTIME, &now)
    let changedAt = Int(nanosecondsAt: status.st_mtim)
    let isRecent =
      Int(nanosecondsAt: now).subtractingReportingOverflow(changedAt)
      .partialValue.magnitude < Self.clockTick
    return Folder(path: path, number: number, changedAt: isRecent ? nil : changedAt)
  }

  // MARK: - Kinds of names

  /// Returns the kind of a name: known extensions are trusted, and other files are opened.
  ///
  /// Files with extensions of other kinds (`OtherEndings`) are not opened.
  ///
  /// - Parameters:
  ///   - type: the type in the directory entry, such as `DT_REG`, or `DT_UNKNOWN`.
  ///   - folder: the descriptor of the folder.
  static func kind(
    of name: UnsafeRawBufferPointer, type: Int, in folder: Int32, _ choice: Choice
  ) -> Kind {
    var type = type
    if type == DT_LNK || type == DT_UNKNOWN {
      var status = stat()
      guard Array(name).withPath({ fstatat(folder, $0, &status, 0) }) == 0 else {
        return type == Int(DT_LNK) && isPicture(name, choice) ? .brokenLink : .other
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: type = Int(DT_REG)
      case S_IFDIR: type = Int(DT_DIR)
      default: return .other
      }
    }
    if type == DT_DIR { return .folder }
    guard type == DT_REG else { return .other }
    if isPicture(name, choice) { return .picture }
    if choice.endings != nil { return .other }
    if PictureNames.isVideo(name) { return choice.videos == .shown ? .picture : .video }
    return !OtherEndings.includes(name) && beginsAsPicture(name, in: folder) ? .picture : .other
  }

  private static func isPicture(_ name: UnsafeRawBufferPointer, _ choice: Choice) -> Bool {
    choice.endings.map { PictureNames.hasEnding(of: $0, name) } ?? PictureNames.isPicture(name)
  }

  private static func beginsAsPicture(_ name: UnsafeRawBufferPointer, in folder: Int32) -> Bool {
    let file = Array(name).withPath { openat(folder, $0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    return file >= 0 && PictureSignature.begins(OpenInput(file))
  }
}

extension FileStatus {
  /// Reads the status of a file in a folder; nil if it doesn't exist.
  init?(of name: UnsafeRawBufferPointer, in folder: Int32) {
    var status = stat()
    guard Array(name).withPath({ fstatat(folder, $0, &status, 0) }) == 0 else { return nil }
    self.init(changedAt: Int(nanosecondsAt: status.st_mtim), bytes: Int(status.st_size))
  }

  /// Reads the status of a file; nil if it doesn't exist.
  init?(at path: [UInt8]) {
    guard let status = path.withUnsafeBytes({ FileStatus(of: $0, in: AT_FDCWD) }) else {
      return nil
    }
    self = status
  }
}
