import GalleryItems

/// The form in which marked items are printed, one after the other in the order of the gallery.
struct MarkOutput {
  /// Whether a zero byte ends each instead of a newline.
  let endsWithZero: Bool
  /// Whether items of tables and JSON lists are printed as the rows that they have there.
  let printsRows: Bool

  /// The bytes that are written at a time.
  private static let blockBytes = 64 << 10

  /// Writes items.
  ///
  /// - Parameters:
  ///   - marked: the ids of the items.
  ///   - append: writes some bytes.
  /// - Returns: the number of names with a newline, which a reader of lines takes for several.
  func write(
    _ marked: RangeSet<Int>, of items: AnyItemSnapshot,
    to append: ([UInt8]) throws(OutputError) -> Void
  ) throws(OutputError) -> Int {
    let end = endsWithZero ? 0 : UInt8(ascii: "\n")
    var (block, header, broken) = ([UInt8](), [UInt8](), 0)
    for place in items.places(of: marked).ranges.joined() {
      if printsRows, let row = items.row(at: place) {
        // Each list has its own columns.
        if let names = row.header, names != header {
          header = names
          block += names + [end]
        }
        block += row.text + [end]
      } else if let item = items.item(atPlace: place) {
        let name = item.reference
        if name.contains(UInt8(ascii: "\n")) { broken += 1 }
        block += name + [end]
      }
      guard block.count >= Self.blockBytes else { continue }
      try append(block)
      block.removeAll(keepingCapacity: true)
    }
    try append(block)
    return endsWithZero ? 0 : broken
  }
}
