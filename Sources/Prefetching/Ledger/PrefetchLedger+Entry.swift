extension PrefetchLedger {
  /// What is known of an item that was announced.
  struct Entry: Sendable {
    enum Stage: Sendable {
      /// Expected, and not ready.
      case underWay
      /// Expected and ready.
      case ready
      /// Ready, no longer expected and not dropped: in a cache.
      case kept
      /// Kept, and expected again; not yet got out of the cache.
      case resumed
      /// Shown before it was ready, and closed as that: its bytes may still come.
      case late
      /// Closed, and no longer expected: what had come of it may still be told.
      case stopping
    }

    var stage = Stage.underWay
    var isStarted = false
    /// What it has cost; not 0 only in the stages that are ready.
    var bytes = 0

    /// Whether the announcement has not come to its end.
    var isPending: Bool {
      switch stage {
      case .underWay, .ready, .kept, .resumed: true
      case .late, .stopping: false
      }
    }
  }

  /// The ways in which an announcement ends.
  enum Ending {
    case useful, late, wasted, cancelled
  }
}
