import Glibc
import SourceItems

/// Reads which pictures are in a folder, and in those below it if that is asked for.
///
/// Hidden names are left out. Loops of links are read once; devices, pipes and links to nothing are passed over.
/// Only a name whose ending tells nothing costs a look at a file: its first bytes say whether it is a picture.
struct FolderReader {
  /// What a name stands for.
  enum Kind: Hashable {
    case picture, folder
    /// A video that does not count as a picture.
    case video
    case other
  }

  private struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  /// A folder whose names are read.
  struct Folder: Hashable {
    /// Its path below the root, with a slash at its end; empty for the root.
    let path: [UInt8]
    /// The number of folders that were read before it.
    let number: Int
    /// When a name last came into it or left it, before it was read; nil if that was only just.
    let changedAt: Int?
  }

  /// What comes next.
  enum Finding {
    /// The folder of the pictures that follow.
    case folder(Folder)
    /// A picture; its name is valid while it is handed over.
    case picture(UnsafeRawBufferPointer, FileStatus?)
  }

  /// Which names count.
  struct Choice {
    /// A picture in the root that the person named, and that shows even if it is hidden.
    var named: [UInt8]?
    var videos = VideoChoice.leftOut
    /// The endings of what counts in place of pictures; nil for pictures.
    var endings: [String]?
  }

  /// Changes within this time of another may bear the same time.
  private static let clockTick = 50_000_000

  private let root: [UInt8]
  private let isRecursive: Bool
  private let choice: Choice
  private var waiting: [[UInt8]] = [[]]
  private var open: (stream: OpaquePointer, folder: Folder)?
  private var visited: Set<Identity> = []
  /// Whether the status of each file is read too.
  var needsStatus: Bool
  /// The entries that were found and left out.
  private(set) var leftOut = LeftOutEntries()
  /// The folders below the root that could not be read.
  private(set) var unreadableFolders = 0
  /// Whether no folder broke off.
  private(set) var isWhole = true

  /// - Parameters:
  ///   - root: the path of the folder, with a slash at its end unless it is empty.
  ///   - choice: the names that count.
  init(
    root: [UInt8], isRecursive: Bool, choice: Choice = Choice(), needsStatus: Bool = false
  ) {
    self.root = root
    self.isRecursive = isRecursive
    self.choice = choice
    self.needsStatus = needsStatus
  }

  /// Reads the next name, and hands it over if it is a picture's.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: if the root cannot be read.
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

  /// Ends the reading before its end.
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
    // A person who named it has said what it is.
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
      // One that was read before is reached by another way.
      guard let folder = visit(stream, at: path) else {
        closedir(stream)
        continue
      }
      open = (stream, folder)
      return true
    }
    return false
  }

  /// A folder that has not been read; nil for one that has.
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

  // MARK: - What a name stands for

  /// Decides what a name stands for: a known ending is believed, and other files are opened unless their endings are of
  /// other kinds (`OtherEndings`).
  ///
  /// - Parameters:
  ///   - type: what the folder says of it, such as `DT_REG`; `DT_UNKNOWN` if it says nothing.
  ///   - folder: the descriptor of the folder.
  static func kind(
    of name: UnsafeRawBufferPointer, type: Int, in folder: Int32, _ choice: Choice
  ) -> Kind {
    var type = type
    if type == DT_LNK || type == DT_UNKNOWN {
      var status = stat()
      guard Array(name).withPath({ fstatat(folder, $0, &status, 0) }) == 0 else { return .other }
      switch status.st_mode & S_IFMT {
      case S_IFREG: type = Int(DT_REG)
      case S_IFDIR: type = Int(DT_DIR)
      default: return .other
      }
    }
    if type == DT_DIR { return .folder }
    guard type == DT_REG else { return .other }
    if let endings = choice.endings {
      return PictureNames.hasEnding(of: endings, name) ? .picture : .other
    }
    if PictureNames.isPicture(name) { return .picture }
    if PictureNames.isVideo(name) { return choice.videos == .shown ? .picture : .video }
    return !OtherEndings.includes(name) && beginsAsPicture(name, in: folder) ? .picture : .other
  }

  private static func beginsAsPicture(_ name: UnsafeRawBufferPointer, in folder: Int32) -> Bool {
    let file = Array(name).withPath { openat(folder, $0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    return file >= 0 && PictureSignature.begins(OpenInput(file))
  }
}

extension FileStatus {
  /// What the system says of a file in a folder; nil if it is not there.
  init?(of name: UnsafeRawBufferPointer, in folder: Int32) {
    var status = stat()
    guard Array(name).withPath({ fstatat(folder, $0, &status, 0) }) == 0 else { return nil }
    self.init(changedAt: Int(nanosecondsAt: status.st_mtim), bytes: Int(status.st_size))
  }

  /// What the system says of a file; nil if it is not there.
  init?(at path: [UInt8]) {
    guard let status = path.withUnsafeBytes({ FileStatus(of: $0, in: AT_FDCWD) }) else {
      return nil
    }
    self = status
  }
}
