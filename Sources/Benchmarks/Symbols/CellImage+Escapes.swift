import Raster

extension CellImage {
  /// Reads the cells that a program has written with 24-bit colors, row by row with line feeds.
  ///
  /// It interprets colors, reverse video and their reset; other sequences change nothing.
  init(escapes bytes: [UInt8], size: CellSize) {
    var rows: [[Cell]] = [[]]
    var pen = (Color.terminalDefault, Color.terminalDefault, isReversed: false)
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\n" {
        rows.append([])
      } else if scalar == "\u{1B}", index < scalars.count {
        let end =
          scalars[(index + 1)...].firstIndex { ("@"..."~").contains($0) } ?? scalars.count - 1
        if scalars[end] == "m" { Self.select(scalars[(index + 1)..<end], &pen) }
        index = end + 1
      } else if scalar.value >= 0x20 {
        let (fore, back) = pen.isReversed ? (pen.1, pen.0) : (pen.0, pen.1)
        rows[rows.count - 1].append(Cell(glyph: scalar, foreground: fore, background: back))
      }
    }
    let cells = (0..<size.area).map { place in
      let (row, column) = place.quotientAndRemainder(dividingBy: size.columns)
      return row < rows.count && column < rows[row].count ? rows[row][column] : .blank
    }
    self.init(size: size, cells: cells)
  }

  private static func select(
    _ parameters: ArraySlice<Unicode.Scalar>, _ pen: inout (Color, Color, isReversed: Bool)
  ) {
    var numbers = String(String.UnicodeScalarView(parameters)).split(separator: ";").map {
      Int($0) ?? 0
    }[...]
    if numbers.isEmpty { numbers = [0] }
    while let number = numbers.popFirst() {
      switch number {
      case 0: pen = (.terminalDefault, .terminalDefault, false)
      case 7: pen.isReversed = true
      case 27: pen.isReversed = false
      case 38, 48:
        let values = numbers.prefix(4).map { UInt8(clamping: $0) }
        guard values.count == 4, values[0] == 2 else { return }
        numbers = numbers.dropFirst(4)
        let color = Color(red: values[1], green: values[2], blue: values[3])
        if number == 38 { pen.0 = color } else { pen.1 = color }
      default: break
      }
    }
  }
}
