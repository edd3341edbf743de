import Prefetching

/// The commands that are typed after `:`, with one argument, a text, or none; the raw values are their names.
///
/// Options for developers are typed, to leave the keys for viewing pictures.
enum TypedCommand: String, CaseIterable {
  case policy, presenter, overlay, frames, log, mark, slideshow, turn

  /// The possible arguments, named as in the options `--prefetch` and `--presenter`; none for a command with any text or without.
  var arguments: [String] {
    switch self {
    case .policy: PrefetchPolicyName.allCases.map(\.rawValue)
    case .presenter: PresenterChoice.allCases.map(\.rawValue)
    case .overlay:
      OverlayLevel.allCases.map(\.rawValue) + OverlayLayout.Edge.allCases.map(\.rawValue)
    case .turn: PictureTurn.allCases.map(\.rawValue)
    case .frames, .log, .mark, .slideshow: []
    }
  }

  /// The word for any text that the command takes; nil for a command without.
  var placeholder: String? {
    switch self {
    case .log: "NAME"
    case .mark: "TEXT"
    case .slideshow: "SECONDS"
    case .policy, .presenter, .overlay, .frames, .turn: nil
    }
  }

  /// The effect, for the help screen.
  var does: String {
    switch self {
    case .policy: "prefetch by a policy: \(arguments.alternatives)"
    case .presenter: "draw by a presenter: \(arguments.alternatives)"
    case .overlay: "frame times: \(arguments.joined(separator: ", "))"
    case .frames: "list the worst frames, and why they were late"
    case .log: "log frames to a new file; without a name, stop"
    case .mark: "add a mark with a text to the logs"
    case .slideshow: "slideshow: the seconds for each picture"
    case .turn: "turn the picture: \(arguments.alternatives)"
    }
  }

  /// The name with all arguments.
  var usage: String {
    if let placeholder { return "\(rawValue) \(placeholder)" }
    return arguments.isEmpty ? rawValue : "\(rawValue) \(arguments.joined(separator: "|"))"
  }

  /// The command with an argument; nil if it takes no such argument.
  func command(with argument: String) -> Command? {
    switch self {
    case .policy: PrefetchPolicyName(rawValue: argument).map(Command.switchPrefetching)
    case .presenter: PresenterChoice(rawValue: argument).map(Command.usePresenter)
    case .overlay:
      OverlayLevel(rawValue: argument).map { .changeOverlay(.level($0)) }
        ?? OverlayLayout.Edge(rawValue: argument).map { .changeOverlay(.edge($0)) }
    case .frames: argument.isEmpty ? .listFrames : nil
    case .log: .log(to: argument.isEmpty ? nil : argument)
    case .mark: argument.isEmpty ? nil : .mark(argument)
    case .slideshow:
      Int(argument).flatMap { Slideshow.seconds.contains($0) ? .seconds($0) : nil }
        .map { .slideshow(every: $0) }
    case .turn: PictureTurn(rawValue: argument).map(Command.turn)
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
