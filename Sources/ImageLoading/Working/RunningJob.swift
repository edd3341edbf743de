/// A job that a thread has taken.
struct RunningJob {
  let ticket: UInt64
  let work: JobBoard.Work
  let flag: CancellationFlag
  /// What the thread is for that has it.
  let thread: ThreadKind
  /// Where it waited.
  let queue: ThreadKind

  func run() {
    work { flag.isRaised }
  }
}
