/// How short memory is at one moment; nil is what the system does not say.
struct MemoryReading: Hashable, Sendable {
  /// What is used of a limit, from 0 to 1, without what the kernel can drop at once.
  var usedShare: Double?
  /// The part of the time, in percent, for which something waited for memory: PSI's `some avg10`.
  var stalledPercent: Double?
}
