import ArgumentParser
import GalleryApp
import ImageSources
import ListSources

/// The options for lists of pictures, and for those that are made: the demo and templates.
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

  @Option(
    parsing: .unconditional,
    help:
      "Items of the demo or of a template (default: \(SourceArguments.defaultCount); the demo on a terminal: 10000)."
  )
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: "Index of the first item of the demo or of a template (default: 0).")
  var first: Int?

  func validate() throws {
    guard ColumnNames(column) != nil else {
      let names = ListField.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--column takes NAME=COLUMN, where NAME is one of \(names)")
    }
    let most = 1_000_000_000_000
    for (name, value, least) in [("--count", count, 1), ("--first", first, 0)] {
      guard let value, !(least...most).contains(value) else { continue }
      throw ValidationError("\(name) takes \(least) to \(most)")
    }
  }

  func apply(to items: inout SessionConfiguration.Items) {
    items.lists = Set(list)
    items.columns = ColumnNames(column) ?? ColumnNames()
    items.query = query
    items.count = count
    items.first = first
    items.separator = readsZeros ? 0 : UInt8(ascii: "\n")
  }
}
