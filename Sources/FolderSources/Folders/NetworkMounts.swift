import Glibc
import SourceItems

/// The network file systems, whose remote changes the kernel does not report.
enum NetworkMounts {
  private static let types: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "9p", "afs", "ceph", "fuse.sshfs", "fuse.rclone", "fuse.s3fs",
    "fuse.gcsfuse", "virtiofs",
  ]

  /// Whether a folder is on a network file system, according to `/proc/self/mountinfo`.
  static func hold(_ folder: [UInt8]) -> Bool {
    var status = stat()
    guard folder.folderPath.withPath({ stat($0, &status) }) == 0,
      let table = text(of: "/proc/self/mountinfo")
    else { return false }
    return hold(status.st_dev, in: table)
  }

  /// Whether a device is a network file system, according to a table in the format of `mountinfo`.
  static func hold(_ device: dev_t, in table: String) -> Bool {
    // The layout of glibc's `makedev`.
    let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
    let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
    let name = "\(major):\(minor)"
    return table.split(separator: "\n").contains { line in
      let parts = line.split(separator: " ")
      guard parts.count > 2, parts[2] == name, let mark = parts.firstIndex(of: "-"),
        mark + 1 < parts.count
      else { return false }
      return types.contains(parts[mark + 1])
    }
  }

  /// The text of a file of the kernel, up to a megabyte, or about 8,000 mounts; nil if it can't be read.
  ///
  /// Foundation would read the first page only, because such a file states no size.
  static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      while count < buffer.count {
        let part = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        guard part > 0 else { break }
        count += part
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
