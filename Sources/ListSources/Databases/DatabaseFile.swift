import CDatabaseRows
import SourceItems

/// A file in the format of SQLite.
package enum DatabaseFile {
  /// The first bytes of every database (https://www.sqlite.org/fileformat.html).
  package static let mark = Array("SQLite format 3\0".utf8)

  /// The Debian package of the library that reads databases.
  package static let package = DatabaseQuery.package

  /// The library that reads databases, such as `SQLite 3.40.1`; nil if it is not installed.
  package static var library: String? {
    database_library_version().map { "SQLite \(String(cString: $0))" }
  }

  package static func text(of path: String, query: String?) throws(SourceError) -> any ListText {
    guard library != nil else {
      throw .packageMissing(path, package: package)
    }
    guard let query else {
      throw .needsQuery(path, tables: tables(in: path))
    }
    return DatabaseText(path, query: query)
  }

  /// The tables and views of a database with their columns; empty if it can't be read.
  private static func tables(in path: String) -> [String] {
    // A view of a missing table has no columns. The sentence about a missing query names six tables.
    let names = """
      SELECT name FROM sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name LIMIT 7
      """
    return column(names, in: path).map { table in
      let quoted = table.replacing("'", with: "''")
      let columns = column("SELECT name FROM pragma_table_info('\(quoted)')", in: path)
      return "\(table)(\(columns.joined(separator: ", ")))"
    }
  }

  /// The first column of a query's rows, as far as they can be read.
  private static func column(_ query: String, in path: String) -> [String] {
    var values: [String] = []
    do throws(DatabaseQuery.Failure) {
      let rows = try DatabaseQuery(query, in: path)
      while let row = try rows.next() {
        if case .text(let value) = row.fields.first(where: { _ in true }) { values.append(value) }
      }
    } catch {
      return values
    }
    return values
  }
}
