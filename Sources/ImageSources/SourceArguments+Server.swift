import FolderSources
import ListSources
import ServerSources
import SourceItems

extension SourceArguments {
  /// The endings of pages that list pictures.
  private static let pageEndings = ["json", "jsonl", "ndjson", "html", "htm"]

  /// The source of a URL that may be a list: its first page tells.
  ///
  /// - Parameters:
  ///   - flows: whether all pages are read without being asked for.
  ///   - asksAgain: whether a person can ask for the first page again, if it fails.
  func server(
    _ source: String, flows: Bool = false, asksAgain: Bool = false
  ) -> ServerSource? {
    guard isOnServer(source), let pages else { return nil }
    let options = FolderPage.Options(
      sorting: folders.sorting, isRecursive: folders.isRecursive)
    return ServerSource(
      source, reader: PageReader(fetch: pages, columns: columns, folders: options), flows: flows,
      mayBePicture: !lists.contains(source) && !namesPage(source), asksAgain: asksAgain)
  }

  /// The only source, if it is a URL that may be a list.
  package func openServer() -> (any LiveSource)? {
    guard sources.count == 1, let source = sources.first, count == nil, first == nil else {
      return nil
    }
    return server(source)
  }

  /// Whether a URL may be that of a list.
  ///
  /// A URL with a picture's ending is a picture. Among several sources so are those without an ending.
  func isOnServer(_ source: String) -> Bool {
    guard pages != nil, let base = PageBase(source), !source.contains("{") else { return false }
    if lists.contains(source) || namesPage(source) { return true }
    return sources.count == 1
      && !Array(path(of: source, in: base).utf8).withUnsafeBytes(PictureNames.suggestsPicture)
  }

  /// Whether a URL says itself that it is no picture's.
  private func namesPage(_ source: String) -> Bool {
    guard let base = PageBase(source) else { return false }
    let path = path(of: source, in: base)
    return path.isEmpty || path.hasSuffix("/")
      || Self.pageEndings.contains(ListDetection.ending(of: path))
  }

  private func path(of source: String, in base: PageBase) -> String {
    String(source.dropFirst(base.root.count).prefix { !"?#".contains($0) })
  }
}
