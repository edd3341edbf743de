/// Reads how much memory there is, and how short it is, from the files of a Linux system.
///
/// What is missing or makes no sense counts as no pressure. A reading takes a tenth or two of a
/// millisecond.
struct MemoryReader: Sendable {
  private let root: String
  private let groups: [ControlGroup]

  /// - Parameter root: what to put before every path; it ends without a slash.
  init(root: String = "") {
    self.root = root
    groups = ControlGroup.ofThisProcess(root: root)
  }

  func read() -> MemoryReading {
    // Of its own group and of the machine, whichever waits longer: either slows this process down.
    let pressures = groups.prefix(1).map { $0.folder + "/memory.pressure" }
    return MemoryReading(
      usedShare: groups.compactMap(\.usedShare).max(),
      stalledPercent: (pressures + [root + "/proc/pressure/memory"])
        .compactMap(stalledPercent(in:)).max())
  }

  /// The memory that this process may use at most: the machine's, or what its control group is allowed.
  var totalBytes: Int? {
    (groups.map(\.limitBytes) + [machineBytes]).compactMap { $0 }.min()
  }

  private var machineBytes: Int? {
    SystemFile(root + "/proc/meminfo")?.number(after: "MemTotal:").flatMap { kilobytes in
      kilobytes > 0 && kilobytes <= Int.max / 1024 ? kilobytes * 1024 : nil
    }
  }

  /// `some avg10` of a PSI file (Linux, Documentation/accounting/psi.rst).
  private func stalledPercent(in path: String) -> Double? {
    let field = "avg10="
    guard
      let text = SystemFile(path)?.words(after: "some")?.first(where: { $0.hasPrefix(field) }),
      let percent = Double(text.dropFirst(field.count)), (0...100).contains(percent)
    else { return nil }
    return percent
  }
}

/// How short memory is at one moment; nil is what the system does not say.
struct MemoryReading: Hashable, Sendable {
  /// What is used of a limit, from 0 to 1, without what the kernel can drop at once.
  var usedShare: Double?
  /// The part of the time, in percent, for which something waited for memory: PSI's `some avg10`.
  var stalledPercent: Double?
}
