import Archives
import GalleryItems
import SourceItems

/// The files of chosen items, and the items that have none to act on.
struct FileTargets {
  /// In the order of the gallery.
  private(set) var paths: [[UInt8]] = []
  /// The number of items without a file of their own.
  private(set) var refusalCount = 0
  /// The first of them, and where it is.
  private(set) var obstacle: String?

  /// The reason why the first of them can't be changed.
  var refusal: String? { obstacle.map { "\($0), where files can't be changed" } }

  init(_ chosen: RangeSet<Int>, of items: AnyItemSnapshot) {
    for place in items.places(of: chosen).ranges.joined() {
      guard let item = items.item(atPlace: place) else { continue }
      if let path = item.path, ArchivedFile.archive(on: path) == nil {
        paths.append(FileLocation.absolute(path))
      } else {
        refusalCount += 1
        let place = item.path == nil ? "on a server" : "in an archive"
        obstacle = obstacle ?? "\(item.label()) is \(place)"
      }
    }
  }
}
