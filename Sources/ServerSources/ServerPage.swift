import SourceItems

/// A page of a list, as sent by a server.
package struct ServerPage: Sendable {
  /// The maximum size of a page in bytes.
  package static let mostBytes = 16 << 20

  /// The URL of the page, after redirects.
  package let address: String
  /// The content type such as `text/html`, in lower case; empty if the server sends none.
  package let type: String
  package let body: [UInt8]

  /// Creates a page; parameters of the type after a semicolon are dropped.
  package init(address: String, type: String = "", body: [UInt8]) {
    self.address = address
    self.type =
      type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    self.body = body
  }

  /// Whether the first byte shows that it is neither JSON nor HTML.
  var isNeitherJSONNorHTML: Bool {
    let first = body.drop { $0.isJSONBlank || [0xEF, 0xBB, 0xBF].contains($0) }.first
    return !type.hasSuffix("html") && first.map { !"[{<".utf8.contains($0) } ?? false
  }

  /// Whether a body with this beginning is a picture, so that the rest is not needed.
  package static func isPicture(beginningWith body: [UInt8]) -> Bool {
    PictureSignature.begins(body[...])
  }
}

/// The result of a request for a page.
package enum PageAnswer: Sendable {
  case page(ServerPage)
  /// The response is a picture.
  case picture
  /// The request has failed, for this reason, described for the person.
  case failed(String)
}

/// Fetches a page, and blocks until it arrives; so the sources need not import networking.
package typealias PageFetching = @Sendable (_ address: String) -> PageAnswer

/// An error of a page; the description follows the page's address.
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
    case .isHTML: "it is an HTML page in place of JSON, perhaps a login page"
    case .isNoList: "it is neither JSON nor the page of a folder"
    case .isCutOff: "its JSON is cut off, or malformed"
    case .hasNoItems:
      "its JSON has no array named \(ManifestPage.arrayNames.joined(separator: ", "))"
    case .hasTooManyItems: "it has more than \(Self.mostItems) entries"
    case .hasBadNext(let address): "its next page is at \(address), which is not followed"
    case .repeats: "its next page is one that was read before"
    case .hasTooManyPages: "it has more than \(PageQueue.mostPages) pages"
    case .hasTooManyEmptyPages: "\(PageQueue.mostEmptyPages) pages in a row have no pictures"
    case .hasNoPictures(let leftOut):
      leftOut == LeftOutEntries()
        ? "it links to no picture" : "no pictures here\(leftOut.alternative): \(leftOut.advice)"
    }
  }
}
