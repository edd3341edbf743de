/// Reads the amount of memory from the files of a Linux system; implausible values count as missing.
struct MemoryReader: Sendable {
  private let root: String

  /// - Parameter root: a prefix for every path, without a slash at the end.
  init(root: String = "") { self.root = root }

  /// The memory limit of this process: the machine's memory, or less if its control group has a limit.
  var totalBytes: Int? {
    let groups = ControlGroup.ofThisProcess(root: root)
    return (groups.map(\.limitBytes) + [machineBytes]).compactMap { $0 }.min()
  }

  private var machineBytes: Int? {
    SystemFile(root + "/proc/meminfo")?.number(after: "MemTotal:").flatMap { kilobytes in
      kilobytes > 0 && kilobytes <= Int.max / 1024 ? kilobytes * 1024 : nil
    }
  }
}
