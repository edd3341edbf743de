import Dispatch
import ImageLoading
import Synchronization

/// The logs of a session, written while it runs.
///
/// To record an event neither allocates nor waits. A thread of low priority writes what has come, at most twice a second,
/// so a crash loses less than a second. It sleeps while nothing comes.
package final class SessionLog: Sendable {
  private enum Change: Sendable {
    case open(LogOutput, LogHeader)
    case close(name: String)
  }

  /// The most events that wait for the thread; more are lost.
  private static let capacity = 4_096
  private static let pauseMilliseconds = 500
  private static let niceness: Int32 = 2

  private let moments = MomentRing<SessionMoment>(capacity: capacity)
  private let lost = Atomic(0)
  /// Ends of loads, from the pipeline's threads.
  private let loads = HandOver<SessionMoment>()
  private let changes = HandOver<Change>()
  /// The number of open outputs.
  private let outputCount = Atomic(0)
  private let isEnding = Atomic(false)
  private let isAsleep = Atomic(false)
  private let news = DispatchSemaphore(value: 0)
  /// Ends the thread's pause.
  private let haste = DispatchSemaphore(value: 0)
  private let thread = Mutex<WorkerThread?>(nil)
  /// The name of the log that `:log` has started, for the main thread.
  private let typed = Mutex<String?>(nil)
  /// The first error of an output.
  private let problem = Mutex<OutputError?>(nil)

  package init() {}

  /// Whether events are recorded: an output is open.
  var isRecording: Bool { outputCount.load(ordering: .relaxed) > 0 }

  /// Records an event, on the main thread.
  package func record(_ moment: SessionMoment) {
    guard isRecording else { return }
    if !moments.append(moment) { lost.add(1, ordering: .relaxed) }
    wake()
  }

  /// Records the end of a load, on any thread.
  func record(_ load: LoadTrace, startedAt: Duration) {
    guard isRecording else { return }
    if loads.add(.load(load, startedAt: startedAt)) { wake() }
  }

  /// Adds an output, on the main thread.
  package func open(_ output: LogOutput, _ header: LogHeader) {
    _ = changes.add(.open(output, header))
    outputCount.add(1, ordering: .relaxed)
    thread.withLock { thread in
      if thread != nil { return }
      thread = WorkerThread(name: "log", niceness: Self.niceness) { [self] in work() }
      if thread == nil { keep(OutputError(output.name, "there is no thread for it")) }
    }
    wake()
  }

  /// Completes an output, on the main thread.
  func close(_ name: String) {
    _ = changes.add(.close(name: name))
    outputCount.subtract(1, ordering: .relaxed)
    wake()
  }

  /// Ends the log of frames that was started so, and starts one in a new file, on the main thread.
  ///
  /// - Parameter path: the path of the new file; nil for none.
  /// - Returns: a sentence for the person.
  /// - Throws: if the file can't be created; then the other log goes on.
  func switchFrames(to path: String?, _ header: LogHeader) throws(OutputError) -> String {
    let file = try path.map { path throws(OutputError) in
      try OutputFile.newFile(at: path, option: ":log")
    }
    let former = typed.withLock { typed in
      defer { typed = file?.name }
      return typed
    }
    if let former { close(former) }
    if let file { open(LogOutput(file, FrameLines()), header) }
    return switch (path, former) {
    case (let path?, _): "logging frames to \(path)"
    case (nil, .some): "the log has ended"
    case (nil, nil): "no log to end; :log NAME starts one"
    }
  }

  /// Adds a mark with a text to the open logs.
  ///
  /// - Returns: a sentence for the person.
  func mark(_ text: String, at now: Duration) -> String {
    guard isRecording else { return "no log to mark; :log NAME starts one" }
    record(.mark(text, at: now))
    return "marked: \(text)"
  }

  /// Completes all outputs, and waits for that.
  ///
  /// - Throws: the first error of an output.
  package func finish() throws(OutputError) {
    outputCount.store(0, ordering: .relaxed)
    isEnding.store(true, ordering: .releasing)
    haste.signal()
    wake()
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
  }

  private func wake() {
    if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { news.signal() }
  }

  private func keep(_ error: OutputError) { problem.withLock { $0 = $0 ?? error } }
}

// MARK: - The thread

extension SessionLog {
  private func work() {
    var outputs: [LogOutput] = []
    while true {
      awaitNews()
      _ = haste.wait(timeout: .now() + .milliseconds(Self.pauseMilliseconds))
      let isLast = isEnding.load(ordering: .acquiring)
      write(to: &outputs, isLast: isLast)
      if isLast { return }
    }
  }

  /// Sleeps until something has come.
  private func awaitNews() {
    _ = isAsleep.exchange(true, ordering: .sequentiallyConsistent)
    let isIdle =
      moments.isEmpty && loads.isEmpty && changes.isEmpty && !isEnding.load(ordering: .acquiring)
    // If another thread has cleared the flag, its signal comes.
    if isIdle || !isAsleep.exchange(false, ordering: .sequentiallyConsistent) { news.wait() }
  }

  private func write(to outputs: inout [LogOutput], isLast: Bool) {
    let changes = changes.takeAll()
    for case .open(var output, let header) in changes {
      output.appendHeader(header)
      outputs.append(output)
    }
    while let moment = moments.take() { append(moment, to: &outputs) }
    let lost = lost.exchange(0, ordering: .relaxed)
    if lost > 0 { append(.lost(lost), to: &outputs) }
    for load in loads.takeAll() { append(load, to: &outputs) }
    for index in outputs.indices {
      let name = outputs[index].name
      let isClosed = changes.contains { if case .close(name) = $0 { true } else { false } }
      if isClosed || isLast { outputs[index].end() }
      do throws(OutputError) { try outputs[index].write() } catch { keep(error) }
    }
    outputs.removeAll { $0.isEnded }
  }

  private func append(_ moment: SessionMoment, to outputs: inout [LogOutput]) {
    for index in outputs.indices { outputs[index].append(moment) }
  }
}
