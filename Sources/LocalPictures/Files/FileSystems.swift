import Glibc
import Synchronization
import ThumbnailStore

/// The types of file systems by device; the system is asked once per device.
package final class FileSystems: Sendable {
  /// The file systems whose inode numbers are not stable: MS-DOS, exFAT, FUSE and 9P.
  ///
  /// FAT and exFAT store no inode numbers, and FUSE (`sshfs`, `rclone`, cameras) and 9P need not
  /// keep them. If a number were reused, one picture would show another's thumbnail.
  private static let fleeting: Set<Int> = [0x4D44, 0x2011_BAB0, 0x6573_5546, 0x0102_1997]

  /// The file systems with files on other machines: NFS, SMB (1 to 3), CIFS, AFS, Ceph, FUSE and 9P.
  private static let distant: Set<Int> = [
    0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x5346_414F, 0x6B41_4653, 0x00C3_6400, 0x6573_5546,
    0x0102_1997,
  ]

  /// The file system types (`f_type` of `statfs`) by device.
  private let known = Mutex<[UInt64: Int]>([:])
  private let kind: @Sendable (FilePath) -> Int?

  /// - Parameter kind: returns the type of the file system that a file is on; nil if that fails.
  package init(kind: @escaping @Sendable (FilePath) -> Int? = { $0.fileSystem() }) {
    self.kind = kind
  }

  /// Returns the identity of a file, without opening it; nil for anything but a regular file.
  ///
  /// If the inode number isn't stable, a hash of the path replaces it.
  func identity(of path: FilePath) -> FileIdentity? {
    guard let file = path.status().flatMap({ FileIdentity($0) }) else { return nil }
    if let kind = kind(ofDevice: file.device, path), !Self.fleeting.contains(kind) { return file }
    return FileIdentity(
      device: file.device, inode: path.digest, size: file.size, modified: file.modified)
  }

  /// Whether a file is on another machine, so that each access takes a round trip.
  func isDistant(_ path: FilePath, onDevice device: UInt64) -> Bool {
    kind(ofDevice: device, path).map(Self.distant.contains) ?? false
  }

  /// Whether the files of a device are on another machine; false before the first file is asked about.
  package func isDistant(device: UInt64) -> Bool {
    known.withLock { $0[device] }.map(Self.distant.contains) ?? false
  }

  private func kind(ofDevice device: UInt64, _ path: FilePath) -> Int? {
    if let kind = known.withLock({ $0[device] }) { return kind }
    // The file may have vanished, which says nothing about its device.
    guard let kind = kind(path) else { return nil }
    known.withLock { $0[device] = kind }
    return kind
  }
}
