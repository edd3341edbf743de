import FoundationEssentials
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
      let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    else { return false }
    // The layout of glibc's `makedev`.
    let device = status.st_dev
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
}
