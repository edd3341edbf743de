import Glibc

/// The identity of a file's content, known without reading the file.
///
/// Renaming keeps it; writing to the file or replacing it changes it.
public struct FileIdentity: Hashable, Sendable {
  /// The device of the file.
  public let device: UInt64
  /// The file's number on the device, which may be reused after the file is removed.
  public let inode: UInt64
  /// The size in bytes.
  public let size: Int64
  /// The time of the last change, in nanoseconds since 1970.
  public let modified: Int64

  /// Creates an identity.
  public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Creates the identity from a file's status; nil for anything but a regular file.
  ///
  /// It is also nil for a file without a name, such as one with the contents of a pipe: it is never shown again, and
  /// its number is reused.
  public init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    let (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
    // All times beyond the year 2262 are equal.
    modified = seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ nanoseconds
  }
}

/// Identifies a thumbnail: its file and its size class.
public struct ThumbnailKey: Hashable, Sendable {
  /// The file of the original picture.
  public let file: FileIdentity
  /// The size class, defined by the caller.
  public let scale: UInt32

  /// Creates a key.
  public init(file: FileIdentity, scale: UInt32) {
    self.file = file
    self.scale = scale
  }

  /// A hash that identifies it in the index; the entry itself contains the key.
  ///
  /// The steps are those of SplitMix64 (Steele, Lea and Flood, 2014), so that similar numbers give very different
  /// hashes.
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
