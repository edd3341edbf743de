import Keys
import Raster

/// The help screen: all keys in groups, scrolled, and searched as one types.
struct HelpView {
  /// The first visible row; it may be too large after the screen has grown.
  private var top = 0
  /// The line in which a search is typed.
  private(set) var prompt: Prompt?
  private var query = HelpQuery()

  /// The search, shown in place of the selected item's caption.
  var statusText: String {
    prompt?.statusText ?? (query.isEmpty ? "Keys" : "/\(query.text)")
  }

  /// Handles a key.
  ///
  /// - Returns: a command for the program; nil if the key has a meaning here, or none.
  mutating func press(_ key: Key, in room: CellSize) -> Command? {
    if prompt != nil { return type(key, in: room) }
    guard let command = KeyBindings.command(for: key) else { return nil }
    switch command {
    case .move(let movement): scroll(movement, in: room)
    case .promptSearch: search(typing: Prompt(kind: .search))
    case .back:
      guard query.isEmpty else {
        search(typing: nil)
        return nil
      }
      return .toggleHelp
    case .toggleHelp, .leave, .interrupt, .suspend, .repaint, .switchPresenter, .cycleOverlay:
      return command
    default: break
    }
    return nil
  }

  /// Handles a key while a search is typed.
  private mutating func type(_ key: Key, in room: CellSize) -> Command? {
    var line = prompt
    switch key {
    case .up, .down, .pageUp, .pageDown, .home, .end, .wheel:
      if case .move(let movement) = KeyBindings.command(for: key) { scroll(movement, in: room) }
      return nil
    default: break
    }
    switch line?.press(key) {
    case .isSubmitted: prompt = nil
    case .isCanceled: search(typing: nil)
    case .repaints: return .repaint
    case .isTyped, nil: if line != prompt { search(typing: line) }
    }
    return nil
  }

  /// Searches for what is typed, from the first row on; nil ends the search.
  private mutating func search(typing prompt: Prompt?) {
    self.prompt = prompt
    query = HelpQuery(prompt?.text ?? "")
    top = 0
  }

  private mutating func scroll(_ movement: Movement, in room: CellSize) {
    let last = max(0, page(in: room).height - room.rows)
    let rows =
      switch movement {
      case .lines(let lines): lines
      case .pages(let pages): pages * max(1, room.rows - 1)
      case .halfPages(let halves): halves * max(1, room.rows / 2)
      case .first: -last
      case .last: last
      case .scroll(let rows): rows
      case .items, .select: 0
      }
    top = min(max(0, min(top, last) + rows), last)
  }

  private func page(in room: CellSize) -> HelpPage {
    HelpPage(matching: query, width: room.columns)
  }
}

// MARK: - Drawing

extension HelpView {
  /// Draws the keys into a blank rectangle.
  func draw(into surface: inout Surface, in rect: CellRect, _ theme: Theme) {
    let page = page(in: rect.size)
    let first = min(top, max(0, page.height - rect.size.rows))
    page.draw(from: first, into: &surface, in: rect, theme)
  }

  /// What one can do here, from the whole to the most important word.
  func hints(in room: CellSize) -> [[String]] {
    let height = page(in: room).height
    let first = min(top, max(0, height - room.rows))
    let arrows = [first > 0 ? "↑" : nil, first + room.rows < height ? "↓" : nil].compactMap(\.self)
    let more = arrows.isEmpty ? [] : ["\(arrows.joined(separator: " ")) more"]
    let isSearching = prompt != nil || !query.isEmpty
    let end = [isSearching ? "Esc ends" : "Esc back"]
    return [more + (isSearching ? [] : ["/ search"]) + end, more + end, end]
  }
}
