import FramePacing
import Raster

extension FrameCause {
  /// The event that made the frame necessary, for a person.
  package var words: String {
    switch self {
    case .key(let key): "key \(key.title)"
    case .picture(let place): "picture \(place + 1) arrived"
    case .terminal: "a change of the terminal"
    case .source: "changed items"
    case .search: "the search"
    case .time: "a timer"
    }
  }
}
