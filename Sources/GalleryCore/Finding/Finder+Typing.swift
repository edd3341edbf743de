import GalleryItems
import Prefetching
import Raster

/// A line being typed.
struct TypedLine {
  /// The number of lines of each kind that are kept.
  static let longestHistory = 100

  var prompt: Prompt
  /// The text before the first key.
  let formerText: String
  /// The item selected before it.
  let origin: ItemID?
  let formerQuery: CaptionQuery?
  /// Whether the typed text was found.
  var isFound = false
}

/// The command line: a text is searched, or filters the items, while it is typed.
extension Finder {
  var prompt: Prompt? { line?.prompt }

  /// The item that was selected before a text was typed; nil while none is.
  var origin: ItemID? { line?.origin }

  /// The place of a hit among all of them, beside the typed text; nil without one.
  func hint(at selection: Int) -> String? {
    guard let prompt, prompt.kind == .search, !prompt.text.isEmpty else { return nil }
    if isSearching { return "searching" }
    guard line?.isFound == true else { return "not found" }
    return hits?.query == query ? hits?.place(of: selection) : nil
  }

  /// - Parameters:
  ///   - text: the text at first.
  ///   - selected: the item to go back to.
  mutating func open(_ kind: Prompt.Kind, text: String = "", at selected: ItemID? = nil) {
    let prompt = Prompt(kind: kind, text: text, history: history[kind] ?? [])
    line = TypedLine(prompt: prompt, formerText: text, origin: selected, formerQuery: query)
  }

  /// Handles a key while the prompt is open.
  ///
  /// - Parameter selection: the item at which a search starts.
  mutating func press(
    _ key: Key, from selection: Int, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    switch line?.prompt.press(key) {
    case .isSubmitted: return submit(from: selection, in: items, into: &effects)
    case .isCanceled: return cancel(from: selection, in: items, into: &effects)
    case .repaints: effects.append(.session(.repaint))
    case .isTyped: return searchTyped(from: selection, in: items, into: &effects)
    case .wantsFolders, nil: break
    }
    return Finding()
  }

  /// Searches or filters for the text typed so far.
  private mutating func searchTyped(
    from selection: Int, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    guard let line else { return Finding() }
    switch line.prompt.kind {
    case .command, .move, .copy, .run: return Finding()
    case .filter: return Finding(command: .filter(.text(line.prompt.text)))
    case .search: break
    }
    let origin = line.origin.flatMap(items.place) ?? selection
    guard !line.prompt.text.isEmpty else {
      stop(into: &effects)
      query = line.formerQuery
      return Finding(item: origin)
    }
    query = CaptionQuery(line.prompt.text)
    let found = find(.forward, from: origin, readsOn: false, in: items, into: &effects)
    self.line?.isFound = found.item != nil
    return Finding(item: found.item ?? (isSearching || items.itemCount == 0 ? nil : origin))
  }

  /// Goes back to the item and the text before the first key.
  private mutating func cancel(
    from selection: Int, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    defer { line = nil }
    guard let line else { return Finding() }
    switch line.prompt.kind {
    case .command, .move, .copy, .run: return Finding()
    case .filter: return Finding(command: .filter(.text(line.formerText)))
    case .search:
      stop(into: &effects)
      query = line.formerQuery
      return Finding(item: line.origin.flatMap(items.place))
    }
  }

  private mutating func submit(
    from selection: Int, in items: AnyItemSnapshot, into effects: inout [Effect]
  ) -> Finding {
    guard let done = line else { return Finding() }
    line = nil
    remember(done.prompt)
    switch done.prompt.kind {
    case .command:
      do throws(CommandTextError) {
        return Finding(command: try CommandText(done.prompt.text).command())
      } catch {
        return Finding(notice: error.description)
      }
    case .search:
      guard !done.prompt.text.isEmpty else { return Finding() }
      if isSearching { return Finding() }
      guard done.isFound else {
        query = CaptionQuery(done.prompt.text)
        return find(.forward, from: selection, in: items, into: &effects)
      }
      let place = place(of: selection, of: items.itemCount)
      return Finding(notice: place, isAboutAll: place != nil)
    case .filter: return Finding(command: .filter(.text(done.prompt.text, readsTexts: true)))
    case .move, .copy, .run: return Finding()
    }
  }

  private mutating func remember(_ prompt: Prompt) {
    guard !prompt.text.isEmpty else { return }
    let others = history[prompt.kind, default: []].filter { $0 != prompt.text }
    history[prompt.kind] = others.suffix(TypedLine.longestHistory - 1) + [prompt.text]
  }
}
