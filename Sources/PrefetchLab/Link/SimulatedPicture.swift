import GalleryCore
import GalleryItems

/// A picture as a server has it: an item, in one of its sizes.
struct SimulatedPicture: Hashable {
  private static let items = 1 << 40

  let item: Int
  /// What divides its width and height.
  let reduction: Int

  /// The picture that a key asks for.
  init(_ key: TileKey) {
    item = key.item.rawValue
    reduction = key.reduction
  }

  /// The picture of a number.
  init(_ number: Int) {
    item = number % Self.items
    reduction = number / Self.items + 1
  }

  /// Tells it from all others; that of a whole picture is its item's.
  var number: Int { (reduction - 1) * Self.items + item }
}
