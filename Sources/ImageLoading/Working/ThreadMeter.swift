import Glibc

/// Tells how the thread that makes it spends its time.
///
/// The second number of `schedstat` is the time that the thread was ready and had no core (Linux,
/// Documentation/scheduler/sched-stats.rst). Without it a wait for a core would look like one for a file. A thread that
/// never left its core of its own accord waited for nothing, also where a container had used up its share.
struct ThreadMeter: ~Copyable {
  private let file: Int32

  /// Must be called on the thread that is measured.
  init() {
    file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Runs a body on the thread and returns how it spent its time; nil where the system does not say.
  func measure(_ body: () -> Void) -> ThreadDemand.JobTime? {
    guard let queuedBefore = timeWithoutCore else {
      body()
      return nil
    }
    let start = ContinuousClock.now
    let (workedBefore, waitsBefore) = (timeOnCore, waits)
    body()
    let worked = timeOnCore - workedBefore
    let whole = ContinuousClock.now - start
    if waits == waitsBefore { return ThreadDemand.JobTime(worked: worked, waited: .zero) }
    return timeWithoutCore.map {
      ThreadDemand.JobTime(worked: worked, waited: whole - worked - ($0 - queuedBefore))
    }
  }

  /// How often the thread has left its core of its own accord.
  private var waits: Int {
    // RUSAGE_THREAD, which the module of glibc leaves out.
    let thisThread: __rusage_who_t = 1
    var usage = rusage()
    getrusage(thisThread, &usage)
    return usage.ru_nvcsw
  }

  private var timeOnCore: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private var timeWithoutCore: Duration? {
    withUnsafeTemporaryAllocation(byteCount: 80, alignment: 1) { text in
      let count = pread(file, text.baseAddress, text.count, 0)
      guard count > 0 else { return nil }
      let words = text[..<count].split(separator: UInt8(ascii: " "))
      return words.dropFirst().first.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
        .map { .nanoseconds($0) }
    }
  }
}
