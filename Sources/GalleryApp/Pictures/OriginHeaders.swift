import FoundationEssentials
import ImageLoading
import Raster

/// The person's header fields, such as a key, each for certain servers.
///
/// Values may be secrets, so no description contains them.
package struct OriginHeaders: Sendable {
  /// A server, identified by its origin (RFC 6454).
  private struct Origin: Hashable {
    let scheme: String
    let host: String
    let port: Int

    /// Returns nil for a URL that is not on a server.
    init?(_ url: URL) {
      guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased(), !host.isEmpty,
        ["http", "https"].contains(scheme)
      else { return nil }
      self.scheme = scheme
      self.host = host
      port = url.port ?? (scheme == "https" ? 443 : 80)
    }

    /// The origin of a URL or of a template.
    init?(_ text: some StringProtocol) {
      // A placeholder for a number may be in a host name.
      let filled = ["{index}", "{width}", "{height}"].reduce(String(text)) {
        $0.replacing($1, with: "0")
      }
      guard let origin = URL(escaping: filled).flatMap({ Origin($0) }) else { return nil }
      self = origin
    }
  }

  private var fields: [Origin: [String: String]] = [:]

  /// Creates an empty value.
  package init() {}

  /// Parses header fields.
  ///
  /// - Parameters:
  ///   - lines: `NAME: VALUE` for the servers of the sources, or `https://HOST NAME: VALUE` for another server.
  ///   - sources: the sources on the command line.
  package init(_ lines: [String], for sources: [String]) throws(HeaderError) {
    let named = sources.compactMap { Origin($0) }
    for line in lines {
      let words = line.trimmed
      let first = words.prefix { $0 != " " }
      let own = first.contains("://") ? Origin(first) : nil
      if first.contains("://"), own == nil {
        throw .server(Credentials.removed(from: String(first)))
      }
      let (name, value) = try Self.field(in: own == nil ? words : words.dropFirst(first.count))
      let origins = own.map { [$0] } ?? named
      if origins.isEmpty { throw .noServer(name: name) }
      for origin in origins { fields[origin, default: [:]][name] = value }
    }
    for own in fields.values {
      do throws(ImageError) { try ImageRequest.check(own) } catch { throw .unfit(error) }
    }
  }

  private static func field(in text: Substring) throws(HeaderError) -> (String, String) {
    guard let colon = text.firstIndex(of: ":") else { throw .noColon }
    return (
      String(text[..<colon].trimmed), String(text[text.index(after: colon)...].trimmed)
    )
  }

  /// The header fields of a request to a URL.
  func fields(for url: URL) -> [String: String] {
    if fields.isEmpty { return [:] }
    return Origin(url).flatMap { fields[$0] } ?? [:]
  }
}

extension OriginHeaders: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(fields.values.flatMap(\.keys).sorted())" }
  package var customMirror: Mirror { Mirror(self, unlabeledChildren: [description]) }
}

/// An error in a header field of the command line, without its value.
package enum HeaderError: Error, CustomStringConvertible {
  case noColon
  case server(String)
  case noServer(name: String)
  case unfit(ImageError)

  package var description: String {
    switch self {
    case .noColon: "a header field needs a colon: write NAME: VALUE"
    case .server(let text): "“\(text.excerpt())” names no server: write https://HOST NAME: VALUE"
    case .noServer(let name):
      "no source is a URL, so name the server: write https://HOST \(name.excerpt()): VALUE"
    case .unfit(let error): "\(error)"
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: SubSequence {
    let blanks: Set<Character> = [" ", "\t"]
    guard let first = firstIndex(where: { !blanks.contains($0) }),
      let last = lastIndex(where: { !blanks.contains($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
