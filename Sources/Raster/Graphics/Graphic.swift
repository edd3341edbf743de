/// A picture that the terminal draws itself, in pixels, over a rectangle of cells.
///
/// It is encoded once, off the main thread, and named by an id that no other graphic of the process
/// has, so that a presenter knows what it has sent already.
package struct Graphic: Sendable {
  /// How the terminal is told, in the bytes of its protocol.
  package enum Payload: Sendable {
    /// 24-bit RGB rows in Base64, without line breaks, and how many pixels they are.
    case kitty(PixelSize, base64: [UInt8])
    /// For each row of cells the sixel data (what stands between `DCS q` and `ST`).
    case sixel(rows: [[UInt8]])
  }

  /// From 1, below 2^24.
  package let id: UInt32
  /// The cells that it covers.
  package let size: CellSize
  package let payload: Payload
  /// What is shown where the graphic can't be, or not yet; of the same size.
  package let fallback: CellImage

  /// - Precondition: `fallback.size == size`.
  package init(id: UInt32, size: CellSize, payload: Payload, fallback: CellImage) {
    precondition(fallback.size == size, "a graphic and its fallback cover the same cells")
    self.id = id
    self.size = size
    self.payload = payload
    self.fallback = fallback
  }

  package var costBytes: Int {
    switch payload {
    case .kitty(_, let base64): base64.count + fallback.costBytes
    case .sixel(let rows): rows.reduce(fallback.costBytes) { $0 + $1.count }
    }
  }
}

extension Graphic: Hashable {
  package static func == (first: Graphic, second: Graphic) -> Bool { first.id == second.id }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension Cell {
  /// The last code point of the private use planes, which nobody draws: kitty's placeholder.
  @inlinable package static var graphicGlyph: UInt32 { 0x10_EEEE }

  /// The part of a graphic at a column and row of it, both below 65,536.
  @inlinable
  package init(graphic id: UInt32, column: Int, row: Int) {
    self.init(
      glyph: "\u{10EEEE}", foreground: Color(rawValue: id),
      background: Color(rawValue: UInt32(row) << 16 | UInt32(column)))
  }

  /// True when the cell is a part of a graphic: then its colors are no colors.
  @inlinable
  @inline(__always)
  package var isGraphic: Bool { glyph == 0x10_EEEE }

  /// Which graphic it is a part of, and which part; meaningless for other cells.
  @inlinable package var graphicPart: (id: UInt32, column: Int, row: Int) {
    let place = background.rawValue
    return (foreground.rawValue, Int(place & 0xFFFF), Int(place >> 16))
  }
}
