import Glibc

/// The purpose of a decode thread.
///
/// A thread cannot lower its niceness again, so each has one kind for good.
enum ThreadKind: Int, CaseIterable, Sendable {
  /// Pictures that may be seen some time.
  case speculation
  /// Pictures that are waited for.
  case screen

  init(for priority: ImagePriority) {
    self = priority.isSpeculative ? .speculation : .screen
  }

  /// The niceness that is added to the process's own.
  ///
  /// At 2 a thread still has two fifths of a core beside another program that wants all of it, and
  /// yields to the run loop. At 10 it has a tenth.
  var niceness: Int32 {
    switch self {
    case .screen: 2
    case .speculation: 10
    }
  }
}

/// A number for each kind of thread.
struct KindCounts: Hashable, Sendable {
  var screen: Int
  var speculation: Int

  init(screen: Int = 0, speculation: Int = 0) {
    self.screen = screen
    self.speculation = speculation
  }

  /// For decoding: a core is left to the run loop, and there is one thread of each kind at least.
  static let decoders = KindCounts(
    screen: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1), speculation: 1)

  var total: Int { screen + speculation }

  subscript(kind: ThreadKind) -> Int {
    get {
      switch kind {
      case .screen: screen
      case .speculation: speculation
      }
    }
    set {
      switch kind {
      case .screen: screen = newValue
      case .speculation: speculation = newValue
      }
    }
  }
}
