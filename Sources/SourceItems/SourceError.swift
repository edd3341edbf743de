import Raster

/// An error of a source without pictures; the description gives advice.
package enum SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFound(String)
  /// A symbolic link to a file that does not exist.
  case brokenLink(String, target: String)
  case unreadable(String, reason: String)
  /// A folder or list without pictures, and the other entries that it has.
  case empty(String, leftOut: LeftOutEntries = LeftOutEntries())
  case unsupportedScheme(String)
  case notAPicture(String)
  /// A named pipe that is not said to bring a list.
  case pipe(String)
  /// A video, if no program is installed that makes posters.
  case videoWithoutTool(String)
  /// Several sources without a single picture, and the reason for the first.
  case allLeftOut(count: Int, first: String)
  /// Sources to follow that are not a single folder.
  case noFolderToFollow
  /// An archive or a database whose library is not installed; the Debian package contains it.
  case packageMissing(String, package: String)
  /// A count for a source that isn't a template, such as a folder or a list.
  case countWithoutTemplate(String)
  /// A database without a query, and its tables with their columns.
  case needsQuery(String, tables: [String])
  /// A query without a database.
  case queryWithoutDatabase

  package var description: String { Credentials.removed(from: text) }

  private var text: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file or folder. Give a folder, a picture, a list or a URL."
    case .brokenLink(let path, let target): "\(path): a link to \(target), which does not exist."
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)."
    case .empty(let path, let leftOut) where leftOut != LeftOutEntries():
      "no pictures in \(path)\(leftOut.alternative)"
        + (leftOut.advice.isEmpty ? "." : ": \(leftOut.advice)")
    case .empty(let path, _): "\(path): no pictures here."
    case .unsupportedScheme(let url): "\(url): only http, https, file and data URLs are loaded."
    case .notAPicture(let path):
      "\(path) is no picture or list. If it is a list: --list \(path)"
    case .pipe(let path):
      "\(path): a pipe. If a program writes a list or a picture into it: --list \(path)"
    case .videoWithoutTool(let path):
      "\(path): a video. Install ffmpegthumbnailer or ffmpeg to see a picture of it."
    case .allLeftOut(let count, let first):
      "\(count) sources, and no picture: \(first), for example. Give a folder, pictures, a list or a URL."
    case .packageMissing(let path, let package): "\(path): install \(package)."
    case .noFolderToFollow:
      "--follow takes one folder that exists, in a terminal, and no --record."
    case .countWithoutTemplate(let source):
      "\(source): --count and --first work only with a URL template with {index}."
    case .needsQuery(let path, let tables):
      "\(path): a database. Say which rows to show, such as --query 'select url from photos'."
        + Self.sentence(on: tables)
    case .queryWithoutDatabase:
      "--query asks an SQLite database: filmstrip photos.db --query 'select url from photos'."
    }
  }

  /// The name of the source and a short reason.
  package var reason: String {
    switch self {
    case .notFound(let path): "\(Self.name(of: path)) does not exist"
    case .unreadable(let path, let reason): "\(Self.name(of: path)): \(reason)"
    case .empty(let path, let leftOut):
      "\(Self.name(of: path)) has no pictures\(leftOut.alternative)"
        + (leftOut.advice.isEmpty ? "" : " (\(leftOut.advice))")
    case .brokenLink(let path, let target): "\(Self.name(of: path)) leads to no file: \(target)"
    case .notAPicture(let path): "\(Self.name(of: path)) is no picture"
    case .pipe(let path): "\(Self.name(of: path)) is a pipe"
    case .videoWithoutTool(let path): "\(Self.name(of: path)) is a video"
    case .packageMissing(let path, let package): "\(Self.name(of: path)): install \(package)"
    case .allLeftOut, .unsupportedScheme, .countWithoutTemplate, .noFolderToFollow, .needsQuery,
      .queryWithoutDatabase:
      description
    }
  }

  private static func sentence(on tables: [String]) -> String {
    if tables.isEmpty { return "" }
    let shown = tables.prefix(6).map { $0.excerpt(120) }.joined(separator: ", ")
    return " It has \(shown)\(tables.count > 6 ? " and more" : "")."
  }

  private static func name(of path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
    return Credentials.removed(from: String(trimmed.split(separator: "/").last ?? trimmed))
  }

  /// Whether the command line is wrong, rather than the source.
  package var isUsage: Bool {
    switch self {
    case .countWithoutTemplate, .unsupportedScheme, .noFolderToFollow, .needsQuery,
      .queryWithoutDatabase:
      true
    default: false
    }
  }
}
