import Raster

/// The keys in force: the person's own, and those of `KeyBindings` that these leave.
package struct EffectiveKeys: Sendable {
  /// A key that the person has bound.
  package struct Own: Hashable, Sendable {
    package let key: Key
    /// The command; nil if the key has no function.
    package let command: Command?
    /// The command's name, for the help screen.
    package let name: String

    package init(_ key: Key, _ command: Command?, name: String) {
      self.key = key
      self.command = command
      self.name = name
    }
  }

  /// The folders of the letters that follow m and M.
  package let folders: [Character: String]
  private let own: [Own]
  private let owned: [Key: Own]

  /// - Parameters:
  ///   - own: the person's keys, in the order of the help screen; of equal keys, the last one counts.
  ///   - folders: the paths of folders, by the letters that follow m and M.
  package init(_ own: [Own] = [], folders: [Character: String] = [:]) {
    self.own = own
    self.folders = folders
    owned = Dictionary(own.map { ($0.key, $0) }) { $1 }
  }

  /// The command of a key; nil for a key without one.
  package func command(for key: Key) -> Command? {
    if let own = owned[key] { return own.command }
    return KeyBindings.command(for: key)
  }

  /// The keys of the given commands.
  package func keys(for chosen: Set<Command>) -> [Key] {
    let defaults = KeyBindings.commands.filter { owned[$0.key] == nil && chosen.contains($0.value) }
    return defaults.map(\.key)
      + owned.values.filter { $0.command.map(chosen.contains) == true }.map(\.key)
  }

  /// The key of a command as the screen names it; nil without one.
  func title(for command: Command) -> String? { keys(for: [command]).map(\.title).min() }

  /// The table of the keys in force.
  package var groups: [KeyBindings.Group] {
    if own.isEmpty { return KeyBindings.groups }
    let groups = KeyBindings.groups.map { group in
      KeyBindings.Group(title: group.title, lines: group.lines.compactMap(line))
    }
    let listed = Set(KeyBindings.groups.flatMap(\.lines).flatMap(\.bindings).map(\.command))
    let others = own.filter { $0.command.map { !listed.contains($0) } == true }
    if others.isEmpty { return groups }
    let lines = others.map { KeyBindings.Line($0.key.title, $0.name) }
    return [KeyBindings.Group(title: "Your own", lines: lines)] + groups
  }

  /// A line with the keys in force for its commands; nil if none is left.
  private func line(_ line: KeyBindings.Line) -> KeyBindings.Line? {
    let commands = Set(line.bindings.map(\.command))
    let added = own.filter { $0.command.map(commands.contains) == true && owned[$0.key] == $0 }
    let isChanged = !added.isEmpty || line.bindings.contains { owned[$0.key] != nil }
    guard isChanged else { return line }
    let left = line.alternatives.map { $0.filter { owned[$0.key] == nil } }.filter { !$0.isEmpty }
    let alternatives =
      left
      + added.map { own in
        [own].compactMap { own in own.command.map { KeyBindings.Binding(own.key, $0) } }
      }
    return alternatives.isEmpty ? nil : KeyBindings.Line(alternatives, line.does)
  }
}
