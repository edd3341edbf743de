import GalleryItems
import Raster

/// A way to turn the view of an opened picture; the raw values are typed after `:turn`.
package enum PictureTurn: String, CaseIterable, Hashable, Sendable {
  /// A quarter turn.
  case right, left
  /// Exchanges left and right.
  case mirror
  /// Undoes all turns of the picture.
  case reset

  /// The orientation after this turn, which applies to the picture as it is seen.
  func applied(to orientation: Orientation) -> Orientation {
    switch self {
    case .right: orientation.then(.rightTurn)
    case .left: orientation.then(.leftTurn)
    case .mirror: orientation.then(.mirrored)
    case .reset: .upright
    }
  }
}

/// The turns of items in the detail view, for the session; files stay as they are.
struct PictureTurns: Sendable {
  /// The number of turned items that are remembered.
  static let capacity = 10_000

  private var turns = ItemMemory<Orientation>(capacity: capacity)

  /// The turn of an item's upright picture to the shown one; the oldest turns may be forgotten.
  subscript(item: ItemID) -> Orientation {
    get { turns[item] ?? .upright }
    set { newValue == .upright ? turns.forget(item) : turns.remember(newValue, of: item) }
  }

  /// Forgets the items that a source no longer has.
  mutating func keep(in source: AnyItemSnapshot) { turns.keep { source.place(of: $0) != nil } }
}

extension Orientation {
  /// The words for the status line: a turn clockwise, then whether left and right are exchanged.
  var words: [String] {
    switch self {
    case .upright: []
    case .rightTurn: ["turned 90°"]
    case .halfTurn: ["turned 180°"]
    case .leftTurn: ["turned 270°"]
    case .mirrored: ["mirrored"]
    case .transposed: ["turned 90°", "mirrored"]
    case .flipped: ["turned 180°", "mirrored"]
    case .transversed: ["turned 270°", "mirrored"]
    }
  }
}
