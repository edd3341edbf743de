/// A job that a thread has taken.
struct RunningJob {
  let ticket: UInt64
  let work: JobBoard.Work
  let flag: CancellationFlag

  func run() {
    work { flag.isRaised }
  }
}
