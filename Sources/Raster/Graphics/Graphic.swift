/// A picture that the terminal draws itself, in pixels, over a rectangle of cells.
///
/// It is made off the main thread. Graphics with equal ids look the same, so a presenter knows
/// which it has sent.
package struct Graphic: Sendable {
  /// The data of the picture for the terminal's protocol.
  package enum Payload: Sendable {
    /// The pixels, converted to Base64 when they are sent.
    case kitty(GraphicPixels)
    /// Sixels, in a strip for each row of cells.
    case sixel(SixelStrips)
    /// The inline image of each row of cells, without the `OSC 1337 ;` and `ST` around it.
    case iterm2(rows: [[UInt8]])
    /// One image, as the whole sequence that draws it at the cursor.
    case printed([UInt8])

    /// The data of each row of cells; nil for a graphic that is sent as one.
    package var strips: [[UInt8]]? {
      switch self {
      case .kitty, .printed: nil
      case .sixel(let strips): strips.rows
      case .iterm2(let rows): rows
      }
    }
  }

  /// The number of the graphic, from 1 to 2^24 - 1.
  package let id: UInt32
  /// The cells that it covers.
  package let size: CellSize
  package let payload: Payload
  /// The cells to show while the terminal can't show the graphic; they have its size.
  package let fallback: CellImage

  /// - Precondition: `fallback.size == size`.
  package init(id: UInt32, size: CellSize, payload: Payload, fallback: CellImage) {
    precondition(fallback.size == size, "a graphic and its fallback cover the same cells")
    self.id = id
    self.size = size
    self.payload = payload
    self.fallback = fallback
  }

  /// The memory beyond the picture's own pixels, in bytes.
  package var costBytes: Int {
    let asOne =
      switch payload {
      case .kitty(let pixels): pixels.deflated
      case .sixel(let strips): strips.whole
      case .iterm2: [UInt8]?.none
      case .printed(let sequence): sequence
      }
    return (payload.strips ?? []).reduce(fallback.costBytes + (asOne?.count ?? 0)) { $0 + $1.count }
  }
}

extension Graphic: Hashable {
  package static func == (first: Graphic, second: Graphic) -> Bool { first.id == second.id }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension Cell {
  /// Kitty's placeholder, U+10EEEE, a private use character that fonts lack.
  @inlinable package static var graphicGlyph: UInt32 { 0x10_EEEE }

  /// The cell that shows the part of a graphic at a column and a row, both below 65,536.
  @inlinable
  package init(graphic id: UInt32, column: Int, row: Int) {
    self.init(
      glyph: "\u{10EEEE}", foreground: Color(rawValue: id),
      background: Color(rawValue: UInt32(row) << 16 | UInt32(column)))
  }

  /// True when the cell shows a part of a graphic: its colors then hold an id and a place.
  @inlinable
  @inline(__always)
  package var isGraphic: Bool { glyph == 0x10_EEEE }

  /// The graphic's id and the part's column and row; meaningless for other cells.
  @inlinable package var graphicPart: (id: UInt32, column: Int, row: Int) {
    let place = background.rawValue
    return (foreground.rawValue, Int(place & 0xFFFF), Int(place >> 16))
  }
}
