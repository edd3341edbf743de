import FoundationEssentials
import Glibc
import Raster
import Synchronization

/// One caller's claim on a picture: a pipeline makes it, and the caller cancels or reprioritizes
/// it.
///
/// You may use it from any thread, and no call waits for anything but, for a moment, `cancel` for a callback that has
/// just begun. Releasing it cancels nothing.
public final class ImageTask: Sendable {
  /// Receives the picture or the error, once.
  public typealias Completion = @Sendable (Result<PixelImage, ImageError>) -> Void
  /// Receives the picture or the error, and the story of the load.
  public typealias TracedCompletion = @Sendable (Result<PixelImage, ImageError>, LoadTrace) -> Void

  /// A report to the caller before the end.
  public typealias Update = LoadUpdate

  /// The completion that ends the task, by what the task wants.
  enum Receiver: Sendable {
    case picture(TracedCompletion)
    case bytes(@Sendable (Result<Data, ImageError>) -> Void)
    case stored(@Sendable (Result<Void, ImageError>) -> Void)
  }

  /// The request; its `priority` and `timeToVisible` are those of the start.
  public var request: ImageRequest { claim.request }

  /// What the graph of loads knows of it.
  let claim: TaskClaim

  private struct State {
    var priority: ImagePriority
    var timeToVisible: Duration
    var isCancelled = false
    var trace: LoadTrace?
    /// The thread that runs one of the caller's callbacks now.
    var callingThread: pthread_t?
    /// Nil once the result has been delivered.
    var caller: Caller?
  }

  /// The parts that it needs as long as there is no result.
  private struct Caller {
    let receiver: Receiver
    let update: (@Sendable (Update) -> Void)?
    let coordinator: LoadCoordinator
  }

  private let state: Mutex<State>

  init(
    request: ImageRequest, coordinator: LoadCoordinator,
    update: (@Sendable (Update) -> Void)? = nil, receiver: Receiver
  ) {
    let wanted: TaskClaim.Wanted =
      switch receiver {
      case .picture: .picture
      case .bytes: .bytes
      case .stored: .stored
      }
    claim = TaskClaim(
      id: coordinator.makeTaskID(), request: request, wanted: wanted, wantsUpdates: update != nil)
    let caller = Caller(receiver: receiver, update: update, coordinator: coordinator)
    state = Mutex(
      State(priority: request.priority, timeToVisible: request.timeToVisible, caller: caller))
  }

  /// How urgent the picture is to this caller.
  ///
  /// Others may wait for the same picture; it is as urgent as its most urgent caller makes it.
  public var priority: ImagePriority {
    get { state.withLock { $0.priority } }
    set { setUrgency(newValue, timeToVisible: timeToVisible) }
  }

  /// How long until this caller expects to show the picture, from when it was set.
  public var timeToVisible: Duration {
    get { state.withLock { $0.timeToVisible } }
    set { setUrgency(priority, timeToVisible: newValue) }
  }

  /// Sets priority and expected time at once.
  public func setUrgency(_ priority: ImagePriority, timeToVisible: Duration) {
    let coordinator = state.withLock { state -> LoadCoordinator? in
      if state.priority == priority, state.timeToVisible == timeToVisible { return nil }
      state.priority = priority
      state.timeToVisible = timeToVisible
      return state.caller?.coordinator
    }
    coordinator?.post(.changeUrgency(self))
  }

  /// The story of the load that ended this task; it is there from the completion on.
  ///
  /// If equal requests were joined, it is the story of their one load, which may have started
  /// before this task. A picture that was in memory has `source == .memory` and no stages.
  public var trace: LoadTrace? { state.withLock { $0.trace } }

  /// Whether the claim was given up before there was a result, here or with its pipeline.
  ///
  /// Once it is true, no picture is delivered; where it is false after `cancel`, the result came first.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Gives the claim up: the completion is called with `.cancelled`, whatever arrives until then.
  ///
  /// Once it has returned, neither a picture nor an update is delivered. For that it waits for a callback of this task
  /// that runs on another thread, unless that callback runs for longer than 10 ms: it may itself wait for the calling
  /// thread.
  ///
  /// The load stops if no other task waits for it. A transfer goes on if three things hold: the disk cache keeps its bytes,
  /// the rest takes less than the server needs to begin an answer, and speculation has a slot to spare.
  ///
  /// Once the result has been delivered this does nothing, and neither does a second call.
  public func cancel() { cancel(patience: .milliseconds(10)) }

  /// - Parameter patience: how long to wait for a callback that runs on another thread.
  func cancel(patience: Duration) {
    let coordinator = state.withLock { state -> LoadCoordinator? in
      guard let caller = state.caller, !state.isCancelled else { return nil }
      state.isCancelled = true
      return caller.coordinator
    }
    coordinator?.post(.cancel(self))
    awaitCallback(patience)
  }

  /// Waits until a callback that another thread has begun is over, but not for long.
  private func awaitCallback(_ patience: Duration) {
    let start = ContinuousClock.now
    repeat {
      let thread = state.withLock { $0.callingThread }
      guard let thread, pthread_equal(thread, pthread_self()) == 0 else { return }
      usleep(100)
    } while ContinuousClock.now - start < patience
  }

  /// How urgent it is on a clock that shows this time.
  func urgency(at now: Duration) -> Urgency {
    state.withLock { Urgency($0.priority, visibleAt: now + $0.timeToVisible) }
  }

  /// Reports to the caller, unless it has given up or been answered.
  func report(_ update: Update) {
    let report = state.withLock { state in
      if state.isCancelled { return nil as (@Sendable (Update) -> Void)? }
      state.callingThread = pthread_self()
      return state.caller?.update
    }
    report?(update)
    state.withLock { $0.callingThread = nil }
  }

  /// Calls the completion, the first time; later calls do nothing.
  func deliver(_ result: Result<LoadOutput, ImageError>, _ trace: LoadTrace) {
    let (caller, isCancelled) = state.withLock { state in
      if state.caller != nil { state.trace = trace }
      if case .failure(.cancelled) = result { state.isCancelled = true }
      state.callingThread = pthread_self()
      defer { state.caller = nil }
      return (state.caller, state.isCancelled)
    }
    defer { state.withLock { $0.callingThread = nil } }
    switch (caller?.receiver, isCancelled ? .failure(.cancelled) : result) {
    case (.picture(let complete), .success(.picture(let image))): complete(.success(image), trace)
    case (.picture(let complete), .failure(let error)): complete(.failure(error), trace)
    case (.bytes(let complete), .success(.bytes(let bytes))): complete(.success(bytes))
    case (.bytes(let complete), .failure(let error)),
      (.bytes(let complete), .success(.cutOff(_, let error))):
      complete(.failure(error))
    case (.stored(let complete), .success(.stored)): complete(.success(()))
    case (.stored(let complete), .failure(let error)): complete(.failure(error))
    case (.picture, _), (.bytes, _), (.stored, _), (nil, _): break
    }
  }
}

extension ImageTask: Hashable {
  public static func == (first: ImageTask, second: ImageTask) -> Bool { first === second }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
