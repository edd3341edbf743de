import Prefetching

/// The commands that are typed after `:`, with one argument or none; the raw values are their names.
///
/// Options for developers are typed, to leave the keys for viewing pictures.
enum TypedCommand: String, CaseIterable {
  case policy, presenter, overlay, frames

  /// The possible arguments, named as in the options `--prefetch` and `--presenter`; none for a command without.
  var arguments: [String] {
    switch self {
    case .policy: PrefetchPolicyName.allCases.map(\.rawValue)
    case .presenter: PresenterChoice.allCases.map(\.rawValue)
    case .overlay:
      OverlayLevel.allCases.map(\.rawValue) + OverlayLayout.Edge.allCases.map(\.rawValue)
    case .frames: []
    }
  }

  /// The effect, for the help screen.
  var does: String {
    switch self {
    case .policy: "prefetch by a policy: \(arguments.alternatives)"
    case .presenter: "draw by a presenter: \(arguments.alternatives)"
    case .overlay: "frame times: \(arguments.joined(separator: ", "))"
    case .frames: "list the worst frames, and why they were late"
    }
  }

  /// The name with all arguments.
  var usage: String {
    arguments.isEmpty ? rawValue : "\(rawValue) \(arguments.joined(separator: "|"))"
  }

  /// The command with an argument; nil if it is not one of `arguments`.
  func command(with argument: String) -> Command? {
    switch self {
    case .policy: PrefetchPolicyName(rawValue: argument).map(Command.switchPrefetching)
    case .presenter: PresenterChoice(rawValue: argument).map(Command.usePresenter)
    case .overlay:
      OverlayLevel(rawValue: argument).map { .changeOverlay(.level($0)) }
        ?? OverlayLayout.Edge(rawValue: argument).map { .changeOverlay(.edge($0)) }
    case .frames: argument.isEmpty ? .listFrames : nil
    }
  }
}

extension [String] {
  /// The words as a list that ends with “or”.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
