import Glibc
import Synchronization
import ThumbnailStore

/// The kinds of file systems that files are on, by device; the system is asked about each device once.
final class FileSystems: Sendable {
  /// The file systems whose file numbers may be given anew: MS-DOS, exFAT, FUSE and 9P.
  ///
  /// FAT and exFAT have no numbers on the disk, and FUSE (`sshfs`, `rclone`, cameras) and 9P need not keep them. With a
  /// number that is given anew, one picture would show another's thumbnail.
  private static let fleeting: Set<Int> = [0x4D44, 0x2011_BAB0, 0x6573_5546, 0x0102_1997]

  /// The file systems whose files are on other machines: NFS, SMB (1 to 3), CIFS, AFS, Ceph, FUSE and 9P.
  private static let distant: Set<Int> = [
    0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x5346_414F, 0x6B41_4653, 0x00C3_6400, 0x6573_5546,
    0x0102_1997,
  ]

  /// The numbers by which `statfs` names the file systems of devices.
  private let known = Mutex<[UInt64: Int]>([:])
  private let kind: @Sendable (FilePath) -> Int?

  /// - Parameter kind: the number of the file system that a file is on; nil where the system does not tell.
  init(kind: @escaping @Sendable (FilePath) -> Int? = { $0.fileSystem() }) { self.kind = kind }

  /// Asks the system for the identity of a file, without opening it; nil for anything but a regular file.
  ///
  /// The path takes the place of a number that does not last.
  func identity(of path: FilePath) -> FileIdentity? {
    guard let file = path.status().flatMap({ FileIdentity($0) }) else { return nil }
    if let kind = kind(ofDevice: file.device, path), !Self.fleeting.contains(kind) { return file }
    return FileIdentity(
      device: file.device, inode: path.digest, size: file.size, modified: file.modified)
  }

  /// Whether another machine holds a file, so that each look at it takes a round trip.
  func isDistant(_ path: FilePath, onDevice device: UInt64) -> Bool {
    kind(ofDevice: device, path).map(Self.distant.contains) ?? false
  }

  /// Whether another machine holds the files of a device; false before one of them was asked about.
  func isDistant(device: UInt64) -> Bool {
    known.withLock { $0[device] }.map(Self.distant.contains) ?? false
  }

  private func kind(ofDevice device: UInt64, _ path: FilePath) -> Int? {
    if let kind = known.withLock({ $0[device] }) { return kind }
    // A file that is gone meanwhile says nothing of its device.
    guard let kind = kind(path) else { return nil }
    known.withLock { $0[device] = kind }
    return kind
  }
}
