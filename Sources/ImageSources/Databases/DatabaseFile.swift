import Glibc

#if database
  import GRDB
#endif

/// A file that SQLite has written.
package enum DatabaseFile {
  static let endings = ["db", "db3", "sqlite", "sqlite3"]
  /// What every one begins with (https://www.sqlite.org/fileformat.html).
  private static let mark = Array("SQLite format 3\0".utf8)

  /// Whether there is a database of this name.
  ///
  /// The first bytes tell, so no picture and no list is taken for one.
  static func exists(at path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    return OpenInput(descriptor).bytes(from: 0, count: mark.count) == mark
  }

  #if database
    /// What reads databases; nil if this build does not.
    package static var library: String? {
      let version = try? DatabaseQueue().read {
        try String.fetchOne($0, sql: "SELECT sqlite_version()")
      }
      return "SQLite \((version ?? nil) ?? "of an unknown version"), by GRDB"
    }

    static func text(of path: String, query: String?) throws(SourceError) -> any ListText {
      guard let query else {
        throw .needsQuery(path, tables: DatabaseText.tables(in: path))
      }
      return DatabaseText(path, query: query)
    }
  #else
    /// What reads databases; nil if this build does not.
    package static var library: String? { nil }

    static func text(of path: String, query: String?) throws(SourceError) -> any ListText {
      throw .unreadable(
        path,
        reason:
          "this build reads no databases, and one from `make build FORMATS=database` does"
      )
    }
  #endif
}
