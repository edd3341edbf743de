import CacheFiles
import FoundationEssentials
import Glibc

/// The files that were downloaded, before they move to the person's folder, and after the undo of that.
///
/// Each is in a folder of its own, and so keeps its name, and has a place to go back to.
struct DownloadShelf: Sendable {
  /// The time for which a download can be undone and is kept then, in seconds: a week.
  static let lifetime = 7 * 86_400

  /// The path of the folder of all.
  let folder: String

  /// Writes a file to the disk.
  ///
  /// - Returns: its path.
  func store(_ data: Data, of url: URL) throws(OutputError) -> [UInt8] {
    let name = DownloadName.name(of: url, data)
    let own = "\(folder)/\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
    do throws(SystemError) { try Folder.make(own) } catch {
      throw OutputError(name, code: error.number)
    }
    let path = "\(own)/\(name)"
    // The person's mask of modes applies, because the file becomes theirs.
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw OutputError(name, code: errno) }
    defer { close(number) }
    try Descriptor(number: number, name: name).write(data)
    guard fsync(number) == 0 else { throw OutputError(name, code: errno) }
    return Array(path.utf8)
  }

  /// Removes files that are older than a week.
  ///
  /// - Parameter now: the time in seconds since 1970.
  func sweep(now: Int = time(nil)) {
    guard let all = try? Folder(folder), let names = try? all.names() else { return }
    for name in names where !name.hasPrefix(".") {
      guard let own = try? all.folder(name), let files = try? own.names() else { continue }
      for file in files {
        guard let status = own.status(of: file), status.isRegular,
          status.lastUse < now - Self.lifetime
        else { continue }
        try? own.remove(file)
      }
    }
  }
}
