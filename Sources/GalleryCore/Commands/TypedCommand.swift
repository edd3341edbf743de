import Prefetching

/// The commands that are typed after `:` with one argument; the raw values are their names.
///
/// Options for developers are typed, to leave the keys for viewing pictures.
enum TypedCommand: String, CaseIterable {
  case policy, presenter

  /// The possible arguments, named as in the options `--prefetch` and `--presenter`.
  var arguments: [String] {
    switch self {
    case .policy: PrefetchPolicyName.allCases.map(\.rawValue)
    case .presenter: PresenterChoice.allCases.map(\.rawValue)
    }
  }

  /// The effect, for the help screen.
  var does: String {
    switch self {
    case .policy: "prefetch by a policy: \(arguments.alternatives)"
    case .presenter: "draw by a presenter: \(arguments.alternatives)"
    }
  }

  /// The name with all arguments.
  var usage: String { "\(rawValue) \(arguments.joined(separator: "|"))" }

  /// The command with an argument; nil if it is not one of `arguments`.
  func command(with argument: String) -> Command? {
    switch self {
    case .policy: PrefetchPolicyName(rawValue: argument).map(Command.switchPrefetching)
    case .presenter: PresenterChoice(rawValue: argument).map(Command.usePresenter)
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
