import Glibc
import SourceItems

/// The existing file that a person probably meant by a mistyped path.
enum NearestFile {
  /// The most names of a folder that are compared.
  private static let mostNames = 10_000

  /// The path with its first missing part replaced by the nearest name in that folder; nil if no name is near.
  static func path(like path: String) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    var folder = path.hasPrefix("/") ? "/" : ""
    for (index, part) in parts.enumerated() {
      if access(folder + part, F_OK) == 0 {
        folder += part + "/"
        continue
      }
      guard let name = NearestName.nearest(to: part, among: names(in: folder)) else { return nil }
      let rest = parts[(index + 1)...]
      let whole = folder + ([name] + rest).joined(separator: "/")
      return access(whole, F_OK) == 0 ? whole : folder + name
    }
    return nil
  }

  /// The names in a folder that are not hidden, in order; none if it can't be read.
  private static func names(in folder: String) -> [String] {
    guard let entries = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while names.count < mostNames, let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)
        ) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
