import Raster

/// A help screen: the keys or other lines in groups, with scrolling and incremental search.
struct HelpView {
  /// The title of the screen.
  let title: String
  private let groups: [KeyBindings.Group]
  private let keys: EffectiveKeys
  /// The first visible row; may be too large after the screen has grown.
  private var top = 0
  /// The search line, while typing.
  private(set) var prompt: Prompt?
  private var query = HelpQuery()
  /// The size for the rows.
  private var room: CellSize
  /// The rows, laid out again after each change of the search or the width.
  private var page: HelpPage

  /// - Parameters:
  ///   - groups: the keys and the overlay's figures by default.
  ///   - keys: the keys that work on this screen too.
  init(
    in room: CellSize, title: String = "Keys",
    of groups: [KeyBindings.Group] = KeyBindings.groups + [OverlayWords.group],
    keys: EffectiveKeys = EffectiveKeys()
  ) {
    self.keys = keys
    self.room = room
    self.title = title
    self.groups = groups
    page = HelpPage(of: groups, matching: query, width: room.columns)
  }

  mutating func resize(to room: CellSize) {
    self.room = room
    page = HelpPage(of: groups, matching: query, width: room.columns)
  }

  /// The search, shown in place of the selected item's caption.
  var statusText: String {
    prompt?.statusText ?? (query.isEmpty ? title : "/\(query.text)")
  }

  /// Handles a key.
  ///
  /// - Returns: a command for the program; nil if the key was handled or has no function.
  mutating func press(_ key: Key) -> Command? {
    if prompt != nil { return type(key) }
    if case .paste = key { return .explain(key) }
    guard let command = keys.command(for: key) else { return nil }
    switch command {
    case .move(let movement): scroll(movement)
    case .promptSearch: search(typing: Prompt(kind: .search))
    case .back:
      guard query.isEmpty else {
        search(typing: nil)
        return nil
      }
      return .toggleHelp
    // A person who quits sees the pictures first.
    case .leave: return .toggleHelp
    case .toggleHelp, .interrupt, .suspend, .repaint, .changeOverlay: return command
    default: break
    }
    return nil
  }

  /// Handles a key while a search is typed.
  private mutating func type(_ key: Key) -> Command? {
    var line = prompt
    switch key {
    case .up, .down, .pageUp, .pageDown, .home, .end, .wheel:
      if case .move(let movement) = KeyBindings.command(for: key) { scroll(movement) }
      return nil
    default: break
    }
    switch line?.press(key) {
    case .isSubmitted: prompt = nil
    case .isCanceled: search(typing: nil)
    case .repaints: return .repaint
    case .isTyped, .wantsFolders, nil: if line != prompt { search(typing: line) }
    }
    return nil
  }

  /// Searches for the typed text and scrolls to the top; nil ends the search.
  private mutating func search(typing prompt: Prompt?) {
    self.prompt = prompt
    query = HelpQuery(prompt?.text ?? "")
    page = HelpPage(of: groups, matching: query, width: room.columns)
    top = 0
  }

  private mutating func scroll(_ movement: Movement) {
    let last = max(0, page.height - room.rows)
    top = movement.scrolled(from: top, to: last, page: room.rows) ?? top
  }
}

// MARK: - Drawing

extension HelpView {
  /// The first row that is drawn.
  private var first: Int { min(top, max(0, page.height - room.rows)) }

  /// Draws the keys into the blank room at a corner of the screen.
  func draw(into surface: inout Surface, at corner: CellPoint, _ theme: Theme) {
    let rect = CellRect(
      column: corner.column, row: corner.row, columns: room.columns, rows: room.rows)
    page.draw(from: first, into: &surface, in: rect, theme)
  }

  /// The available keys, from the longest hint to the shortest.
  var hints: [[String]] {
    let isMoreBelow = first + room.rows < page.height
    let arrows = [first > 0 ? "↑" : nil, isMoreBelow ? "↓" : nil].compactMap(\.self)
    let more = arrows.isEmpty ? [] : ["\(arrows.joined(separator: " ")) more"]
    let isSearching = prompt != nil || !query.isEmpty
    let end = [isSearching ? "Esc ends" : "Esc back"]
    return [more + (isSearching ? [] : ["/ search"]) + end, more + end, end]
  }
}
