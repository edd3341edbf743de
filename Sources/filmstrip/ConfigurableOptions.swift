import ArgumentParser
import Configuration
import SourceItems

/// The options that a configuration file may have: those that suit any source and any run.
struct ConfigurableOptions: ParsableArguments {
  @OptionGroup(title: "Folders") var folders: FolderOptions
  @OptionGroup(title: "View") var view: BrowseOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup(title: "Loading") var loading: LoadOptions
}

/// The options of a configuration file, as the parser of the command line knows them.
struct OptionNames {
  /// The names of the groups above.
  private static let groups: Set<String> = ["Folders", "View", "Screen", "Loading"]

  /// The options in the order of help.
  let options: [ConfigurationPage.Option]
  /// The options that only a command line may have.
  private let others: Set<String>
  /// The placeholders of values in the parser's messages.
  private let valueNames: [String: String]
  /// The names that turn an option off.
  private let inversions: Set<String>

  init() {
    let program = CommandOutline.program()
    let arguments = program?.commands.first { $0.commandName == "browse" }?.visibleArguments ?? []
    let configurable = arguments.filter { Self.groups.contains($0.sectionTitle ?? "") }
    let names = arguments.flatMap(\.longNames)
    inversions = Set(names.filter { $0.hasPrefix("no-") })
    options = configurable.compactMap { argument in
      guard let name = argument.longNames.first(where: { !$0.hasPrefix("no-") }) else { return nil }
      return ConfigurationPage.Option(
        name: name, group: argument.sectionTitle ?? "", isFlag: argument.kind == "flag",
        help: argument.abstract ?? "")
    }
    others = Set(names).subtracting(options.map(\.name))
    valueNames = Dictionary(
      configurable.map { ($0.longNames.first ?? "", $0.valueName ?? "") }
    ) { first, _ in first }
  }

  /// Why an option of a file can't count; nil if its name and value are right.
  func problem(of setting: Configuration.Setting<String, OptionValue>) -> String? {
    let name = setting.name
    guard let option = options.first(where: { $0.name == name }) else {
      if others.contains(name) { return "\(name) is for one run: give --\(name) when you start it" }
      let meant = NearestName.nearest(to: name, among: options.map(\.name))
      return "no option is named “\(name)”: "
        + (meant.map { "did you mean \($0)?" } ?? "filmstrip config show lists them")
    }
    switch setting.value {
    case .text where option.isFlag: return "\(name) takes true or false"
    case .flag(true) where !option.isFlag: return "\(name) takes a value, not true"
    case .flag(false) where !option.isFlag && !inversions.contains("no-\(name)"):
      return "\(name) takes a value, not false"
    default: break
    }
    return nil
  }

  /// The parser's message about an option, with its name as in a file.
  func sentence(_ error: any Error, about name: String) -> String {
    let message = ConfigurableOptions.message(for: error)
    let line = String(message.prefix { !$0.isNewline })
    return line.replacing("'--\(name) <\(valueNames[name] ?? name)>'", with: name)
      .replacing("--\(name)", with: name)
  }
}
