import Keys
import Raster

/// What a recording keeps: what came from the person and their terminal.
///
/// What came of it, as pictures, is not kept; it comes anew when the recording is replayed.
package enum RecordedInput: Hashable, Sendable {
  case key(Key)
  case resized(CellSize)
  /// Positive is towards the end.
  case scrolled(rows: Int)

  /// Nil for events that are not input.
  package init?(_ event: Event) {
    switch event {
    case .key(let key): self = .key(key)
    case .resized(let size): self = .resized(size)
    case .scrolled(let rows): self = .scrolled(rows: rows)
    default: return nil
    }
  }

  package var event: Event {
    switch self {
    case .key(let key): .key(key)
    case .resized(let size): .resized(size)
    case .scrolled(let rows): .scrolled(rows: rows)
    }
  }

  /// Its word in a recording: a key's name, `resize:80x24` or `scroll:ROWS`.
  package var name: String {
    switch self {
    case .key(let key): key.name
    case .resized(let size): "resize:\(size)"
    case .scrolled(let rows): "scroll:\(rows)"
    }
  }

  /// Nil for what is no name.
  package init?(name: Substring) {
    if let key = Key(name: name) {
      self = .key(key)
    } else if name.hasPrefix("resize:"), let size = CellSize(name.dropFirst(7)) {
      self = .resized(size)
    } else if name.hasPrefix("scroll:"), let rows = Int32(name.dropFirst(7)) {
      self = .scrolled(rows: Int(rows))
    } else {
      return nil
    }
  }
}
