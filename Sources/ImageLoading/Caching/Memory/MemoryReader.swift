/// Reads the amount of memory and its pressure from the files of a Linux system.
///
/// Missing and implausible values count as no pressure. A reading takes 0.1 to 0.2 ms.
struct MemoryReader: Sendable {
  private let root: String
  private let groups: [ControlGroup]

  /// - Parameter root: a prefix for every path, without a slash at the end.
  init(root: String = "") {
    self.root = root
    groups = ControlGroup.ofThisProcess(root: root)
  }

  func read() -> MemoryReading {
    // The higher pressure of its own group and of the machine: both slow this process down.
    let pressures = groups.prefix(1).map { $0.folder + "/memory.pressure" }
    return MemoryReading(
      usedShare: groups.compactMap(\.usedShare).max(),
      stalledPercent: (pressures + [root + "/proc/pressure/memory"])
        .compactMap(stalledPercent(in:)).max())
  }

  /// The memory limit of this process: the machine's memory, or less if its control group has a limit.
  var totalBytes: Int? {
    (groups.map(\.limitBytes) + [machineBytes]).compactMap { $0 }.min()
  }

  private var machineBytes: Int? {
    SystemFile(root + "/proc/meminfo")?.number(after: "MemTotal:").flatMap { kilobytes in
      kilobytes > 0 && kilobytes <= Int.max / 1024 ? kilobytes * 1024 : nil
    }
  }

  /// Returns `some avg10` of a PSI file (Linux, Documentation/accounting/psi.rst).
  private func stalledPercent(in path: String) -> Double? {
    let field = "avg10="
    guard
      let text = SystemFile(path)?.words(after: "some")?.first(where: { $0.hasPrefix(field) }),
      let percent = Double(text.dropFirst(field.count)), (0...100).contains(percent)
    else { return nil }
    return percent
  }
}

/// A reading of memory usage and pressure; values that the system doesn't report are nil.
struct MemoryReading: Hashable, Sendable {
  /// The used share of a limit, from 0 to 1, without memory that the kernel can reclaim immediately.
  var usedShare: Double?
  /// The percentage of time that some task waited for memory: PSI's `some avg10`.
  var stalledPercent: Double?
}
