import Foundation

/// The resources that this process holds.
package struct ProcessResources {
  package let descriptors: Int
  package let threads: Int
  package let residentBytes: Int

  /// The memory of small blocks beside that of other builds: 1 without a sanitizer.
  ///
  /// Marks lie around every block, and blocks that are free are not used again at once. What 20,000
  /// transfers leave takes 24 MB under the address sanitizer, and under 4 MB without.
  package static let blockFactor =
    dlsym(nil, "__asan_init") ?? dlsym(nil, "__tsan_init") == nil ? 1 : 8

  package init() throws {
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    residentBytes = (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
