/// Finds the requests that are worth sending once more, because no answer has begun for long.
///
/// A lost packet costs a second or more, while the same request over another connection is answered as soon as most
/// are. The first answer counts. Dean and Barroso (The Tail at Scale, 2013) call these hedged requests, and say what
/// keeps them cheap: to wait until few requests are still without an answer, and to ration them.
///
/// - Complexity: O(log n) for every change, n being the requests without an answer.
package struct SecondAttempts<ID: Hashable & Sendable>: Sendable {
  /// At most one in so many requests is sent once more.
  private static var requestsForEach: Int { 20 }
  /// Instants are multiples of this, so that a timer for the next one is seldom set anew.
  private static var grain: Duration { .milliseconds(50) }

  private var waiting = IndexedHeap<ID, Duration>()
  private var places: [ID: Int] = [:]
  /// The requests that may still be sent once more, in parts of one.
  private var ration = 0

  package init() {}

  /// The instant at which a request may be late; nil while none is watched.
  package var nextLook: Duration? { waiting.first?.rank }

  /// Counts a first attempt.
  package mutating func noteRequest() {
    // No more than five at once, whatever has been saved up.
    ration = min(ration + 1, 5 * Self.requestsForEach)
  }

  /// Watches a request that a person waits for.
  ///
  /// - Parameters:
  ///   - instant: when it was sent.
  ///   - patience: how long an answer may take to begin; nil watches nothing. See ``HostTimes/patience``.
  package mutating func watch(_ id: ID, sentAt instant: Duration, patience: Duration?) {
    guard let patience, places[id] == nil else { return }
    places[id] = waiting.insert(id, rank: Self.rounded(instant + patience))
  }

  /// Stops watching a request: it is answered or given up, or no one waits for it.
  package mutating func forget(_ id: ID) {
    if let place = places.removeValue(forKey: id) { waiting.remove(at: place) }
  }

  /// Takes a request to send once more now.
  ///
  /// Without a ration, the late ones are looked at again a little later.
  package mutating func takeLate(at now: Duration) -> ID? {
    while let (id, instant) = waiting.first, instant <= now, let place = places[id] {
      guard ration >= Self.requestsForEach else {
        waiting.changeRank(at: place) { $0 = Self.rounded(now + Self.grain * 4) }
        continue
      }
      ration -= Self.requestsForEach
      forget(id)
      return id
    }
    return nil
  }

  private static func rounded(_ instant: Duration) -> Duration {
    grain * Int((instant / grain).rounded(.up))
  }
}
