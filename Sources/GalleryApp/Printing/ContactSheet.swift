import Raster

/// The person's choices for printed pictures; nil leaves a choice to the terminal.
package struct PrintChoices: Hashable, Sendable {
  /// The pictures in a row.
  package var columns: Int?
  /// The most lines of a picture.
  package var rows: Int?
  /// The columns of everything.
  package var width: Int?

  package init(columns: Int? = nil, rows: Int? = nil, width: Int? = nil) {
    self.columns = columns
    self.rows = rows
    self.width = width
  }
}

/// The layout of printed pictures: a single one, or rows of tiles with names below.
struct ContactSheet: Hashable, Sendable {
  /// The size of a tile with its name, where the person chooses none.
  static let usualTile = CellSize(columns: 24, rows: 10)
  /// The columns between two pictures.
  static let gutter = 2

  /// The number of pictures.
  let count: Int
  /// The pictures in a row.
  let columns: Int
  /// The columns of a tile with its gutter.
  let pitch: Int
  /// The most cells of a picture.
  let picture: CellSize
  /// Whether pictures have names below; a single one has none.
  let hasNames: Bool

  init(of count: Int, in space: PrintSpace, _ choices: PrintChoices = PrintChoices()) {
    let hasNames = count > 1 || choices.columns != nil
    self.count = count
    self.hasNames = hasNames
    let most = max(1, space.width / (2 * Self.gutter))
    columns =
      hasNames ? min(most, choices.columns ?? max(1, space.width / Self.usualTile.columns)) : 1
    pitch = space.width / columns
    let room = space.height.map { max(1, $0 - (hasNames ? 1 : 0)) }
    let usual =
      hasNames
      ? max(1, pitch * Self.usualTile.rows / Self.usualTile.columns - 1)
      : room ?? max(1, pitch / 2)
    var rows = choices.rows ?? min(usual, room ?? .max)
    if space.isBinding { rows = min(rows, room ?? .max) }
    picture = CellSize(
      columns: min(columns == 1 ? pitch : pitch - Self.gutter, space.largest.columns),
      rows: min(rows, space.largest.rows))
  }

  /// The number of rows of tiles.
  var rowCount: Int { (count + columns - 1) / columns }

  /// The pictures of a row, by their numbers from 0.
  func items(inRow row: Int) -> Range<Int> {
    row * columns..<min(count, (row + 1) * columns)
  }
}

/// The space for printed pictures.
struct PrintSpace: Hashable, Sendable {
  var width: Int
  /// The lines on the screen beside the prompt; nil if the output has no screen.
  var height: Int?
  /// Whether no picture may be higher, because its lines must be on the screen at once.
  var isBinding = false
  /// The largest picture that the terminal shows.
  var largest = CellSize(columns: .max, rows: .max)

  /// The width without a terminal.
  static let usualWidth = 80
  private static let mostColumns = 2_000

  init(width: Int, height: Int? = nil) {
    self.width = width
    self.height = height
  }

  /// The space on a terminal, in the preview of fzf, or in a file.
  ///
  /// - Parameters:
  ///   - size: the size of the terminal; nil for none.
  ///   - width: the person's choice; a terminal limits it, because longer lines would be broken.
  init(on size: CellSize?, width: Int?, environment: (String) -> String?) {
    func number(_ name: String) -> Int? {
      environment(name).flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, Self.mostColumns) : nil }
    }
    let room = size?.columns ?? number("FZF_PREVIEW_COLUMNS")
    self.width =
      size == nil ? width ?? room ?? Self.usualWidth : min(width ?? .max, room ?? Self.usualWidth)
    height = size.map { max(1, $0.rows - 1) } ?? number("FZF_PREVIEW_LINES")
  }
}
