import GalleryItems
import Raster

/// An error in a line after `:`; its description is a sentence for the person.
package struct CommandTextError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

/// A line typed after `:`: a picture by its number, share or date, or a `TypedCommand` with its argument.
struct CommandText {
  private static let mostNameColumns = 24
  /// A distance over the size of any gallery.
  private static let mostDistance = 1 << 40

  private let name: String
  /// The rest of the line; nil until a blank ends the name.
  private let argument: String?

  init(_ text: String) {
    let text = text.drop { $0 == " " }
    let name = text.prefix { $0 != " " }
    let rest = text[name.endIndex...]
    self.name = String(name)
    argument = rest.isEmpty ? nil : rest.split(separator: " ").joined(separator: " ")
  }

  /// Reads the line; nil for an empty one.
  func command() throws(CommandTextError) -> Command? {
    if name.isEmpty { return nil }
    if argument?.isEmpty != false, let movement = Self.movement(name) { return movement }
    guard let typed = TypedCommand(rawValue: name) else { throw unknownName }
    guard let command = typed.command(with: argument ?? "") else {
      let arguments = typed.arguments.isEmpty ? "nothing" : typed.arguments.alternatives
      throw CommandTextError(description: "\(name) takes \(typed.placeholder ?? arguments)")
    }
    return command
  }

  /// The command of a number, a distance such as `+20`, a percentage, or a date.
  private static func movement(_ text: String) -> Command? {
    if let date = TypedDate(text) { return .jump(to: .date(date)) }
    if text.last == "%", let share = Double(text.dropLast()), (0...100).contains(share) {
      return .jump(to: .percentage(share))
    }
    guard let number = Int(text) else { return nil }
    let isDistance = text.first == "+" || text.first == "-"
    let distance = max(-mostDistance, min(number, mostDistance))
    return isDistance ? .move(.items(distance)) : .jump(to: .place(max(1, number) - 1))
  }

  private var unknownName: CommandTextError {
    let shown = DisplayText.shortened(name, toColumns: Self.mostNameColumns, .end)
    let advice =
      nearest.isEmpty
      ? "type : to list the commands" : "did you mean \(nearest.alternatives)?"
    return CommandTextError(description: "no command “\(shown)”: \(advice)")
  }

  /// The names with the longest common prefix with the typed one; empty if no character matches.
  private var nearest: [String] {
    let names = TypedCommand.allCases.map(\.rawValue)
    let shared = names.map { zip($0, name).prefix { $0 == $1 }.count }
    guard let most = shared.max(), most > 0 else { return [] }
    return zip(names, shared).filter { $1 == most }.map(\.0)
  }

  // MARK: - Completion

  /// The possible completions of the line.
  var completions: [String] {
    guard let argument else {
      return matches.map { $0.rawValue + ($0.usage == $0.rawValue ? "" : " ") }
    }
    guard let typed = TypedCommand(rawValue: name) else { return [] }
    return typed.arguments.filter { $0.hasPrefix(argument) }.map { "\(name) \($0)" }
  }

  /// The possible next words, from the longest hint to the bare names; empty if there are none.
  var hints: [[String]] {
    if argument != nil {
      let words = completions.map { String($0.dropFirst(name.count + 1)) }
      return words.isEmpty ? [] : [words]
    }
    let names = matches.map(\.rawValue)
    if names.isEmpty { return [] }
    let number = name.isEmpty ? ["a number"] : []
    return [number + matches.map(\.usage), number + names, names]
  }

  /// The commands whose names begin with the typed text.
  private var matches: [TypedCommand] {
    TypedCommand.allCases.filter { $0.rawValue.hasPrefix(name) }
  }
}
