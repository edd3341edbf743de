import Glibc

/// The purpose of a decode thread.
///
/// A thread can't lower its niceness again, so its kind never changes.
enum ThreadKind: Int, CaseIterable, Sendable {
  /// Pictures that may be shown later.
  case speculation
  /// Visible pictures.
  case screen

  init(for priority: ImagePriority) {
    self = priority.isSpeculative ? .speculation : .screen
  }

  /// The niceness added to the process's own.
  ///
  /// At 2, a thread still gets two fifths of a core beside another busy program, and yields to the
  /// run loop. At 10, it gets a tenth.
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

  /// The decode threads: one core is left to the run loop, and each kind has at least one thread.
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
