import FolderSources
import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching
import Raster
import SourceItems

extension SourceArguments {
  /// Returns a joined source if a folder or a list is among the sources; nil if all are known without reading.
  func openJoined() -> JoinedSource? {
    var (parts, leftOut): ([JoinedSource.Part], [SourceError]) = ([], [])
    var pictures: [GalleryItem] = []
    func addPictures() {
      if pictures.isEmpty { return }
      let items = AnyItemSnapshot(ItemSource(items: pictures))
      parts.append(JoinedSource.Part(items: .known(items), title: nil))
      pictures = []
    }
    for source in sources {
      do throws(SourceError) {
        let part = JoinedSource.Part(items: try open(source), title: title(of: source))
        if case .known(let items) = part.items, items.numberOfItems(inSection: 0) == 1 {
          pictures.append(items.item(at: IndexPath(item: 0, section: 0)))
        } else {
          addPictures()
          parts.append(part)
        }
      } catch {
        if error.isUsage { return nil }
        leftOut.append(error)
      }
    }
    addPictures()
    let readsKeys = sources.contains(Self.standardInput) && isatty(STDIN_FILENO) != 0
    guard parts.contains(where: { $0.live != nil }), !readsKeys else { return nil }
    return JoinedSource(parts, leftOut: leftOut)
  }

  private func open(_ source: String) throws(SourceError) -> JoinedSource.Part.Items {
    if let server = server(source, asksAgain: true) { return .live(server) }
    switch kind(of: source) {
    case .archive: return .live(try ArchiveSource(source))
    case .list, .stream, .database: return .live(try list(source))
    case .folder:
      guard access(source, R_OK) == 0 else {
        throw .unreadable(source, reason: String(cString: strerror(errno)))
      }
      return .live(FolderSource(source, options: folders, isBesideOthers: true))
    default: break
    }
    let template = TemplateSource(
      address: source, caption: "{index}", count: Self.defaultCount, first: 0)
    return .known(try items(ofListed: source) ?? AnyItemSnapshot(template))
  }

  /// Returns the section title of a folder or list among other sources; nil for pictures.
  func title(of source: String) -> String? {
    if source == Self.standardInput { return "standard input" }
    if isOnServer(source) { return Credentials.removed(from: source) }
    switch kind(of: source) {
    case .folder, .archive, .list, .stream, .database: break
    case .url, .picture, .video, .pipe, .other, .missing, .brokenLink, .unreadable: return nil
    }
    var path = Array(source.utf8)
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    let isRelative = [".", ".."].contains(String(decoding: path, as: UTF8.self))
    return String(
      decoding: isRelative ? FileLocation.folderName(of: path) : path[...], as: UTF8.self)
  }
}
