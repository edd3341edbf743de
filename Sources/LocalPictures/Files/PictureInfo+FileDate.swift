import FoundationEssentials
import Glibc
import Raster
import ThumbnailStore

extension PictureInfo {
  /// Records the modification date of the picture's local file.
  ///
  /// - Parameter modified: nanoseconds since 1970; if nil, the calling thread asks the system.
  package mutating func noteFileDate(of url: URL, modified: Int64? = nil) {
    // A file in an archive has a date of its own, which is not read.
    guard url.isFileURL else { return }
    changedAt = (modified ?? Self.modified(url)).flatMap(Self.localTime)
  }

  private static func modified(_ url: URL) -> Int64? {
    (try? FilePath(url))?.status().flatMap { FileIdentity($0) }?.modified
  }

  /// Returns a time in the format of cameras, which is local time.
  ///
  /// It is nil for 1970 and before, because such a date means that there is none.
  private static func localTime(_ nanoseconds: Int64) -> String? {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    guard seconds > 0, localtime_r(&seconds, &parts) != nil, parts.tm_year > 70 else { return nil }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = [two(parts.tm_mon + 1), two(parts.tm_mday)].joined(separator: "-")
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    return "\(parts.tm_year + 1900)-\(day) \(time)"
  }
}
