import FolderSources
import FoundationEssentials
import GalleryItems
import Glibc
import ListSources
import Prefetching
import ServerSources
import SourceItems

/// The sources on the command line, which are opened as data sources.
package struct SourceArguments: Sendable {
  package static let defaultCount = 100
  /// The name of the source that is a list or a picture on standard input.
  package static let standardInput = "-"

  let sources: [String]
  let count: Int?
  let first: Int?
  let total: Int?
  let separator: UInt8
  let lists: Set<String>
  let columns: ColumnNames
  let query: String?
  let folders: FolderSource.Options
  /// The loader of the pages of server lists; nil if every URL is a picture.
  let pages: PageFetching?

  /// - Parameters:
  ///   - sources: folders, pictures, lists, URLs, templates, and `-` for standard input, which is read once.
  ///   - count: the number of a template's items; nil means 100.
  ///   - first: the index of a template's first item; nil means 0.
  ///   - total: the number of all items in a recording; templates without a count share the rest. Nil sets no total.
  ///   - separator: the byte that ends an entry on standard input.
  ///   - lists: the sources that are lists, whatever their names.
  ///   - columns: the columns or keys of lists.
  ///   - query: the SQL query for databases.
  ///   - folders: the options for folders.
  ///   - pages: the loader of the pages of server lists; if nil, the default, every URL is a picture.
  package init(
    sources: [String], count: Int? = nil, first: Int? = nil, total: Int? = nil,
    separator: UInt8 = UInt8(ascii: "\n"), lists: Set<String> = [],
    columns: ColumnNames = ColumnNames(), query: String? = nil,
    folders: FolderSource.Options = FolderSource.Options(), pages: PageFetching? = nil
  ) {
    let sources = sources.map(EntryTarget.path(named:))
    let input = sources.firstIndex(of: Self.standardInput)
    self.sources = sources.indices.filter { sources[$0] != Self.standardInput || $0 == input }
      .map { sources[$0] }
    self.count = count
    self.first = first
    self.total = total
    self.separator = separator
    self.lists = Set(lists.map(EntryTarget.path(named:)))
    self.columns = columns
    self.query = query
    self.folders = folders
    self.pages = pages
  }

  /// Returns the sources or, if there are none, standard input if it is a pipe or a file.
  ///
  /// A terminal and a device such as `/dev/null` don't count.
  package static func withPipedList(_ sources: [String]) -> [String] {
    var status = stat()
    guard sources.isEmpty, fstat(STDIN_FILENO, &status) == 0,
      [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
    else { return sources }
    return [standardInput]
  }

  /// Whether the only source is a picture, judged by its name or its URL.
  package var isOnePicture: Bool {
    guard sources.count == 1, let source = sources.first, !lists.contains(source) else {
      return false
    }
    if let address = WebAddress(source) { return !address.hasIndex }
    return kind(of: source) == .picture
  }

  /// Reads folders and lists, and the beginnings of files without a picture's extension; URLs are not opened.
  ///
  /// Sources without a picture are left out, as long as one of several has pictures.
  ///
  /// - Complexity: O(*n* log *n*) for the *n* entries of a folder, O(1) for a template.
  package func resolve() throws(SourceError) -> ResolvedSources {
    if query != nil, !sources.contains(where: { kind(of: $0) == .database }) {
      throw .queryWithoutDatabase
    }
    var known: [(source: String, items: AnyItemSnapshot?)] = []
    var leftOut: [SourceError] = []
    for source in sources {
      do throws(SourceError) {
        known.append((source, try items(ofListed: source)))
      } catch {
        guard sources.count > 1, !error.isUsage else { throw error }
        leftOut.append(error)
      }
    }
    if known.isEmpty, let first = leftOut.first {
      throw .allLeftOut(count: sources.count, first: first.reason)
    }
    let count = count ?? templateCount(beside: known.map(\.items))
    let parts = known.map { source, items in
      JoinedSnapshot.Part(
        items: items
          ?? AnyItemSnapshot(
            TemplateSource(address: source, caption: "{index}", count: count, first: first ?? 0)),
        title: title(of: source))
    }
    return ResolvedSources(items: AnyItemSnapshot(JoinedSnapshot(parts)), leftOut: leftOut)
  }

  /// Returns the sources that can be read while their items are shown: lists, folders, or a picture's folder.
  ///
  /// It is nil for other single sources, and if `resolve` reports an error. It is also nil for a
  /// list typed in the terminal, because keys are read from there.
  package func openLive() -> (any LiveSource)? {
    let isAsked = query == nil || sources.contains { kind(of: $0) == .database }
    guard count == nil, first == nil, isAsked else { return nil }
    guard sources.count == 1, let source = sources.first else { return openJoined() }
    if source == Self.standardInput, isatty(STDIN_FILENO) != 0 { return nil }
    if let server = server(source, asksAgain: true) { return server }
    switch kind(of: source) {
    case .folder:
      return access(source, R_OK) == 0 ? FolderSource(source, options: folders) : nil
    case .archive: return try? ArchiveSource(source)
    case .list, .stream, .database: return try? list(source)
    case .picture: return folderOfPicture
    case .url, .video, .pipe, .other, .missing, .brokenLink, .unreadable: return nil
    }
  }

  /// Returns the folder of the only source, if that is a picture, and the picture's index.
  ///
  /// It is nil for other sources, and for a folder that can't be read.
  ///
  /// - Complexity: that of reading the folder.
  package func resolveFolderOfPicture() -> ResolvedSources? {
    guard count == nil, first == nil, query == nil, let folder = folderOfPicture,
      let pictures = try? folder.read()
    else { return nil }
    return ResolvedSources(items: pictures, namedItem: pictures.place(of: 0))
  }

  /// The folder of the picture that is the only source; that picture has the ID 0.
  private var folderOfPicture: FolderSource? {
    guard isOnePicture, let source = sources.first, WebAddress(source) == nil else { return nil }
    let path = Array(source.utf8)
    let name = FileLocation.name(in: path)
    let folder = String(decoding: path.dropLast(name.count), as: UTF8.self)
    guard access(folder.isEmpty ? "." : folder, R_OK) == 0 else { return nil }
    return FolderSource(folder, options: folders, namedPicture: Array(name))
  }

  /// Returns the number of items of each template without a count, which is the same for all.
  private func templateCount(beside known: [AnyItemSnapshot?]) -> Int {
    let templates = known.count { $0 == nil }
    guard let total, templates > 0 else { return Self.defaultCount }
    return (total - known.reduce(0) { $0 + ($1?.numberOfItems(inSection: 0) ?? 0) }) / templates
  }

  /// Returns the items of a source; nil for a template.
  func items(
    ofListed source: String
  ) throws(SourceError) -> AnyItemSnapshot? {
    if let address = WebAddress(source) {
      guard !lists.contains(source) || pages != nil else {
        throw SourceError.unreadable(
          source, reason: "lists must be files: download it with curl, and pipe it in")
      }
      guard address.isSupported else { throw SourceError.unsupportedScheme(source) }
      if address.hasIndex { return nil }
    }
    guard count == nil, first == nil else { throw SourceError.countWithoutTemplate(source) }
    return try items(of: source)
  }

  private func items(of source: String) throws(SourceError) -> AnyItemSnapshot {
    if let server = server(source, flows: true) { return try server.read() }
    let path = Array(source.utf8)
    switch kind(of: source) {
    case .url(let address): return known(address.item)
    case .list, .stream, .database: return AnyItemSnapshot(try wholeList(source))
    case .folder: return try FolderSource(source, options: folders).read()
    case .archive: return try ArchiveSource(source).read()
    case .picture: return known(FileLocation.item(at: path))
    case .video where folders.videos == .withoutTool: throw .videoWithoutTool(source)
    case .video, .other: throw .notAPicture(source)
    case .pipe: throw .pipe(source)
    case .missing: throw .notFound(source)
    case .brokenLink(let target): throw .brokenLink(source, target: target)
    case .unreadable(let number):
      throw .unreadable(source, reason: String(cString: strerror(number)))
    }
  }

  private func known(_ item: GalleryItem) -> AnyItemSnapshot {
    AnyItemSnapshot(ItemSource(items: [item]))
  }

  /// Returns the kind of a source; this may open a file.
  func kind(of source: String) -> NamedFile {
    if source == Self.standardInput { return .stream }
    if let address = WebAddress(source) { return .url(address) }
    let file = NamedFile(
      source, isAlone: sources.count == 1, isAsked: query != nil, columns: columns)
    switch file {
    case .missing, .brokenLink, .unreadable, .database: return file
    case _ where lists.contains(source): return .list
    case .video where folders.videos == .shown: return .picture
    default: return file
    }
  }

  private func wholeList(_ source: String) throws(SourceError) -> GrowingList {
    let list = try list(source)
    list.read {}
    if let failure = list.failure { throw failure }
    return list
  }

  func list(_ source: String) throws(SourceError) -> GrowingList {
    let isInput = source == Self.standardInput
    let name = isInput ? "standard input" : source
    let path = Array(source.utf8)
    let folder = path.dropLast(FileLocation.name(in: path).count)
    if kind(of: source) == .database {
      return GrowingList(
        try DatabaseFile.text(of: source, query: query), named: name, folder: Array(folder),
        detection: ListDetection(ending: "csv", columns: columns))
    }
    // Opening a named pipe without a writer would block; reading waits for the writer instead.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let descriptor = isInput ? dup(STDIN_FILENO) : open(source, flags)
    guard descriptor >= 0 else {
      throw SourceError.unreadable(name, reason: String(cString: strerror(errno)))
    }
    let input = OpenInput(descriptor)
    return GrowingList(
      input.isFile && !input.isUTF16
        ? FileText(input) : PipedText(input, mayBeUTF16: !isInput || separator != 0), named: name,
      folder: kind(of: source) == .stream ? [] : Array(folder),
      detection: isInput
        ? ListDetection(separator: separator, columns: columns, isInput: true)
        : ListDetection(ending: ListDetection.ending(of: source), columns: columns))
  }
}
