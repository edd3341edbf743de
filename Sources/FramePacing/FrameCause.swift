import Raster

/// The event that made a frame necessary.
package enum FrameCause: Hashable, Sendable {
  case key(Key)
  /// A load of the picture at a place in the gallery ended or progressed.
  case picture(Int)
  /// The terminal's size, colors or graphics changed.
  case terminal
  /// The source changed.
  case source
  /// A search found something.
  case search
  /// Time passed: an animation, a figure that counts seconds, or the rest of an earlier frame.
  case time

  /// The event that a person notices most, of two that share a frame.
  package func over(_ other: FrameCause) -> FrameCause { rank <= other.rank ? self : other }

  private var rank: Int {
    switch self {
    case .key: 0
    case .terminal: 1
    case .source: 2
    case .search: 3
    case .picture: 4
    case .time: 5
    }
  }
}
