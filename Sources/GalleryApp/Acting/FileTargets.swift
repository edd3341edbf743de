import Archives
import FileActions
import FoundationEssentials
import GalleryCore
import GalleryItems
import SourceItems

/// The files of chosen items, and the items that have none to act on.
struct FileTargets {
  /// In the order of the gallery.
  private(set) var paths: [[UInt8]] = []
  /// The id of the item of each shown file that an action may take away.
  private(set) var ids: [[UInt8]: Int] = [:]
  /// The URLs of pictures on servers and in archives, which can be downloaded, and their labels.
  private(set) var remote: [(url: URL, label: String)] = []
  /// The number of items without a file of their own.
  private(set) var refusalCount = 0
  /// The first of them, and where it is.
  private(set) var obstacle: String?

  /// The reason why the first of them can't be changed.
  var refusal: String? {
    obstacle.map { "\($0), where files can't be changed; D downloads it" }
  }

  /// - Parameter pairs: the files of raw and JPEG pairs; by default both, of which the JPEG leads to the other.
  init(_ chosen: RangeSet<Int>, _ pairs: PairFiles = .both, of items: AnyItemSnapshot) {
    for place in items.places(of: chosen).ranges.joined() {
      guard let item = items.item(atPlace: place) else { continue }
      if let path = item.path, ArchivedFile.archive(on: path) == nil {
        let path = FileLocation.absolute(path)
        switch pairs {
        case .both, .shown:
          paths.append(path)
          // The report of an action has paths without double slashes.
          ids[EntryPath(path)?.path ?? path] = items.id(at: place).rawValue
        case .raws:
          let folder = Array(path.dropLast(FileLocation.name(in: path).count))
          paths += item.companions.map { FileLocation.join(folder, Array($0.utf8)) }
        }
        continue
      }
      refusalCount += 1
      let place = item.path == nil ? "on a server" : "in an archive"
      obstacle = obstacle ?? "\(item.label()) is \(place)"
      if pairs != .raws, let url = item.originalURL { remote.append((url, item.label())) }
    }
  }
}
