import Foundation
import Raster
import TestSupport

@testable import TerminalUI

extension ReferenceTerminal {
  /// A cell of pixels: its foreground is a hash of them.
  static let pixelGlyph: UInt32 = 0x20_0000

  mutating func takeStrings() -> [(letter: Character, body: [UInt8], cursor: CellPoint)] {
    defer { strings = [] }
    return strings
  }

  /// Takes a combining character: the first tells a row, the next one a column.
  ///
  /// Both are kept in the cell's style, increased by one, from bit 8 and from bit 20 on.
  mutating func mark(_ place: Int) {
    guard let lastDrawn, surface[lastDrawn.column, lastDrawn.row].isGraphic else {
      return complain("a combining character on nothing")
    }
    let style = surface[lastDrawn.column, lastDrawn.row].style.rawValue
    let shift: UInt32 = style >> 8 == 0 ? 8 : 20
    if style >> shift != 0 { complain("a third combining character") }
    surface[lastDrawn.column, lastDrawn.row].style = Style(
      rawValue: style | UInt32(place + 1) << shift)
  }

  /// Draws sixels as xterm does: the cursor ends in the strip's last row, and the screen would
  /// scroll if that were its last.
  mutating func drawSixels(_ body: [UInt8]) {
    guard let cellPixels, let start = body.firstIndex(of: UInt8(ascii: "q")) else {
      return complain("a DCS that is no sixels")
    }
    if body[..<start] != Array("0;1".utf8)[...] { complain("sixels that erase") }
    let image = SixelDecoder(Array(body[(start + 1)...]))
    complaints += image.complaints
    if image.height < 1 { complain("an image of \(image.width)x\(image.height)") }
    let top = cursor.row
    for first in stride(from: 0, to: image.height, by: cellPixels.height) {
      let line = image.rows(first..<min(first + cellPixels.height, image.height))
      cursor.row = top + first / cellPixels.height
      drawLine(line, columns: (image.width + cellPixels.width - 1) / cellPixels.width)
    }
    isWrapPending = false
  }

  /// Draws a line of cells of a sixel image.
  private mutating func drawLine(_ line: SixelDecoder, columns: Int) {
    guard let cellPixels else { return }
    let filled = line.height < cellPixels.height ? 0 : line.width / cellPixels.width
    for column in cursor.column + filled..<cursor.column + columns
    where column < surface.size.columns && cursor.row < surface.size.rows
      && surface[column, cursor.row] != .blank
    {
      complain("something shows through a strip at \(column)")
    }
    drawStrip(Self.filling(line, cells: cellPixels), columns: columns)
  }

  /// Draws an inline image of iTerm2's protocol: a file of bare red, green, and blue bytes.
  ///
  /// Terminals differ, so the cursor ends at the image's right edge, or behind it, or where it was.
  mutating func drawInlineImage(_ body: [UInt8]) {
    let parts = body.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard let cellPixels, parts.count == 2, body.starts(with: "1337;File=".utf8),
      let file = Data(base64Encoded: Data(parts[1])).map({ [UInt8]($0) })
    else { return complain("an OSC that is no inline image") }
    let columns = file.count / (3 * cellPixels.area)
    let wanted =
      "1337;File=inline=1;size=\(file.count);width=\(columns);height=1;preserveAspectRatio=0;"
      + "doNotMoveCursor=1"
    if String(decoding: parts[0], as: UTF8.self) != wanted {
      complain("\(String(decoding: parts[0], as: UTF8.self)), not \(wanted)")
    }
    if columns * 3 * cellPixels.area != file.count { complain("\(file.count) bytes") }
    drawStrip(Self.colors(file), columns: columns)
    let steps = [0, columns - 1, columns][file.reduce(0) { $0 + Int($1) } % 3]
    cursor.column = min(cursor.column + steps, surface.size.columns - 1)
  }

  /// The pixels of a strip in as many cells as it needs; nil where it does not fill them.
  static func filling(_ strip: SixelDecoder, cells cell: PixelSize) -> [UInt32?] {
    let width = (strip.width + cell.width - 1) / cell.width * cell.width
    return (0..<width * cell.height).map { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: width)
      return x < strip.width && y < strip.height ? strip.pixels[y * strip.width + x] : nil
    }
  }

  /// The colors of red, green, and blue bytes.
  static func colors(_ rgb: [UInt8]) -> [UInt32?] {
    stride(from: 0, to: rgb.count - 2, by: 3).map { place in
      rgb[place..<place + 3].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Moves pixels out of a band, into it, and beside it, as if all rows of the screen scrolled.
  mutating func movePixels(
    of before: Surface, acrossEdgesOf band: Range<Int>, by shift: Int
  ) {
    for row in 0..<surface.size.rows where !(band.contains(row) && band.contains(row - shift)) {
      guard (0..<surface.size.rows).contains(row - shift) else { continue }
      for column in 0..<surface.size.columns where before[column, row].glyph == Self.pixelGlyph {
        surface[column, row - shift] = before[column, row]
      }
    }
  }

  private mutating func drawStrip(_ pixels: [UInt32?], columns: Int) {
    guard let cellPixels else { return }
    if cursor.row >= surface.size.rows - 1 || cursor.column + columns > surface.size.columns {
      return complain("a strip beyond an edge")
    }
    for column in 0..<columns {
      surface[cursor.column + column, cursor.row] = Self.pixels(
        pixels, column: column, of: cellPixels)
    }
  }

  /// - Parameter pixels: those of a strip that is one cell high.
  static func pixels(_ pixels: [UInt32?], column: Int, of size: PixelSize) -> Cell {
    var hash: UInt32 = 17
    let width = pixels.count / size.height
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = pixels[y * width + column * size.width + x]
        hash = (hash << 5 | hash >> 27) ^ (pixel ?? 0xFFFF_FFFF) &* 0x9E37_79B1
      }
    }
    var cell = Cell.blank
    cell.glyph = pixelGlyph
    cell.foreground = Color(rawValue: hash)
    return cell
  }
}
