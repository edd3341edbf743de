/// A folder for a kind of a person's files (XDG Base Directory Specification).
package enum BaseFolder: Sendable {
  /// Data that can be made again.
  case cache
  /// A person's choices.
  case configuration
  /// Data that should outlive a run of the program, such as its history.
  case state
  /// Data that a person would miss, such as the trash.
  case data

  /// The path of a program's folder; nil if neither the variable nor the home is an absolute path.
  ///
  /// - Parameters:
  ///   - program: the name of the folder.
  ///   - environment: the variables of the process.
  package func path(of program: String, environment: [String: String]) -> String? {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(inHome)" : nil }
    return [environment[variable], home].compactMap(\.self).first { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }
  }

  private var variable: String {
    switch self {
    case .cache: "XDG_CACHE_HOME"
    case .configuration: "XDG_CONFIG_HOME"
    case .state: "XDG_STATE_HOME"
    case .data: "XDG_DATA_HOME"
    }
  }

  private var inHome: String {
    switch self {
    case .cache: ".cache"
    case .configuration: ".config"
    case .state: ".local/state"
    case .data: ".local/share"
    }
  }
}
