import CFileSystems
import Glibc

/// Keeps the names of large folders from one run of a program to the next.
///
/// Reading 100,000 names takes the system 50 ms, in an order of its own; sorting them takes another 15.
package protocol FolderMemory: Sendable {
  /// The names that were kept for a folder; nil if there are none.
  func entries(of folder: FolderIdentity) -> FolderEntries?

  /// Keeps the names of a folder, now or a little later.
  func keep(_ entries: FolderEntries, of folder: FolderIdentity)
}

/// A folder as it is until the next name comes into it or leaves it.
package struct FolderIdentity: Hashable, Sendable {
  /// The number of the device that it is on.
  package let device: UInt64
  /// Its number there.
  package let inode: UInt64
  /// What its list of names takes.
  package let bytes: Int64
  /// When it last changed, in nanoseconds since 1970.
  ///
  /// It is the time of any change (`st_ctim`): no program can set that back, as `rsync` does with the other one.
  package let changedAt: Int

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    bytes = Int64(status.st_size)
    changedAt = Int(nanosecondsAt: status.st_ctim)
  }
}

extension FolderIdentity {
  /// The steps in which file systems count time may be seconds long: two changes within one look alike.
  private static let settlingTime = 3_000_000_000

  /// Whether the next change will have a later time than the last.
  func isSettled(at now: Int) -> Bool {
    let (age, isBeyond) = now.subtractingReportingOverflow(changedAt)
    return !isBeyond && age >= Self.settlingTime
  }

  /// Those that note each change in the folder's time, by their numbers for `statfs`.
  ///
  /// They are ext, Btrfs, XFS, F2FS, ZFS, bcachefs, overlays and tmpfs. FAT notes none, and of another machine's
  /// changes this one hears late.
  private static let fileSystems: Set<Int> = [
    0xEF53, 0x9123_683E, 0x5846_5342, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x794C_7630,
    0x0102_1994,
  ]

  /// Whether the time of an open folder tells of each change.
  static func tellsOfChanges(_ folder: Int32) -> Bool {
    var system = statfs()
    return fstatfs(folder, &system) == 0 && fileSystems.contains(Int(system.f_type))
  }
}
