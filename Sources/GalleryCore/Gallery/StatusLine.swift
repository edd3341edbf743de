import GalleryItems
import Prefetching
import Raster

/// The last row of the screen, with the selected item at the left.
///
/// At the right are loads and failures, the picture's size and day, its place, and the key for help. If the right side
/// does not fit, the least important parts are dropped first.
struct StatusLine: Hashable, Sendable {
  /// The size of the screen.
  private let screen: CellSize
  private let left: String
  private let leftColor: Color
  private let truncation: Truncation
  /// The right side, from its longest form to its shortest.
  private let right: [String]
  private let theme: Theme

  func draw(into surface: inout Surface) {
    let row = screen.rows - 1
    surface.fill(
      CellRect(column: 0, row: row, columns: screen.columns, rows: 1),
      with: Cell(glyph: " ", background: theme.bar))
    let used = surface.write(
      left, at: CellPoint(column: 1, row: row), limit: screen.columns - 1, foreground: leftColor,
      background: theme.bar, truncation: truncation)
    for text in right {
      let columns = DisplayText(text).columns
      guard used + columns + 4 <= screen.columns else { continue }
      surface.write(
        text, at: CellPoint(column: screen.columns - columns - 1, row: row),
        foreground: theme.faint, background: theme.bar)
      return
    }
  }
}

extension StatusLine {
  /// - Parameter frames: the figures of frames in place of less important ones, from the longest form to the shortest.
  init(_ gallery: Gallery, frames: [[String]] = []) {
    let help = gallery.screens.help
    let prompt = gallery.finder.prompt ?? gallery.acting.prompt ?? help?.prompt
    let sentence =
      help?.prompt?.statusText ?? gallery.finder.statusText ?? gallery.notice
      ?? gallery.acting.statusText ?? Self.filtering(in: gallery)
    screen = gallery.layout.screen
    left = sentence ?? help?.statusText ?? Self.place(in: gallery)
    theme = gallery.scene.theme
    leftColor = prompt != nil || gallery.notice != nil ? theme.emphasis : theme.text
    // The end of a name matters; that of a sentence does not.
    truncation = sentence == nil ? .middle : .end
    let keys = gallery.screens.keys.title(for: .toggleHelp).map { ["\($0) keys"] } ?? []
    let hint =
      [gallery.filtering.figure].compactMap(\.self) + Self.marks(in: gallery) + keys
    let place = Self.share(in: gallery) + hint
    let work = Self.work(in: gallery)
    let hit = gallery.finder.hint(at: gallery.selection)
    let choices = hit.map { [[$0]] } ?? prompt?.hints ?? []
    let facts = frames.isEmpty ? [Self.facts(in: gallery) + work + place, work + place] : []
    let figures = frames.prefix(1).map { $0 + work + hint } + frames.map { $0 + hint } + frames
    let sides =
      help?.hints ?? (choices.isEmpty ? nil : choices) ?? facts + figures + [work + hint, hint]
    right = sides.map { $0.joined(separator: " · ") }
  }

  /// The state of loading: whether more items come, the loading tiles, the rate, and the failed tiles.
  private static func work(in gallery: Gallery) -> [String] {
    let tally = gallery.tally
    return [
      supply(of: gallery),
      tally.blankTiles > 0 ? loading(tally.blankTiles, for: gallery.board.waits.longest) : nil,
      gallery.pictures.rate.bytesPerSecond.map { "\(byteText($0))/s" },
      tally.failedTiles > 0 ? "\(tally.failedTiles) failed" : nil,
    ].compactMap(\.self)
  }

  /// The supply of more items, automatically or on demand.
  private static func supply(of gallery: Gallery) -> String? {
    if gallery.isSourceComplete || gallery.itemCount == 0 || gallery.paging.hasFailed { return nil }
    return gallery.paging.isResting ? "more follow" : "still reading"
  }

  private static func loading(_ count: Int, for time: String?) -> String {
    "\(count) loading" + (time.map { " for \($0)" } ?? "")
  }

  /// The picture's own size and its day; the detail view shows the size elsewhere.
  private static func facts(in gallery: Gallery) -> [String] {
    guard gallery.itemCount > 0 else { return [] }
    let item = gallery.board.item(at: gallery.selection)
    let isThumbnail = gallery.board.showsThumbnail(of: item, at: gallery.selection)
    let info =
      isThumbnail ? nil : gallery.board.tile(at: gallery.selection)?.picture?.info
    let size =
      gallery.screen == .detail ? nil : (info?.size ?? item.knownSize)?.description
    let day = info?.date.map { String($0.prefix(10)) }
    return [size, day].compactMap(\.self)
  }

  /// The traits to filter by, or the advance of a filter.
  private static func filtering(in gallery: Gallery) -> String? {
    gallery.filtering.statusText(selected: gallery.selectedItem.flatMap(gallery.board.item))
  }

  /// The selection's place in the gallery as a percentage, unless a picture's scale is beside it.
  private static func share(in gallery: Gallery) -> [String] {
    guard gallery.itemCount > 1, gallery.isSourceComplete, gallery.screen != .detail else {
      return []
    }
    let share = Double(gallery.selection) / Double(gallery.itemCount - 1)
    return ["\(Int(share * 100)) %"]
  }

  /// The number of marked items and their size, as far as known, and the length of the open range.
  private static func marks(in gallery: Gallery) -> [String] {
    let (marks, sizes) = (gallery.marks, gallery.marks.sizes)
    let range = marks.range(to: gallery.selection, in: gallery.items)
    let isWhole = sizes.itemCount == marks.count
    let size = sizes.itemCount > 0 ? ", \(isWhole ? "" : "over ")\(byteText(sizes.bytes))" : ""
    return [
      range.map { "range of \($0.count)" }, marks.count > 0 ? "\(marks.count) marked\(size)" : nil,
    ].compactMap(\.self)
  }

  /// The selected item's number and caption, a remark at the end of the items, and, in the detail view, the scale.
  private static func place(in gallery: Gallery) -> String {
    if gallery.itemCount == 0 { return gallery.filtering.emptyText ?? gallery.board.emptyText }
    let isMarked = gallery.scene.marks.contains(
      gallery.items.id(at: gallery.selection), at: gallery.selection)
    let place =
      "\(gallery.selection + 1)/\(gallery.itemCount)\(isMarked ? " \(ShownMarks.sign.dropLast())" : "")"
    let caption = gallery.board.item(at: gallery.selection).label()
    let remark = gallery.navigation.remark(isComplete: gallery.isSourceComplete)
    let figures = gallery.screen == .detail ? gallery.detail.figures(in: gallery.scene) : []
    let words = [remark].compactMap(\.self) + figures
    if words.isEmpty { return "\(place) \(caption)" }
    let addition = ([""] + words).joined(separator: " · ")
    let room = gallery.layout.screen.columns - 3 - DisplayText(place + addition).columns
    return "\(place) \(DisplayText.shortened(caption, toColumns: room, .middle))\(addition)"
  }
}
