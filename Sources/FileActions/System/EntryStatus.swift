import CacheFiles
import Glibc

/// The status of an entry of a folder.
struct EntryStatus: Sendable {
  enum Kind: Sendable { case file, link, folder, other }

  let kind: Kind
  let identity: FileIdentity
  let device: UInt64
  /// The time of the last change of content or attributes, in nanoseconds since 1970.
  let changed: Int64
  let mode: mode_t
  let owner: uid_t
  let group: gid_t
  let accessed: timespec
  let modified: timespec

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFLNK: .link
      case S_IFDIR: .folder
      default: .other
      }
    identity = FileIdentity(
      bytes: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim),
      inode: UInt64(status.st_ino))
    device = UInt64(status.st_dev)
    changed = Self.nanoseconds(status.st_ctim)
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
    accessed = status.st_atim
    modified = status.st_mtim
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// An open folder.
final class OpenFolder: Sendable {
  let path: [UInt8]
  private let file: OpenFile
  let volume: UInt64
  let inode: UInt64
  let owner: uid_t
  let mode: mode_t

  var descriptor: Int32 { file.descriptor }

  init(
    path: [UInt8], file: consuming OpenFile, volume: UInt64, inode: UInt64, owner: uid_t,
    mode: mode_t
  ) {
    self.path = path
    self.file = file
    self.volume = volume
    self.inode = inode
    self.owner = owner
    self.mode = mode
  }

  func isSame(as other: OpenFolder) -> Bool { volume == other.volume && inode == other.inode }
}
