import FoundationEssentials
import Glibc
import Raster
import Synchronization

/// A task that a pipeline creates for one caller's request, to cancel it or change its priority.
///
/// You may use it from any thread. No call blocks, except that `cancel` briefly waits for a
/// callback that has just begun. Releasing a task doesn't cancel it.
public final class ImageTask: Sendable {
  /// A closure that receives the picture or the error, once.
  public typealias Completion = @Sendable (Result<PixelImage, ImageError>) -> Void
  /// A closure that receives the picture or the error, and the trace of the load.
  public typealias TracedCompletion = @Sendable (Result<PixelImage, ImageError>, LoadTrace) -> Void

  /// An update before the result.
  public typealias Update = LoadUpdate

  /// The completion that ends the task, by the kind of result.
  enum Receiver: Sendable {
    case picture(TracedCompletion)
    case bytes(@Sendable (Result<Data, ImageError>) -> Void)
  }

  /// The request, with the `priority` and `timeToVisible` of its start.
  public var request: ImageRequest { claim.request }

  /// The constant values of the task, for the graph of loads.
  let claim: TaskClaim

  private struct State {
    var priority: ImagePriority
    var timeToVisible: Duration
    var isCancelled = false
    var trace: LoadTrace?
    /// The thread that is running one of the caller's callbacks.
    var callingThread: pthread_t?
    /// The caller; nil once the result was delivered.
    var caller: Caller?
  }

  /// The values that are needed until there is a result.
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
      }
    claim = TaskClaim(
      id: coordinator.makeTaskID(), request: request, wanted: wanted, wantsUpdates: update != nil)
    let caller = Caller(receiver: receiver, update: update, coordinator: coordinator)
    state = Mutex(
      State(priority: request.priority, timeToVisible: request.timeToVisible, caller: caller))
  }

  /// The priority of the picture for this caller.
  ///
  /// Other callers may wait for the same picture, which then has the highest of their priorities.
  public var priority: ImagePriority {
    get { state.withLock { $0.priority } }
    set { setUrgency(newValue, timeToVisible: timeToVisible) }
  }

  /// The time until this caller expects to show the picture, counted from when it is set.
  public var timeToVisible: Duration {
    get { state.withLock { $0.timeToVisible } }
    set { setUrgency(priority, timeToVisible: newValue) }
  }

  /// Sets the priority and the expected time together.
  public func setUrgency(_ priority: ImagePriority, timeToVisible: Duration) {
    let coordinator = state.withLock { state -> LoadCoordinator? in
      if state.priority == priority, state.timeToVisible == timeToVisible { return nil }
      state.priority = priority
      state.timeToVisible = timeToVisible
      return state.caller?.coordinator
    }
    coordinator?.post(.changeUrgency(self))
  }

  /// The trace of the load that ended this task, available from the completion on.
  ///
  /// If equal requests share a load, it is the trace of that load, which may have started before
  /// this task. A picture from memory has `source == .memory` and no stages.
  public var trace: LoadTrace? { state.withLock { $0.trace } }

  /// Whether the task was canceled before there was a result, itself or with its pipeline.
  ///
  /// If true, no picture is delivered. If false after `cancel`, the result came first.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Cancels the task: the completion is called with `.cancelled`, even if a picture arrives before.
  ///
  /// After it returns, no picture and no update is delivered. For that it waits for a callback of
  /// this task on another thread. It does so for 10 ms at most, because that callback may itself
  /// wait for the calling thread.
  ///
  /// The load stops if no other task waits for it. A transfer continues if three conditions hold:
  /// the disk cache stores its bytes, the rest takes less time than the server needs to begin a
  /// response, and speculation has a free slot.
  ///
  /// Does nothing after the result was delivered, or when called again.
  public func cancel() { cancel(patience: .milliseconds(10)) }

  /// - Parameter patience: the longest time to wait for a callback on another thread.
  func cancel(patience: Duration) {
    let coordinator = state.withLock { state -> LoadCoordinator? in
      guard let caller = state.caller, !state.isCancelled else { return nil }
      state.isCancelled = true
      return caller.coordinator
    }
    coordinator?.post(.cancel(self))
    awaitCallback(patience)
  }

  /// Waits until a callback on another thread has returned, or `patience` is over.
  private func awaitCallback(_ patience: Duration) {
    let start = ContinuousClock.now
    repeat {
      let thread = state.withLock { $0.callingThread }
      guard let thread, pthread_equal(thread, pthread_self()) == 0 else { return }
      usleep(100)
    } while ContinuousClock.now - start < patience
  }

  /// Returns the urgency, with the expected time on the caller's clock.
  func urgency(at now: Duration) -> Urgency {
    state.withLock { Urgency($0.priority, visibleAt: now + $0.timeToVisible) }
  }

  /// Passes an update to the caller, unless the task was canceled or has completed.
  func report(_ update: Update) {
    let report = state.withLock { state in
      if state.isCancelled { return nil as (@Sendable (Update) -> Void)? }
      state.callingThread = pthread_self()
      return state.caller?.update
    }
    report?(update)
    state.withLock { $0.callingThread = nil }
  }

  /// Calls the completion the first time; later calls do nothing.
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
    case (.picture, _), (.bytes, _), (nil, _): break
    }
  }
}

extension ImageTask: Hashable {
  public static func == (first: ImageTask, second: ImageTask) -> Bool { first === second }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
