import ArgumentParser
import GalleryApp
import ListSources

/// The options for lists of pictures.
struct ListOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A file to read as a list, whatever its name. Its beginning tells the format: lines, M3U, CSV, \
      TSV, JSON or an object a line (repeatable).
      """, valueName: "file"), completion: .file())
  var list: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The column or key with url, thumbnail, title, width, height or section, by name or number \
      (repeatable; default: the usual names).
      """, valueName: "name=column"))
  var column: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The rows of an SQLite database to show, with columns as in a table: photos.db --query 'select path from \
      photos'.
      """, valueName: "sql"))
  var query: String?

  @Flag(
    name: [.customShort("0"), .customLong("read0")],
    help: "The entries of standard input end with a zero byte, as after find -print0.")
  var readsZeros = false

  func validate() throws {
    guard ColumnNames(column) != nil else {
      let names = ListField.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--column takes NAME=COLUMN, where NAME is one of \(names)")
    }
  }

  func apply(to items: inout SessionConfiguration.Items) {
    items.lists = Set(list)
    items.columns = ColumnNames(column) ?? ColumnNames()
    items.query = query
    items.separator = readsZeros ? 0 : UInt8(ascii: "\n")
  }
}
