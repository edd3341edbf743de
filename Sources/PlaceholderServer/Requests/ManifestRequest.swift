/// A page of a manifest: a list of pictures in JSON, with the URL of the next page.
///
/// The page is produced when it is sent.
struct ManifestRequest: Equatable, Sendable {
  private static let usualPage = 500

  /// The number of all items.
  let count: Int
  /// The number of the page; 0 is the first.
  let page: Int
  /// The most items of a page.
  let itemsPerPage: Int
  /// The other parameters for the next page.
  private let rest: String

  /// Reads `count`, `page` and `per`; missing values have their defaults.
  ///
  /// - Parameter text: the query as received.
  init(_ query: Query, text: Substring) throws(Refusal) {
    count = try query.integer("count", in: 0...100_000_000) ?? 1_000
    page = try query.integer("page", in: 0...100_000_000) ?? 0
    itemsPerPage = try query.integer("per", in: 1...10_000) ?? Self.usualPage
    rest = text.split(separator: "&").filter { !$0.hasPrefix("page=") }.joined(separator: "&")
  }

  /// The JSON of the page.
  func bytes() -> [UInt8] {
    let start = min(count, page * itemsPerPage)
    let end = min(count, start + itemsPerPage)
    let items = (start..<end).map { number in
      let text = "text=food%20\(number)"
      return """
        {"url":"/1600x1200?\(text)&format=jpeg","thumbnail":"/{width}x{height}?\(text)",\
        "title":"food \(number)","width":1600,"height":1200}
        """
    }
    let others = rest.isEmpty ? "" : "&\(rest)"
    let next = end < count ? ",\"next\":\"?page=\(page + 1)\(others)\"" : ""
    return Array("{\"items\":[\(items.joined(separator: ",\n"))]\(next)}".utf8)
  }
}
