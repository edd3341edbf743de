import Foundation

/// The resources of the system that the process holds.
struct Footprint {
  let descriptors: Int
  let threads: Int
  let residentBytes: Int

  static func now() throws -> Footprint {
    let files = FileManager.default
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " ")
    return Footprint(
      descriptors: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
      threads: try files.contentsOfDirectory(atPath: "/proc/self/task").count,
      residentBytes: (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * Int(getpagesize()))
  }
}
