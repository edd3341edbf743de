import Synchronization

/// One caller's claim on a picture: made by a pipeline, to be cancelled or re-prioritised.
///
/// It may be used from any thread, and no call waits for anything. Letting go of it cancels nothing.
public final class ImageTask: Sendable {
  /// What happens to a load before it ends.
  public enum Update: Sendable {
    case progress(ImageProgress)
    /// A coarse picture, to be shown until the whole one is there.
    case preview(PixelImage)
    /// The next attempt starts after that time.
    case retrying(after: Duration, because: ImageError)
  }

  public typealias Completion = @Sendable (Result<PixelImage, ImageError>) -> Void

  /// What was asked for; its `priority` is the one at the start.
  public let request: ImageRequest

  private struct State {
    var priority: ImagePriority
    var isCancelled = false
    /// Gone once the result has been delivered.
    var claim: Claim?
  }

  /// What is needed as long as there is no result.
  private struct Claim {
    let completion: Completion
    let coordinator: LoadCoordinator
  }

  private let state: Mutex<State>

  init(request: ImageRequest, coordinator: LoadCoordinator, completion: @escaping Completion) {
    self.request = request
    let claim = Claim(completion: completion, coordinator: coordinator)
    state = Mutex(State(priority: request.priority, claim: claim))
  }

  /// How urgent the picture is to this caller.
  ///
  /// Others may wait for the same one; it is as urgent as its most urgent caller has it.
  public var priority: ImagePriority {
    get { state.withLock { $0.priority } }
    set {
      let coordinator = state.withLock { state -> LoadCoordinator? in
        guard state.priority != newValue else { return nil }
        state.priority = newValue
        return state.claim?.coordinator
      }
      coordinator?.post(.changePriority(self))
    }
  }

  /// Whether `cancel` was called before there was a result.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Gives the claim up: the completion is called with `.cancelled`, whatever arrives until then.
  ///
  /// The load itself stops if nobody else waits for it. Once the result has been delivered this
  /// does nothing, and neither does a second call.
  public func cancel() {
    let coordinator = state.withLock { state -> LoadCoordinator? in
      guard let claim = state.claim, !state.isCancelled else { return nil }
      state.isCancelled = true
      return claim.coordinator
    }
    coordinator?.post(.cancel(self))
  }

  /// Calls the completion, the first time; later calls do nothing.
  func deliver(_ result: Result<PixelImage, ImageError>) {
    let (claim, isCancelled) = state.withLock { state in
      defer { state.claim = nil }
      return (state.claim, state.isCancelled)
    }
    claim?.completion(isCancelled ? .failure(.cancelled) : result)
  }
}

extension ImageTask: Hashable {
  public static func == (first: ImageTask, second: ImageTask) -> Bool { first === second }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
