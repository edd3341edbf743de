import GalleryCore
import Raster

/// An input in a recording: an event from the person or their terminal.
///
/// Results such as pictures are not recorded; a replay produces them again.
package enum RecordedInput: Hashable, Sendable {
  case key(Key)
  case resized(CellSize)
  /// The wheel moved by rows; positive is toward the end.
  case scrolled(rows: Int)

  /// Makes the input of an event; nil for events that are not input.
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

  /// The input's name in a recording: a key's name, `resize:80x24` or `scroll:ROWS`.
  package var name: String {
    switch self {
    case .key(let key): key.name
    case .resized(let size): "resize:\(size)"
    case .scrolled(let rows): "scroll:\(rows)"
    }
  }

  /// Reads a name; nil for anything else.
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
