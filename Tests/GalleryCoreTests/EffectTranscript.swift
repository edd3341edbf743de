import GalleryItems

@testable import GalleryCore

extension [Effect] {
  /// The requests, a word and the item for each: `load 0, prefetch 1 fast, cancel 2`.
  var transcript: String { map(\.line).joined(separator: ", ") }
}

extension Effect {
  fileprivate var line: String {
    switch self {
    case .pipeline(let effect): effect.line
    case .detail(let effect): effect.line
    case .search(.start(let order)): "search \(order.number)"
    case .search(.stop): "stop searching"
    case .search(.filter(let order)): "filter \(order.number)"
    case .search(.stopFilter): "stop filtering"
    case .marks(let change): "mark \(change.added.memberCount) unmark \(change.removed.memberCount)"
    case .files(let effect): effect.line
    case .session(let effect): effect.line
    }
  }
}

extension FileAction {
  fileprivate func words(_ items: String) -> String {
    switch self {
    case .trash: "trash \(items)"
    case .move(let folder): "move \(items) to \(folder)"
    case .copy(let folder): "copy \(items) to \(folder)"
    case .download: "download \(items)"
    }
  }
}

extension FileEffect {
  fileprivate var line: String {
    switch self {
    case .perform(let action, let items, let pairs):
      "\(action.words(items.words))\(pairs == .shown ? "" : ", \(pairs)")"
    case .undo(let isConfirmed): isConfirmed ? "undo, confirmed" : "undo"
    case .stop: "stop"
    case .complete(let text): "complete \(text)"
    }
  }
}

extension RangeSet<Int> {
  /// The members, such as `3 and 5`.
  fileprivate var words: String { ranges.joined().map(String.init).joined(separator: " and ") }
}

extension PipelineEffect {
  fileprivate var line: String {
    switch self {
    case .load(let request): "load \(request.words)"
    case .prefetch(let request, _): "prefetch \(request.words)"
    case .used(let request): "used \(request.key.item.rawValue)"
    case .cancel(let key): "cancel \(key.item.rawValue)"
    case .retryNow: "retry"
    }
  }
}

extension DetailEffect {
  fileprivate var line: String {
    switch self {
    case .describe(let request): "describe \(request.key.item.rawValue)"
    case .stopDescribing(let key): "stop describing \(key.item.rawValue)"
    case .render(let request): "render \(request.key.item.rawValue)"
    case .animate(let request): "animate \(request.key.item.rawValue)"
    case .stopAnimating(let key): "stop animating \(key.item.rawValue)"
    }
  }
}

extension SessionEffect {
  fileprivate var line: String {
    switch self {
    case .usePresenter(let choice): "presenter \(choice)"
    case .listFrames: "list frames"
    case .log(let name): "log to \(name ?? "nothing")"
    case .mark(let text): "mark \(text)"
    case .suspend: "suspend"
    case .copyNames(let items): "copy the names of \(items.words)"
    case .copyPicture(let item): "copy the picture \(item.rawValue)"
    case .run(let run):
      "run \(run.line.text) on \(run.selected.rawValue), marked \(run.marked.words)"
        + (run.line.takesTerminal ? ", in the terminal" : "")
    case .readOn: "read on"
    case .askAgain: "ask again"
    case .takeNextOrder: "sort"
    case .reverseOrder: "reverse"
    case .putNewestFirst: "sort by newest"
    case .place(let item, let date): "place \(item.rawValue) by \(date)"
    case .repaint: "repaint"
    case .leave(let status): "leave \(status)"
    }
  }
}

extension TileRequest {
  fileprivate var words: String {
    let words: [String?] = [
      "\(key.item.rawValue)", purpose == .magnified ? "\(key.size)" : nil,
      bypassesCaches ? "anew" : nil,
      isHurried ? "hurried" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }
}
