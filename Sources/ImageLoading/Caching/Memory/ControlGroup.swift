/// A group of processes with a common memory limit, version 1 or 2 (cgroups(7)).
struct ControlGroup: Sendable {
  private enum Version {
    case first, second

    /// The files that limit a group; the lowest value counts.
    ///
    /// Over `memory.high` the kernel slows the group down, which is as bad here as a failure.
    var limits: [String] {
      self == .first ? ["memory.limit_in_bytes"] : ["memory.max", "memory.high"]
    }
  }

  /// The most levels of a hierarchy to follow; real ones are not deeper.
  private static let deepest = 16

  /// The values accepted as limits: version 1 reports nine exabytes if there is none.
  private static let plausibleLimits = 1..<1 << 60

  let folder: String
  private let version: Version

  /// Returns the group of this process and its ancestors, innermost first.
  ///
  /// Inside a container the path may be the host's, whose folders are missing there. The outermost
  /// group is then the container's.
  static func ofThisProcess(root: String) -> [ControlGroup] {
    guard let file = SystemFile(root + "/proc/self/cgroup") else { return [] }
    let entries = file.lines.map {
      $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    }
    .filter { $0.count == 3 }
    let mount = root + "/sys/fs/cgroup"
    if let entry = entries.first(where: { $0[1].split(separator: ",").contains("memory") }) {
      return groups(at: entry[2], below: mount + "/memory", .first)
    }
    guard let entry = entries.first(where: { $0[0] == "0" }) else { return [] }
    return groups(at: entry[2], below: mount, .second)
  }

  private static func groups(
    at path: Substring, below mount: String, _ version: Version
  ) -> [ControlGroup] {
    let names = path.split(separator: "/")
    let depth = names.contains("..") || names.count > deepest ? 0 : names.count
    return (0...depth).reversed().map { depth in
      ControlGroup(
        folder: ([mount] + names.prefix(depth).map(String.init)).joined(separator: "/"),
        version: version)
    }
  }

  /// The lowest memory limit; nil if there is none.
  var limitBytes: Int? {
    version.limits.compactMap { SystemFile(folder + "/" + $0)?.number }
      .filter(Self.plausibleLimits.contains).min()
  }
}
