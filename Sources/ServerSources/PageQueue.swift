import Raster

/// The pages of a source that are still to be read, and those already read.
///
/// A server's responses decide which pages are read next, so everything is limited.
struct PageQueue {
  static let mostPages = 100_000
  static let mostEmptyPages = 100
  /// The maximum length of a page's address in bytes, which may be repeated for each item.
  static let longestAddress = 8_192
  private static let deepestFolder = 32

  /// A page to be read.
  struct Page: Equatable {
    let address: String
    /// The number of folders above it.
    var depth = 0
  }

  /// The waiting pages, in reverse order.
  private var waiting: [Page]
  private var known: Set<String>
  private var emptyPages = 0

  init(_ first: String) {
    waiting = [Page(address: first)]
    known = [first]
  }

  var isEmpty: Bool { waiting.isEmpty }
  var next: Page? { waiting.last }

  /// Records that the next page was read, and adds its links; if they are invalid, the page stays the next one.
  ///
  /// - Parameter isFolder: whether the links are subfolders, of which known ones are skipped.
  mutating func finish(_ page: Page, with content: PageContent, isFolder: Bool) throws(PageProblem)
  {
    if let long = content.next.first(where: { $0.utf8.count > Self.longestAddress }) {
      throw .hasBadNext(long.excerpt())
    }
    let fresh = content.next.filter { !known.contains($0) }
    if !isFolder {
      // Some servers name the last page as its own next page; show its items anyway.
      if fresh.count < content.next.count, content.itemCount == 0 { throw .repeats }
      for address in fresh { try Self.check(address, after: page.address) }
    }
    guard known.count + fresh.count <= Self.mostPages else { throw .hasTooManyPages }
    emptyPages = content.itemCount == 0 ? emptyPages + 1 : 0
    if emptyPages > Self.mostEmptyPages {
      emptyPages = 0
      throw .hasTooManyEmptyPages
    }
    waiting.removeLast()
    if isFolder, page.depth >= Self.deepestFolder { return }
    known.formUnion(fresh)
    waiting += fresh.reversed().map {
      Page(address: $0, depth: isFolder ? page.depth + 1 : page.depth)
    }
  }

  /// Checks that the next page is on a server, and that `https` isn't followed by `http`.
  private static func check(_ next: String, after former: String) throws(PageProblem) {
    guard let to = PageBase(next),
      to.scheme == "https" || PageBase(former)?.scheme != "https"
    else {
      throw .hasBadNext(next)
    }
  }
}
