import ArgumentParser
import Foundation
import GalleryApp

/// The options for servers that require authentication.
struct ServerOptions: ParsableArguments {
  /// The most bytes of a file with header fields.
  private static let mostBytes = 64_000

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A header field for the servers of the sources, such as 'x-api-key: …'; for that of a list, \
      'https://HOST NAME: VALUE' (repeatable). No other server gets it.
      """, valueName: "field"))
  var header: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A file with such fields, one per line, which keeps them out of ps (repeatable).",
      valueName: "file"), completion: .file())
  var headerFile: [String] = []

  /// The header fields for the servers of the sources.
  func headers(for sources: [String]) throws -> OriginHeaders {
    let lines = try header + headerFile.flatMap(Self.lines)
    do { return try OriginHeaders(lines, for: sources) } catch {
      throw ValidationError("--header: \(error)")
    }
  }

  /// The lines of a file without empty ones and comments.
  private static func lines(of path: String) throws -> [String] {
    let bytes: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      bytes = try file.read(upToCount: mostBytes + 1) ?? Data()
    } catch {
      throw ValidationError("--header-file: \(path) cannot be read")
    }
    guard bytes.count <= mostBytes else {
      throw ValidationError("--header-file: \(path) is larger than 64 KB")
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }.map(String.init)
  }
}
