/// The prompts in a graph of ComfyUI, as it runs (nodes by identifier) or as its editor saves it (a list of nodes).
struct PromptGraph {
  /// The texts that a sampler's `positive` input leads to.
  private(set) var positive: [String] = []
  /// The texts that a sampler's `negative` input leads to.
  private(set) var negative: [String] = []
  /// The texts of other nodes that encode text.
  private(set) var others: [String] = []

  /// A node with the values of its inputs, of which a list is the identifier of another node and its output.
  private typealias Node = (kind: String, inputs: [String: JSONTree])

  private static let maxNodes = 10_000
  /// Inputs that lead to models and pictures.
  private static let otherInputs: Set = [
    "model", "clip", "vae", "image", "images", "mask", "pixels", "samples", "latent_image",
  ]

  /// Finds the prompts; nil if the document is no graph.
  init?(_ tree: JSONTree) {
    guard case .object(let members) = tree else { return nil }
    if case .list(let nodes) = members["nodes"] {
      for node in nodes.prefix(Self.maxNodes) { readEdited(node) }
      return
    }
    let nodes = members.compactMapValues(Self.node)
    guard !nodes.isEmpty, nodes.count <= Self.maxNodes else { return nil }
    let order = nodes.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    var visited: Set<String> = []
    for id in order {
      guard let inputs = nodes[id]?.inputs, let first = Self.link(inputs["positive"]),
        let second = Self.link(inputs["negative"])
      else { continue }
      positive += Self.texts(before: first, along: "positive", in: nodes, &visited)
      negative += Self.texts(before: second, along: "negative", in: nodes, &visited)
    }
    for id in order where !visited.contains(id) && nodes[id]?.kind.encodesText == true {
      others += Self.texts(before: id, along: "positive", in: nodes, &visited)
    }
  }

  private static func node(_ tree: JSONTree) -> Node? {
    guard case .object(let members) = tree, case .text(let kind) = members["class_type"],
      case .object(let inputs) = members["inputs"]
    else { return nil }
    return (kind, inputs)
  }

  private static func link(_ input: JSONTree?) -> String? {
    guard case .list(let parts) = input, parts.count == 2, case .text(let id) = parts[0] else {
      return nil
    }
    return id
  }

  /// The texts of a node and of those before it; each node is visited once.
  ///
  /// - Parameter role: the input to follow of nodes that pass on positive and negative prompts.
  private static func texts(
    before first: String, along role: String, in nodes: [String: Node],
    _ visited: inout Set<String>
  ) -> [String] {
    var found: [String] = []
    var waiting = [first]
    var here: Set<String> = []
    while let id = waiting.popLast() {
      // A node that passes on both prompts is visited for each of them.
      guard let node = nodes[id], here.insert(id).inserted else { continue }
      let passesBoth = link(node.inputs["positive"]) != nil && link(node.inputs["negative"]) != nil
      if !passesBoth, !visited.insert(id).inserted { continue }
      for (name, value) in node.inputs.sorted(by: { $0.key < $1.key }) {
        if case .text(let text) = value, name.holdsText(ofKind: node.kind) {
          found.append(text)
        } else if let link = link(value), !otherInputs.contains(name),
          !passesBoth || name == role
        {
          waiting.append(link)
        }
      }
    }
    return found
  }

  /// Adds the texts of a node in the editor's form, whose values have no names.
  private mutating func readEdited(_ node: JSONTree) {
    guard case .object(let members) = node, case .text(let kind) = members["type"],
      kind.encodesText, case .list(let values) = members["widgets_values"]
    else { return }
    for case .text(let text) in values where text.contains(" ") { others.append(text) }
  }
}

extension String {
  /// Whether nodes of this type turn text into what a sampler reads.
  fileprivate var encodesText: Bool { contains("TextEncode") || contains("Prompt") }

  /// Whether the input of this name of a node holds a prompt.
  fileprivate func holdsText(ofKind kind: String) -> Bool {
    let name = lowercased()
    return name.contains("text") || name.contains("prompt") || name.contains("string")
      || ["clip_l", "clip_g", "t5xxl", "llama"].contains(name)
      || name == "value" && kind.contains("String")
  }
}
