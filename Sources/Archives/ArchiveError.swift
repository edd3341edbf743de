/// Why an archive, or a file in it, cannot be read; the description says it of "it".
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library that unpacks is not installed; the Debian package contains it.
  case packageMissing(String)
  /// The system refuses, in its own words.
  case system(String)
  case notAnArchive
  case inSeveralParts
  case hasPrefix
  case tooManyEntries(Int)
  case directoryTooLong(Int)
  /// The files in it are said to have more bytes than any archive of its length.
  case bomb(bytes: Int)
  case damaged
  case encrypted
  case tooLarge(bytes: Int, limit: Int)
  /// The library's own words.
  case library(String)
  case cancelled

  package var description: String {
    switch self {
    case .packageMissing(let package): "zip: install \(package)"
    case .system(let reason): reason
    case .notAnArchive: "no zip archive, or its end is missing"
    case .inSeveralParts: "a part of an archive in several files"
    case .hasPrefix: "an archive behind other bytes, such as a program"
    case .tooManyEntries(let count):
      "an archive of \(count) files; at most \(ZipDirectory.mostEntries) are read"
    case .directoryTooLong(let bytes):
      "its directory is \(bytes) bytes long; at most \(ZipDirectory.longest) are read"
    case .bomb(let bytes):
      "a bomb: its files are said to have \(bytes) bytes, more than it can hold"
    case .damaged: "damaged: its directory does not fit its content"
    case .encrypted: "encrypted"
    case .tooLarge(let bytes, let limit): "too large: \(bytes) bytes, the limit is \(limit)"
    case .library(let reason): "damaged: \(reason)"
    case .cancelled: "cancelled"
    }
  }
}
