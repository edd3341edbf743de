/// The search words for a help screen, in any case and order.
struct HelpQuery: Hashable, Sendable {
  let text: String
  private let words: [String]

  init(_ text: String = "") {
    self.text = text
    words = text.split(separator: " ").map { $0.lowercased() }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The groups with the lines that contain all words in their keys, text or title.
  func matches(in groups: [KeyBindings.Group]) -> [KeyBindings.Group] {
    groups.compactMap { group in
      let lines = group.lines.filter { line in
        let text = "\(group.title) \(line.keys) \(line.does)".lowercased()
        return words.allSatisfy(text.contains)
      }
      return lines.isEmpty ? nil : KeyBindings.Group(title: group.title, lines: lines)
    }
  }

  /// The ranges of the words in a text, in characters.
  func places(in text: String) -> [Range<Int>] {
    let text = Array(text.lowercased())
    return words.map(Array.init).flatMap { word in
      text.indices.filter { text[$0...].starts(with: word) }.map { $0..<$0 + word.count }
    }
  }
}
