import Raster

/// The reason why a source gives no pictures; the description says what to do.
package enum SourceError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFound(String)
  case unreadable(String, reason: String)
  /// A folder or list without a picture.
  case empty(String)
  case unsupportedScheme(String)
  case notAPicture(String)
  /// A count for a source that has its own, for example a folder or a list.
  case countWithoutTemplate(String)

  package var description: String { Credentials.removed(from: text) }

  private var text: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file or folder. Give a folder, a picture, a list or a URL."
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)."
    case .empty(let path):
      "\(path): no pictures here. Known endings: \(PictureNames.endings.joined(separator: " "))."
    case .unsupportedScheme(let url): "\(url): only http, https, file and data URLs are loaded."
    case .notAPicture(let path):
      "\(path): neither a folder, a list (.txt) nor a file with a picture's ending"
        + " (\(PictureNames.endings.joined(separator: " ")))."
    case .countWithoutTemplate(let source):
      "\(source): only a URL template with {index} takes a count and a first number."
    }
  }

  /// Whether the command line is at fault, rather than what it names.
  package var isUsage: Bool {
    switch self {
    case .countWithoutTemplate, .unsupportedScheme: true
    default: false
    }
  }
}
