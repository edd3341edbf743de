import Glibc

/// What the system knows of a file's content without a look into it.
///
/// A file that is renamed keeps it, and one that is written to or replaced gets another.
public struct FileIdentity: Hashable, Sendable {
  /// The number of the device that the file is on.
  public let device: UInt64
  /// The file's number there, which the system gives again once the file is gone.
  public let inode: UInt64
  /// In bytes.
  public let size: Int64
  /// The time of the last change, in nanoseconds since 1970.
  public let modified: Int64

  /// Makes the identity of known values.
  public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Takes what the system says of a file; nil for anything but a regular file.
  ///
  /// It is nil also for a file without a name, such as one that holds what came through a pipe: it is never shown again,
  /// and another file gets its number.
  public init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    let (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
    // Beyond the year 2262, all times are one.
    modified = seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ nanoseconds
  }
}

/// Names a thumbnail among all: the file that it was made of, and how large it is.
public struct ThumbnailKey: Hashable, Sendable {
  /// The file that it was made of.
  public let file: FileIdentity
  /// Its class of sizes, whose meaning is the caller's.
  public let scale: UInt32

  /// Makes a key.
  public init(file: FileIdentity, scale: UInt32) {
    self.file = file
    self.scale = scale
  }

  /// What the index knows it by; an entry says which key it is of.
  ///
  /// The steps are those of SplitMix64 (Steele, Lea and Flood, 2014), so that neighboring numbers are far apart.
  var digest: UInt64 {
    var value: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in [
      file.device, file.inode, UInt64(bitPattern: file.size), UInt64(bitPattern: file.modified),
      UInt64(scale),
    ] {
      value = (value ^ word) &+ 0x9E37_79B9_7F4A_7C15
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      value ^= value >> 31
    }
    return value
  }
}
