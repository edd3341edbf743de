import FoundationEssentials
import GalleryItems
import Glibc
import Prefetching

/// Makes a data source from the sources on the command line.
package struct SourceArguments: Sendable {
  package static let defaultCount = 100

  let sources: [String]
  let count: Int?
  let first: Int?
  let total: Int?

  /// - Parameters:
  ///   - sources: folders, pictures, lists, URLs, templates, `-` for a list on standard input.
  ///   - count: the number of a template's items; nil is 100.
  ///   - first: the index of a template's first item; nil is 0.
  ///   - total: the number of all items in a recording; templates without a count get those that the
  ///     other sources leave. Nil sets no total.
  package init(sources: [String], count: Int? = nil, first: Int? = nil, total: Int? = nil) {
    self.sources = sources
    self.count = count
    self.first = first
    self.total = total
  }

  /// Whether the only source is a picture, by its name or its URL.
  package var isOnePicture: Bool {
    guard sources.count == 1, let source = sources.first else { return false }
    if let address = WebAddress(source) { return !address.hasIndex }
    var status = stat()
    return PictureNames.isPicture(FileLocation.name(in: Array(source.utf8)))
      && stat(source, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Reads folders and lists; pictures and URLs are not opened.
  ///
  /// - Complexity: O(n log n) for a folder's n entries, O(1) for a template.
  package func resolve() throws(SourceError) -> AnyGalleryDataSource<GalleryItem> {
    var known: [AnyGalleryDataSource<GalleryItem>?] = []
    for source in sources { known.append(try items(ofListed: source)) }
    let count = count ?? templateCount(beside: known)
    let sections = zip(sources, known).map { source, items in
      items
        ?? AnyGalleryDataSource(
          TemplateSource(address: source, caption: "{index}", count: count, first: first ?? 0))
    }
    return AnyGalleryDataSource(SectionedSource(sections: sections))
  }

  /// The number of items of each template without a count: the same for all.
  private func templateCount(beside known: [AnyGalleryDataSource<GalleryItem>?]) -> Int {
    let templates = known.count { $0 == nil }
    guard let total, templates > 0 else { return Self.defaultCount }
    return (total - known.reduce(0) { $0 + ($1?.numberOfItems(inSection: 0) ?? 0) }) / templates
  }

  /// The items of a source; nil for a template, which lists none.
  private func items(
    ofListed source: String
  ) throws(SourceError) -> AnyGalleryDataSource<GalleryItem>? {
    if let address = WebAddress(source) {
      guard address.isSupported else { throw SourceError.unsupportedScheme(source) }
      if address.hasIndex { return nil }
    }
    guard count == nil, first == nil else { throw SourceError.countWithoutTemplate(source) }
    return try items(of: source)
  }

  private func items(of source: String) throws(SourceError) -> AnyGalleryDataSource<GalleryItem> {
    if let address = WebAddress(source) { return known([address.item]) }
    if source == "-" { return known(try standardInputItems()) }
    var status = stat()
    guard stat(source, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw SourceError.notFound(source) }
      throw SourceError.unreadable(source, reason: String(cString: strerror(errno)))
    }
    if status.st_mode & S_IFMT == S_IFDIR { return AnyGalleryDataSource(try FolderSource(source)) }
    if source.lowercased().hasSuffix(".txt") { return known(try ItemList.items(ofFile: source)) }
    return known([try picture(source)])
  }

  private func known(_ items: [GalleryItem]) -> AnyGalleryDataSource<GalleryItem> {
    AnyGalleryDataSource(ItemSource(items: items))
  }

  private func picture(_ path: String) throws(SourceError) -> GalleryItem {
    let bytes = Array(path.utf8)
    guard PictureNames.isPicture(FileLocation.name(in: bytes)) else {
      throw SourceError.notAPicture(path)
    }
    return FileLocation.item(at: bytes)
  }

  private func standardInputItems() throws(SourceError) -> [GalleryItem] {
    guard let input = fdopen(STDIN_FILENO, "r") else {
      throw SourceError.unreadable("standard input", reason: String(cString: strerror(errno)))
    }
    return try ItemList.items(from: input, named: "standard input")
  }
}

/// Several data sources one after the other, a section each.
struct SectionedSource: GalleryDataSource {
  let sections: [AnyGalleryDataSource<GalleryItem>]

  var numberOfSections: Int { sections.count }

  func numberOfItems(inSection section: Int) -> Int {
    sections[section].numberOfItems(inSection: 0)
  }

  func item(at indexPath: IndexPath) -> GalleryItem {
    sections[indexPath.section].item(at: IndexPath(item: indexPath.item, section: 0))
  }
}

/// A list of items.
struct ItemSource: GalleryDataSource, Sendable {
  let items: [GalleryItem]

  func numberOfItems(inSection section: Int) -> Int { items.count }

  func item(at indexPath: IndexPath) -> GalleryItem { items[indexPath.item] }
}
