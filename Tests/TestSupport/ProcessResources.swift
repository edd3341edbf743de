import Foundation

/// The resources that this process holds.
package struct ProcessResources {
  package let descriptors: Int
  package let threads: Int
  package let residentBytes: Int

  package init() throws {
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    residentBytes = (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
