import FolderSources
import ListSources
import ServerSources
import SourceItems

extension SourceArguments {
  /// The extensions of pages that list pictures.
  private static let pageEndings = ["json", "jsonl", "ndjson", "html", "htm"]

  /// Returns the source of a URL that may be a list, which its first page will show.
  ///
  /// - Parameters:
  ///   - flows: whether to read all pages without waiting for requests.
  ///   - asksAgain: whether a person can retry the first page if it fails.
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

  /// Returns the only source, if it is a URL that may be a list.
  package func openServer() -> (any LiveSource)? {
    guard sources.count == 1, let source = sources.first, count == nil, first == nil else {
      return nil
    }
    return server(source)
  }

  /// Whether a URL may be that of a list.
  ///
  /// A URL with a picture's extension is a picture. Among several sources, a URL without an extension is one too.
  func isOnServer(_ source: String) -> Bool {
    guard pages != nil, let base = PageBase(source), !source.contains("{") else { return false }
    if lists.contains(source) || namesPage(source) { return true }
    return sources.count == 1
      && !Array(path(of: source, in: base).utf8).withUnsafeBytes(PictureNames.suggestsPicture)
  }

  /// Whether a URL is that of a page, judged by its path.
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
