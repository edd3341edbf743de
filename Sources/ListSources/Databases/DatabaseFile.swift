import Glibc
import SourceItems

#if database
  import GRDB
#endif

/// A file in the format of SQLite.
package enum DatabaseFile {
  /// The first bytes of every database (https://www.sqlite.org/fileformat.html).
  package static let mark = Array("SQLite format 3\0".utf8)

  #if database
    /// The library that reads databases; nil if this build has none.
    package static var library: String? {
      let version = try? DatabaseQueue().read {
        try String.fetchOne($0, sql: "SELECT sqlite_version()")
      }
      return "SQLite \((version ?? nil) ?? "of an unknown version"), by GRDB"
    }

    package static func text(of path: String, query: String?) throws(SourceError) -> any ListText {
      guard let query else {
        throw .needsQuery(path, tables: DatabaseText.tables(in: path))
      }
      return DatabaseText(path, query: query)
    }
  #else
    /// The library that reads databases; nil if this build has none.
    package static var library: String? { nil }

    package static func text(of path: String, query: String?) throws(SourceError) -> any ListText {
      throw .unreadable(
        path,
        reason:
          "this build reads no databases, and one from `make build FORMATS=database` does"
      )
    }
  #endif
}
