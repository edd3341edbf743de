import Glibc
import Prefetching

/// Turns what stands on the command line into a data source.
package struct SourceArguments: Sendable {
  package static let defaultCount = 100

  let sources: [String]
  let count: Int?
  let first: Int?

  /// - Parameters:
  ///   - sources: folders, pictures, lists, URLs, templates, `-` for a list on standard input.
  ///   - count: items of a template; nil for 100.
  ///   - first: index of a template's first item; nil for 0.
  package init(sources: [String], count: Int?, first: Int?) {
    self.sources = sources
    self.count = count
    self.first = first
  }

  /// Reads folders and lists; pictures and URLs are not opened.
  ///
  /// - Complexity: O(n log n) for a folder's n entries, O(1) for a template.
  package func resolve() throws(SourceError) -> AnyGalleryDataSource<GalleryItem> {
    var sections: [AnyGalleryDataSource<GalleryItem>] = []
    for source in sources { sections.append(try resolve(source)) }
    return AnyGalleryDataSource(SectionedSource(sections: sections))
  }

  private func resolve(_ source: String) throws(SourceError) -> AnyGalleryDataSource<GalleryItem> {
    if let address = WebAddress(source) {
      guard address.isSupported else { throw SourceError.unsupportedScheme(source) }
      if address.hasIndex {
        return AnyGalleryDataSource(
          TemplateSource(
            address: source, caption: "{index}", count: count ?? Self.defaultCount,
            first: first ?? 0))
      }
    }
    guard count == nil, first == nil else { throw SourceError.countWithoutTemplate(source) }
    return AnyGalleryDataSource(ItemSource(items: try items(of: source)))
  }

  private func items(of source: String) throws(SourceError) -> [GalleryItem] {
    if let address = WebAddress(source) { return [address.item] }
    if source == "-" { return try standardInputItems() }
    var status = stat()
    guard stat(source, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw SourceError.notFound(source) }
      throw SourceError.unreadable(source, reason: String(cString: strerror(errno)))
    }
    if status.st_mode & S_IFMT == S_IFDIR { return try Folder.items(of: source) }
    if source.lowercased().hasSuffix(".txt") { return try ItemList.items(ofFile: source) }
    return [try picture(source)]
  }

  private func picture(_ path: String) throws(SourceError) -> GalleryItem {
    let bytes = Array(path.utf8)
    guard PictureNames.isPicture(FileLocation.name(in: bytes)),
      let item = FileLocation.item(at: bytes)
    else { throw SourceError.notAPicture(path) }
    return item
  }

  private func standardInputItems() throws(SourceError) -> [GalleryItem] {
    guard let input = fdopen(STDIN_FILENO, "r") else {
      throw SourceError.unreadable("standard input", reason: String(cString: strerror(errno)))
    }
    return try ItemList.items(from: input, named: "standard input")
  }
}
