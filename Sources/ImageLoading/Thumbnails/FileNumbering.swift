import Synchronization
import ThumbnailStore

/// Tells what names a file on its file system: its number, or where that lasts for one mount only, its path.
///
/// FAT and exFAT have no numbers on the disk, and FUSE (`sshfs`, `rclone`, cameras) and 9P need not keep them. With a
/// number that is given anew, one picture would show another's thumbnail.
final class FileNumbering: Sendable {
  /// The numbers by which `statfs` names MS-DOS, exFAT, FUSE and 9P.
  private static let fleeting: Set<Int> = [0x4D44, 0x2011_BAB0, 0x6573_5546, 0x0102_1997]

  /// Whether the numbers of a device last; asked once for each, not for each picture.
  private let known = Mutex<[UInt64: Bool]>([:])
  private let kind: @Sendable (FilePath) -> Int?

  /// - Parameter kind: the number of the file system that a file is on; nil where the system does not tell.
  init(kind: @escaping @Sendable (FilePath) -> Int? = { $0.fileSystem() }) { self.kind = kind }

  /// Asks the system for the identity of a file, without opening it; nil for anything but a regular file.
  func identity(of path: FilePath) -> FileIdentity? {
    guard let file = path.status().flatMap({ FileIdentity($0) }) else { return nil }
    if lasts(on: file.device, path) { return file }
    return FileIdentity(
      device: file.device, inode: path.digest, size: file.size, modified: file.modified)
  }

  private func lasts(on device: UInt64, _ path: FilePath) -> Bool {
    if let lasts = known.withLock({ $0[device] }) { return lasts }
    // A file that is gone meanwhile says nothing of its device.
    guard let kind = kind(path) else { return false }
    let lasts = !Self.fleeting.contains(kind)
    known.withLock { $0[device] = lasts }
    return lasts
  }
}
