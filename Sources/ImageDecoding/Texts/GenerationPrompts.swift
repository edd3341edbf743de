import Raster

/// The prompts that a program has written to a picture that it generated.
///
/// A1111 writes lines of text. InvokeAI, NovelAI and SwarmUI write JSON with the prompts as members. ComfyUI writes a
/// graph as JSON, whose nodes have them.
struct GenerationPrompts {
  static let positiveName = "prompt"
  private static let negativeName = "negative"

  /// The prompts, and the settings if they were text.
  private(set) var texts: [PictureText] = []

  /// Finds the prompts in a text; nil if there are none.
  init?(in text: String) {
    if Self.isJSON(text) {
      guard text.utf8.count <= TextCollection.maxStoredBytes, let tree = JSONTree(text) else {
        return nil
      }
      if let graph = PromptGraph(tree) { addPrompts(of: graph) }
      if texts.isEmpty { addMembers(of: tree, depth: 3) }
    } else {
      addParameters(text)
    }
    if texts.isEmpty { return nil }
  }

  /// Whether a text is an object of JSON, which is of no use to a person.
  static func isJSON(_ text: String) -> Bool {
    let start = text.utf8.drop { $0 <= 32 }
    guard start.first == UInt8(ascii: "{") else { return false }
    let next = start.dropFirst().first { $0 > 32 }
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }

  /// Adds the prompts in lines of text, as A1111 writes them, and the settings that follow.
  private mutating func addParameters(_ text: String) {
    let negative = text.range(of: "\nNegative prompt: ")
    guard
      let settings = text.range(of: "\nSteps: ", in: negative?.upperBound ?? text.startIndex)
    else { return }
    let positiveEnd = negative?.lowerBound ?? settings.lowerBound
    add(Self.positiveName, String(text[..<positiveEnd]))
    if let negative {
      add(Self.negativeName, String(text[negative.upperBound..<settings.lowerBound]))
    }
    add("settings", String(text[settings.lowerBound...].dropFirst()))
  }

  private mutating func addPrompts(of graph: PromptGraph) {
    for text in graph.positive { add(Self.positiveName, text) }
    for text in graph.negative { add(Self.negativeName, text) }
    for text in graph.others { add(Self.positiveName, text) }
  }

  /// Adds the members of an object that are prompts by their names.
  private mutating func addMembers(of tree: JSONTree, depth: Int) {
    guard depth > 0, case .object(let members) = tree else { return }
    for name in ["positive_prompt", "prompt", "base_caption", "char_caption"] {
      switch members[name] {
      case .text(let text): add(Self.positiveName, text)
      case .list(let parts): for part in parts { addMembers(of: part, depth: depth - 1) }
      default: break
      }
    }
    for name in ["negative_prompt", "negativeprompt", "negativePrompt", "uc"] {
      if case .text(let text) = members[name] { add(Self.negativeName, text) }
    }
    for name in ["image", "sui_image_params", "caption"] {
      if let inner = members[name] { addMembers(of: inner, depth: depth - 1) }
    }
  }

  private mutating func add(_ name: String, _ text: String) {
    if text.contains(where: { !$0.isWhitespace }) { texts.append(PictureText(name, text)) }
  }
}

extension String {
  /// The range of the first occurrence of a text.
  fileprivate func range(of part: String, in start: String.Index? = nil) -> Range<String.Index>? {
    self[(start ?? startIndex)...].firstRange(of: part)
  }
}
