import SourceItems

/// A page of a list, as a server sent it.
package struct ServerPage: Sendable {
  /// The most bytes of a page.
  package static let mostBytes = 16 << 20

  /// Where it came from, after redirects.
  package let address: String
  /// What the server says that it is, such as `text/html`, in lower case; empty if it does not say.
  package let type: String
  package let body: [UInt8]

  /// Makes a page; what follows a semicolon in its type is left out.
  package init(address: String, type: String = "", body: [UInt8]) {
    self.address = address
    self.type =
      type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    self.body = body
  }

  /// Whether its first byte is that of no list.
  var isNeitherJSONNorHTML: Bool {
    let first = body.drop { $0.isJSONBlank || [0xEF, 0xBB, 0xBF].contains($0) }.first
    return !type.hasSuffix("html") && first.map { !"[{<".utf8.contains($0) } ?? false
  }

  /// Whether a body that begins so is a picture: then no more of it need come.
  package static func isPicture(beginningWith body: [UInt8]) -> Bool {
    PictureSignature.begins(body[...])
  }
}

/// What became of the request for a page.
package enum PageAnswer: Sendable {
  case page(ServerPage)
  /// What came is a picture itself.
  case picture
  /// Why there is no page, for the person.
  case failed(String)
}

/// Fetches a page, and waits for it: the sources import no network.
package typealias PageFetching = @Sendable (_ address: String) -> PageAnswer

/// What is wrong with a page; the description follows the page's address.
enum PageProblem: Error, Equatable, CustomStringConvertible {
  case isHTML
  case isNoList
  case isCutOff
  case hasNoItems
  case hasTooManyItems
  case hasBadNext(String)
  case repeats
  case hasTooManyPages
  case hasTooManyEmptyPages
  case hasNoPictures(LeftOutEntries)

  static let mostItems = 100_000

  var description: String {
    switch self {
    case .isHTML: "it is an HTML page in place of JSON, perhaps to log in at"
    case .isNoList: "it is neither JSON nor the page of a folder"
    case .isCutOff: "its JSON is cut off, or broken"
    case .hasNoItems:
      "its JSON has no array named \(ManifestPage.arrayNames.joined(separator: ", "))"
    case .hasTooManyItems: "it has more than \(Self.mostItems) entries"
    case .hasBadNext(let address): "its next page is at \(address), which is not followed"
    case .repeats: "its next page is one that was read before"
    case .hasTooManyPages: "it has more than \(PageQueue.mostPages) pages"
    case .hasTooManyEmptyPages: "\(PageQueue.mostEmptyPages) pages in a row have no picture"
    case .hasNoPictures(let leftOut):
      leftOut == LeftOutEntries()
        ? "it links to no picture" : "no pictures here\(leftOut.alternative): \(leftOut.advice)"
    }
  }
}
