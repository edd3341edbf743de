import Synchronization

/// Screens that are not used any more, until ncurses can free them.
///
/// `delscreen` of ncurses 6.4 takes the windows of every other screen with it; so all are freed
/// together, when the last one is given up.
enum CursesGraveyard {
  private struct State {
    var living = 0
    var retired: [CursesHandle] = []
  }

  private static let state = Mutex(State())

  static func screenStarted() {
    state.withLock { $0.living += 1 }
  }

  static func retire(_ handle: CursesHandle) {
    let doomed: [CursesHandle] = state.withLock { state in
      state.living -= 1
      state.retired.append(handle)
      guard state.living == 0 else { return [] }
      defer { state.retired = [] }
      return state.retired
    }
    for handle in doomed { handle.free() }
  }
}
