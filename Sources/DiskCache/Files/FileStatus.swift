import Glibc

/// What the system says of a file.
struct FileStatus: Hashable {
  let isRegular: Bool
  let bytes: Int
  /// The time of modification, in seconds since 1970, which the cache sets to that of the last use.
  let lastUse: Int

  init(_ status: stat) {
    isRegular = status.st_mode & S_IFMT == S_IFREG
    bytes = Int(status.st_size)
    lastUse = status.st_mtim.tv_sec
  }
}
