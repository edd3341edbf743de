/// How many threads keep the cores busy although jobs wait for files.
///
/// A thread that waits for a disk or a distant machine leaves its core to another. So there are as many threads for
/// a core as jobs take longer than they work: 1 + waited ÷ worked (B. Goetz et al., Java Concurrency in Practice,
/// 2006, section 8.2). Waiting for a core does not count, or a busy machine would get busier.
struct ThreadDemand: Hashable, Sendable {
  /// How a job spent its time.
  struct JobTime: Hashable, Sendable {
    /// The time on a core.
    var worked: Duration
    /// The time that it waited for anything but a core.
    var waited: Duration
  }

  /// The most threads that read files at a time: over a mount of 60 ms, as many pictures of 20 KB as fill 5 MB/s.
  static let mostReading = 16

  /// The weight of what came before one more job: about ten of the latest count.
  private static let memory = 0.9
  /// A shorter wait is one for a lock or a disk of this machine, and other threads would wait there too.
  private static let shortestWait = Duration.milliseconds(1)

  /// This much work is assumed at least, so that one slow read among short jobs changes little.
  private static let leastWork = Duration.milliseconds(10)

  private var worked = Duration.zero
  private var waited = Duration.zero

  mutating func note(_ time: JobTime) {
    worked = worked * Self.memory + time.worked
    waited = waited * Self.memory + (time.waited < Self.shortestWait ? .zero : time.waited)
  }

  /// The threads for some cores: as many, where nothing waits.
  func threads(forCores cores: Int, most: Int) -> Int {
    max(cores, Int(min(Double(most), Double(cores) * threadsPerCore)))
  }

  /// The threads for each core: 1 where nothing waits.
  var threadsPerCore: Double {
    1 + waited / max(worked, Self.leastWork)
  }
}
